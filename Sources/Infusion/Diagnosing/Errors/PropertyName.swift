extension Requirement {
  /// The name of the property, if its key path or reflection reveals it; several joined with "or"
  /// when more than one fits.
  ///
  /// A closure may ask for it at each request: see ``InjectionPoint``.
  var propertyName: String? {
    if let found = foundName.load() { return OnceReference<AnyObject>.value(of: found) }
    let name =
      knownPropertyName
      ?? slot.flatMap { slot in
        slot.keyPath.flatMap { Self.reflect($0, isWritable: slot.isWritable) }
      }
    return foundName.keepFirst(name)
  }

  /// Whether the property is `weak` or `unowned`, as far as its name is known.
  var isHeldWeakly: Bool {
    guard case .property(let owner, _, _) = subject else { return false }
    let stored = superclasses(from: owner).flatMap { StoredProperties.of($0) }
    // To find the name takes longer.
    if stored.allSatisfy(\.isStrong) { return false }
    return stored.first { $0.label == propertyName }?.isStrong == false
  }

  /// The name of the property, if its key path reveals it.
  var knownPropertyName: String? {
    guard case .property(_, let label, _) = subject else { return nil }
    return label ?? slot?.keyPath.flatMap { Self.name(of: $0) }
  }

  /// The name that the key path prints, which it does for stored properties of final classes.
  private static func name(of keyPath: AnyKeyPath) -> String? {
    let root = "\\\(type(of: keyPath).rootType)."
    guard let text = KeyPathStorage.text(of: keyPath), text.hasPrefix(root),
      !text.contains("<computed"), !text.contains("<offset")
    else { return nil }
    return String(text.dropFirst(root.count))
  }

  /// The stored properties of the value's type in the class at which the key path begins, or else in
  /// its nearest superclass that has some, and in superclasses that list nothing.
  ///
  /// A property that cannot be set is a constant, or computed: it is none of the variables, unless
  /// the setter is private.
  private static func reflect(_ keyPath: AnyKeyPath, isWritable: Bool) -> String? {
    let (root, value) = (type(of: keyPath).rootType, type(of: keyPath).valueType)
    guard let root = root as? AnyClass else { return nil }
    let conformances = Conformances.present
    var names: [String] = []
    for level in superclasses(from: root) {
      // A class lists its own properties; those of a superclass that lists nothing may be meant.
      let isListing =
        conformances.cast(level, level as? any Injectable.Type) != nil
        || conformances.cast(level, level as? any NamedInjectable.Type) != nil
      if isListing, !names.isEmpty { break }
      // The storage of a wrapper has another type.
      names += StoredProperties.of(level).filter {
        $0.type == value && $0.isConstant != isWritable
      }.compactMap(\.nameWithoutWrapper)
    }
    return names.isEmpty ? nil : names.joined(separator: " or ")
  }
}
