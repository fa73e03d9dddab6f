extension Requirement {
  /// The name of the property, if its key path or reflection reveals it.
  ///
  /// - Parameter object: An object of the class: reflection shows more once it has met one.
  /// - Returns: The name; several joined with "or" when more than one fits; nil when nothing is
  ///   known.
  func propertyName(in object: AnyObject? = nil) -> String? {
    guard case .property(_, let label, _) = subject else { return nil }
    return label ?? slot?.keyPath.flatMap { Self.name(of: $0) ?? Self.reflect($0, object) }
  }

  /// The name that the key path prints, which it does for stored properties of final classes.
  private static func name(of keyPath: AnyKeyPath) -> String? {
    let text = "\(keyPath)"
    guard !text.contains("<computed"), let dot = text.firstIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }

  /// The stored properties of the value's type in the class at which the key path begins, or else in
  /// its nearest superclass that has some.
  ///
  /// For a property that is not optional, reflection shows the type of its value, which may be a
  /// subclass of the property's own type or conform to it.
  private static func reflect(_ keyPath: AnyKeyPath, _ object: AnyObject?) -> String? {
    let (root, value) = (type(of: keyPath).rootType, type(of: keyPath).valueType)
    guard let root = root as? AnyClass else { return nil }
    if let object, StoredProperties.of(root) == nil { StoredProperties.meet(object) }
    for level in superclasses(from: root) {
      var names = StoredProperties.of(level)?.properties.filter { $0.type == value }.map(\.label)
      if names?.isEmpty ?? true, let object, !(value is any OptionalForm.Type) {
        names = StoredProperties.names(in: object, declaredIn: level, castingTo: value)
      }
      if let names, !names.isEmpty { return names.joined(separator: " or ") }
    }
    return nil
  }
}
