/// A stored property of a class that no list mentions.
///
/// A class may leave a property to others, such as a decoder, and a superclass may list nothing.
/// Neither is an error, and the injector does not set the property.
struct UnlistedProperty {
  /// The class that declares the property.
  let owner: AnyClass
  /// Its name.
  ///
  /// Names joined with "or" are those of listed properties and unlisted ones of the same type, which
  /// cannot be distinguished.
  private(set) var name: String
  /// Whether the name is that of one property.
  private(set) var isOne = true
  let type: Any.Type
  /// Whether it is declared with `let`.
  let isConstant: Bool

  /// - Returns: Nil for a marked property, for what a macro stores for itself, and where names are not
  ///   known.
  init?(_ property: StoredProperties.Property, of owner: AnyClass) {
    // A wrapper is no Optional.
    let isWrapped = !TypeRepresentation.isOptional(property.type)
    guard let name = isWrapped ? property.label : property.nameWithoutWrapper,
      !name.hasPrefix("$"), !(property.type is any InjectionMarker.Type)
    else { return nil }
    self.owner = owner
    self.name = name
    type = property.type
    isConstant = property.isConstant
  }

  /// The property or another one of the same type.
  func or(_ others: some Sequence<UnlistedProperty>) -> UnlistedProperty {
    let names = [name] + others.map { $0.owner == owner ? $0.name : $0.text }
    var property = self
    property.name = names.joined(separator: " or ")
    property.isOne = false
    return property
  }

  /// The name with the class.
  var text: String { "\(TypeText(owner).text).\(name)" }
}

extension GraphWalk.Vertex {
  /// Whether its class and superclasses store more Optional properties of some type than are listed.
  ///
  /// The names of properties take long to find; most classes list all such properties.
  var mayHaveUnlistedOptionals: Bool {
    guard !requirements.isEmpty else { return false }
    // A marker is stored as such, so its value is no property of its own.
    var listed = requirements.compactMap { $0.slot?.isMarked == false ? $0.valueType : nil }
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
  ///
  /// The names of some listed properties are not known, only their types. If a class stores more
  /// properties of such a type, any of them may be one that is not listed.
  var unlisted: [UnlistedProperty] {
    guard let cls, !requirements.isEmpty else { return [] }
    var names: Set<String> = []
    var unnamed: [ObjectIdentifier: Int] = [:]
    for requirement in requirements + withdrawn {
      if let name = requirement.knownPropertyName {
        names.insert(name)
      } else {
        unnamed[ObjectIdentifier(requirement.valueType), default: 0] += 1
      }
    }
    let stored = superclassChain(of: cls).flatMap { level in
      // A property may be listed through a subclass.
      StoredProperties.of(level).compactMap { UnlistedProperty($0, of: level) }
        .filter { !names.contains($0.name) }
    }
    var found: [UnlistedProperty] = []
    for property in stored {
      guard !property.isConstant, let listed = unnamed[ObjectIdentifier(property.type)] else {
        found.append(property)
        continue
      }
      let candidates = stored.filter { !$0.isConstant && $0.type == property.type }
      // The first one represents all.
      guard candidates.count > listed, let first = candidates.first, first.text == property.text
      else { continue }
      found.append(property.or(candidates.dropFirst()))
    }
    return found
  }

  /// Whether nothing is known that injection would do with an object of its class.
  var listsNothing: Bool {
    guard let declared, requirements.isEmpty, declared.extensions.isEmpty, errors.isEmpty,
      notExamined.isEmpty
    else { return false }
    return declared.shape.awake == nil && declared.shape.levels.allSatisfy(\.elements.isEmpty)
  }

  /// The properties that the lists of a class withdraw, which they mention, too.
  var withdrawn: [Requirement] {
    (declared?.shape.levels ?? []).flatMap { level in
      let subject = Requirement.Subject.property(owner: level.cls, label: nil, position: 0)
      return level.elements.filter { $0.kind == .excludes }.map {
        Requirement(subject, of: $0.slot.valueType, slot: $0.slot)
      }
    }
  }
}
