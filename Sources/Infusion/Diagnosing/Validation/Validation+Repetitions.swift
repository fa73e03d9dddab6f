// Properties that a subclass lists or withdraws as its own, although a superclass lists them. Swift takes
// `\RaceCar.engine` and `\Car.engine` for two properties.

extension Validation {
  func repetitionWarnings(of vertex: GraphWalk.Vertex) -> [String] {
    // Only a subclass can repeat a property.
    guard let declared = vertex.declared, declared.shape.levels.count > 1 else { return [] }
    let originals = Originals(in: vertex.requirements)
    return vertex.requirements.compactMap { requirement in
      originals.find(requirement).map { original in
        let repetition = InjectionError.Property(requirement)
        return """
          \(vertex.key): \(repetition) and \(original.property) are one property, which is set twice; \
          \(original.fix(for: repetition, isOptional: requirement.isOptional))
          """
      }
    }
      + vertex.withdrawn.compactMap { requirement in
        originals.find(requirement).map { original in
          """
          \(vertex.key): excluding(\\.\(original.name)) withdraws nothing, because \(original.root) lists \
          the property; \(original.writing("excluding"))
          """
        }
      }
  }
}

/// The properties that the superclasses of a class list.
private struct Originals {
  private let listed: [ObjectIdentifier: [Requirement]]

  init(in requirements: [Requirement]) {
    listed = Dictionary(grouping: requirements) { ObjectIdentifier($0.valueType) }
  }

  struct Original {
    let property: InjectionError.Property
    /// The class at which the key path begins.
    let cls: AnyClass
    var root: String { TypeText(cls).text }

    /// The name in a declaration.
    var name: String { property.declaredName }

    func fix(for repetition: InjectionError.Property, isOptional: Bool) -> String {
      switch repetition.declaration {
      case .requirements:
        writing(isOptional ? "accepting" : "requiring")
      case .list: "list \\\(root).\(name)"
      case .addition, .marker: "remove one of them"
      }
    }

    /// The use of a function that only injectable classes have.
    func writing(_ function: String) -> String {
      let conforming =
        cls is any Injectable.Type ? "" : "conform \(root) to Injectable with an empty list, and "
      return "\(conforming)write \(root).\(function)(\\.\(name))"
    }
  }

  /// What a requirement repeats; nil if it repeats nothing.
  func find(_ repetition: Requirement) -> Original? {
    guard let slot = repetition.slot, let cls = slot.root as? AnyClass else { return nil }
    for requirement in listed[ObjectIdentifier(repetition.valueType)] ?? [] {
      guard let other = requirement.slot, slot.isSameProperty(as: other),
        let root = other.root as? AnyClass, superclasses(from: cls).contains(where: { $0 == root })
      else { continue }
      return Original(property: InjectionError.Property(requirement), cls: root)
    }
    return nil
  }
}
