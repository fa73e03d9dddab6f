// Properties that a subclass lists or withdraws as its own, although a superclass lists them. Swift takes
// `\RaceCar.engine` and `\Car.engine` for two properties.

extension Validation {
  func repetitionWarnings(of vertex: GraphWalk.Vertex) -> [String] {
    // Only a subclass can repeat a property.
    guard let declared = vertex.declared, declared.shape.levels.count > 1 else { return [] }
    let listed = Dictionary(grouping: vertex.requirements) { ObjectIdentifier($0.valueType) }
    func original(of repetition: Requirement) -> Original? {
      listed[ObjectIdentifier(repetition.valueType)]?.lazy
        .compactMap { Original($0, of: repetition) }.first
    }
    return vertex.requirements.compactMap { requirement in
      original(of: requirement).map { original in
        let repetition = InjectionError.Property(requirement)
        return """
          \(vertex.key): \(repetition) and \(original.property) are one property, which is set twice; \
          \(original.fix(for: repetition, isOptional: requirement.isOptional))
          """
      }
    }
      + vertex.withdrawn.compactMap { requirement in
        original(of: requirement).map { original in
          """
          \(vertex.key): excluding(\\.\(original.name)) withdraws nothing, because \(original.root) lists \
          the property; \(original.writing("excluding"))
          """
        }
      }
  }
}

/// A property that a superclass of a class lists, and that the class lists or withdraws as its own.
private struct Original {
  let property: InjectionError.Property
  /// The class at which the key path begins.
  private let cls: AnyClass

  /// - Returns: Nil if the repetition is another property.
  init?(_ requirement: Requirement, of repetition: Requirement) {
    guard let slot = repetition.slot, let repeating = slot.root as? AnyClass,
      let other = requirement.slot, slot.isSameProperty(as: other),
      let root = other.root as? AnyClass,
      superclasses(from: repeating).contains(where: { $0 == root })
    else { return nil }
    property = InjectionError.Property(requirement)
    cls = root
  }

  var root: String { TypeText(cls).text }

  /// The name in a declaration.
  var name: String { property.declaredName }

  func fix(for repetition: InjectionError.Property, isOptional: Bool) -> String {
    switch repetition.declaration {
    case .requirements: writing(isOptional ? "accepting" : "requiring")
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
