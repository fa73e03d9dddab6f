/// What an update changes, for the singletons that it builds before it is in force.
extension Snapshot {
  /// Whether an update builds the snapshot, or one that it stands on.
  var isOfUpdate: Bool { nearestFirst.contains { $0.generation.toReplace != nil } }

  /// Whether the update has made a binding.
  func adds(_ declaration: BindingDeclaration) -> Bool {
    nearestFirst.contains { snapshot in
      guard let before = snapshot.generation.toReplace else { return false }
      return snapshot.generation.contents.has(declaration) && !before.has(declaration)
    }
  }

  /// Whether the update changes where the value of a dependency comes from.
  ///
  /// A contribution is as its collection is. A handle finds its value when it is used, but an optional
  /// one is left out if nothing provides that value.
  func changes(_ dependency: Dependency) -> Bool {
    if case .contribution = dependency.requirement.subject { return false }
    let key = dependency.isOptional ? dependency.supply.delivered.key : dependency.key
    for snapshot in nearestFirst {
      let now = snapshot.configuration
      if let before = snapshot.generation.toReplace?.configuration {
        if now.declaration(for: key) !== before.declaration(for: key) { return true }
        if let element = key.ofElements,
          !now.contributions(to: element).elementsEqual(before.contributions(to: element), by: ===)
        {
          return true
        }
      }
      if now.declaration(for: key) != nil { return false }
    }
    return false
  }

  /// Whether the update changes what modules add to objects of a class.
  ///
  /// If it removes an extension, objects of any class count: one that needs nothing any more leaves no
  /// trace in its owner.
  func changesExtensions(of cls: AnyClass?) -> Bool {
    nearestFirst.contains { snapshot in
      guard let before = snapshot.generation.toReplace?.configuration else { return false }
      let (old, new) = (before.extended, snapshot.configuration.extended)
      return !old.allSatisfy { cls, old in Self.isPart(old, of: new[cls]) }
        || cls.map { superclasses(from: $0) }?.contains { cls in
          let cls = ObjectIdentifier(cls)
          return !Self.isPart(new[cls] ?? [], of: old[cls])
        } == true
    }
  }

  /// Updates keep the order of extensions.
  private static func isPart(_ some: [ClassExtension], of all: [ClassExtension]?) -> Bool {
    var rest = (all ?? [])[...]
    return some.allSatisfy { one in
      rest = rest.drop { $0 !== one }
      return rest.popFirst() != nil
    }
  }
}
