/// The name of a property, as far as key path or reflection can tell it.
struct PropertyName {
  /// The name; several joined with "or" when more than one fits; nil when nothing is known.
  let text: String?

  /// Reflection needs an object of the class.
  init(of requirement: Requirement, in object: AnyObject?) {
    switch requirement.subject {
    case .property(_, _, let label?, _):
      text = label
    case .property(let owner, let keyPath?, nil, _):
      text = Self.name(of: keyPath) ?? object.flatMap { Self.reflect(keyPath, owner, $0) }
    case .property(_, nil, nil, _), .parameter, .link, .contribution:
      text = nil
    }
  }

  /// The name that the key path prints, which it does for stored properties of final classes.
  private static func name(of keyPath: AnyKeyPath) -> String? {
    let text = "\(keyPath)"
    guard !text.contains("<computed"), let dot = text.firstIndex(of: ".") else { return nil }
    return String(text[text.index(after: dot)...])
  }

  /// The stored properties of the type, in the class that declares the key path.
  private static func reflect(
    _ keyPath: AnyKeyPath, _ owner: AnyClass, _ object: AnyObject
  ) -> String? {
    let root = type(of: keyPath).rootType
    let value = type(of: keyPath).valueType
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror, level.subjectType != root { mirror = level.superclassMirror }
    let labels = mirror?.children.filter { type(of: $0.value) == value }
      .compactMap { $0.label.map(label(ofStorage:)) }
    guard let labels, !labels.isEmpty else { return nil }
    return labels.joined(separator: " or ")
  }

  /// The name of a property from the label of its storage: `_x` is that of a wrapped `x`.
  static func label(ofStorage label: String) -> String {
    if label.hasPrefix("$__lazy_storage_$_") { return String(label.dropFirst(18)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
