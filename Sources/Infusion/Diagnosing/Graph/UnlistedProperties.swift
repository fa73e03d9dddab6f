/// A stored property of a class that no list mentions.
///
/// A class may leave a property to others, such as a decoder, and a superclass may list nothing.
/// Neither is an error, and the injector does not set the property.
struct UnlistedProperty {
  /// The class that declares the property.
  let owner: AnyClass
  /// Its name.
  ///
  /// Two names joined with "or" are a listed property and an unlisted one of the same type, which
  /// cannot be distinguished.
  let name: String
  /// Whether the name is that of one property.
  let isOne: Bool
  let type: Any.Type
  /// Whether it is declared with `let`.
  let isConstant: Bool

  /// The name with the class.
  var text: String { "\(TypeText(owner).text).\(name)" }
}

extension GraphWalk.Vertex {
  /// Whether its class and superclasses store more Optional properties of some type than are listed.
  ///
  /// The names of properties take long to find; most classes list all such properties.
  var mayHaveUnlistedOptionals: Bool {
    guard !requirements.isEmpty else { return false }
    var listed = requirements.compactMap { $0.slot?.valueType }
    return storesOptional { type in
      guard let position = listed.firstIndex(where: { $0 == type }) else { return true }
      listed.remove(at: position)
      return false
    }
  }

  /// Whether its class or a superclass stores an Optional variable of a type that meets a condition.
  func storesOptional(where isMeant: (Any.Type) -> Bool) -> Bool {
    guard let cls else { return false }
    return superclasses(from: cls).contains { level in
      StoredProperties.of(level).contains { property in
        !property.isConstant && TypeRepresentation.isOptional(property.type)
          && isMeant(property.type)
      }
    }
  }

  /// The stored properties of its class and superclasses that no list mentions, the topmost
  /// class's first; none for a class that lists nothing.
  var unlisted: [UnlistedProperty] {
    guard let cls, !requirements.isEmpty else { return [] }
    // For several properties of one type, only the number of the listed ones may be known.
    var listed: [ObjectIdentifier: [String: Int]] = [:]
    for requirement in requirements + withdrawn {
      guard case .property(let owner, _, _) = requirement.subject,
        let text = requirement.propertyName
      else { continue }
      let root: AnyClass = requirement.slot?.root as? AnyClass ?? owner
      listed[ObjectIdentifier(root), default: [:]][text, default: 0] += 1
    }
    // A property may be listed through a subclass.
    let mentioned = listed.values.reduce(into: [:]) { $0.merge($1) { max($0, $1) } }
    var found: [UnlistedProperty] = []
    for level in superclassChain(of: cls) {
      var named: Set<String> = []
      for property in StoredProperties.of(level) where !(property.type is any InjectionMarker.Type)
      {
        // A property that a macro stores for itself is not one of the class's own.
        if property.label.hasPrefix("$") { continue }
        if mentioned[property.label] != nil { continue }
        let group = mentioned.first {
          $0.key.split(separator: " or ").contains { $0 == property.label }
        }
        if let group {
          let isComplete = group.key.split(separator: " or ").count <= group.value
          guard !isComplete, named.insert(group.key).inserted else { continue }
        }
        found.append(
          UnlistedProperty(
            owner: level, name: group?.key ?? property.label, isOne: group == nil,
            type: property.type, isConstant: property.isConstant))
      }
    }
    return found
  }

  /// Whether nothing is known that injection would do with an object of its class.
  var listsNothing: Bool {
    guard requirements.isEmpty, !isExtended, errors.isEmpty, notExamined.isEmpty, let shape else {
      return false
    }
    return shape.awake == nil && shape.levels.allSatisfy(\.elements.isEmpty)
  }

  /// The properties that the lists of a class withdraw, which they mention, too.
  private var withdrawn: [Requirement] {
    (shape?.levels ?? []).flatMap { level in
      level.elements.filter { $0.kind == .excludes }.map {
        Requirement(.property(owner: level.cls, label: nil, position: 0), slot: $0.slot)
      }
    }
  }

  /// The declarations of its class, unless they cannot be read here.
  private var shape: ClassShape? { cls.flatMap { try? ClassShape.of($0) } }
}
