// Properties that a subclass lists or withdraws as its own, although a superclass lists them. Swift takes
// `\RaceCar.engine` and `\Car.engine` for two properties.

extension Validation {
  func repetitionWarnings(of vertex: GraphWalk.Vertex) -> [String] {
    // Key paths take long to make; most classes list only their own properties.
    guard vertex.listsThroughSeveralClasses else { return [] }
    let originals = Originals(in: vertex.requirements)
    return vertex.requirements.compactMap { requirement in
      originals.find(requirement).map { original in
        """
        \(vertex.key): \(InjectionError.Property(requirement)) and \(original.property) are one property, \
        which is set twice; \(original.fix(for: requirement))
        """
      }
    }
      + vertex.withdrawn.compactMap { requirement in
        originals.find(requirement).map { original in
          """
          \(vertex.key): excluding(\\.\(original.name)) withdraws nothing, because \(original.root) lists \
          the property; write \(original.root).excluding(\\.\(original.name))
          """
        }
      }
  }
}

extension GraphWalk.Vertex {
  /// Whether the key paths of its lists begin at more than one class.
  fileprivate var listsThroughSeveralClasses: Bool {
    // Most classes have no superclass.
    guard let declared, declared.shape.levels.count > 1 else { return false }
    var first: Any.Type?
    func isAnother(_ root: Any.Type?) -> Bool {
      if first == nil { first = root }
      return root != nil && root != first
    }
    for requirement in declared.requirements where isAnother(requirement.slot?.root) { return true }
    for level in declared.shape.levels {
      for element in level.elements where element.kind == .excludes && isAnother(element.slot.root)
      {
        return true
      }
    }
    return false
  }
}

/// The properties that the superclasses of a class list.
private struct Originals {
  private let listed: [ObjectIdentifier?: [Requirement]]

  init(in requirements: [Requirement]) {
    listed = Dictionary(grouping: requirements) { requirement in
      requirement.slot.map { ObjectIdentifier($0.valueType) }
    }
  }

  struct Original {
    let property: InjectionError.Property
    /// The class at which the key path begins.
    let root: String

    /// The name in a declaration.
    var name: String { property.declaredName }

    func fix(for repetition: Requirement) -> String {
      switch InjectionError.Property(repetition).declaration {
      case .requirements:
        "write \(root).\(repetition.isOptional ? "accepting" : "requiring")(\\.\(name))"
      case .list: "list \\\(root).\(name)"
      case .addition, .marker: "remove one of them"
      }
    }
  }

  /// What a requirement repeats; nil if it repeats nothing.
  func find(_ repetition: Requirement) -> Original? {
    guard let slot = repetition.slot, let cls = slot.root as? AnyClass else { return nil }
    for requirement in listed[ObjectIdentifier(slot.valueType)] ?? [] {
      guard let other = requirement.slot, slot.isSameProperty(as: other),
        let root = other.root as? AnyClass, superclasses(from: cls).contains(where: { $0 == root })
      else { continue }
      return Original(property: InjectionError.Property(requirement), root: TypeText(root).text)
    }
    return nil
  }
}
