/// The stored properties of a class, as its metadata or reflection shows them.
///
/// Reflection needs an object; its result is kept for all objects of the class, so a property can
/// be named when no object is at hand. `@unchecked Sendable`: immutable.
final class StoredProperties: TableEntry, @unchecked Sendable {
  struct Property {
    let label: String
    let type: Any.Type
  }

  let properties: [Property]

  private init(_ cls: Any.Type, _ mirror: Mirror) {
    properties = mirror.children.compactMap { child in
      child.label.map {
        Property(label: Self.name(ofStorage: $0), type: type(of: child.value))
      }
    }
    super.init(Key(cls))
  }

  private init(_ cls: AnyClass, _ fields: [DeclaredFields.Field]) {
    properties = fields.map {
      Property(label: Self.name(ofStorage: $0.label), type: $0.type)
    }
    super.init(Key(cls))
  }

  private static let known = LookupTable<StoredProperties>()
  private static let lock = Lock()

  /// The properties that a class itself declares, if its metadata can be read, or an object of it
  /// or of a subclass has been met.
  static func of(_ cls: Any.Type) -> StoredProperties? {
    if let found = known.find(Key(cls)) { return found }
    guard let cls = cls as? AnyClass, let fields = DeclaredFields.of(cls) else { return nil }
    return known.insert(StoredProperties(cls, fields), under: lock)
  }

  /// Remembers the classes of an object.
  static func meet(_ object: AnyObject) {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if known.find(Key(level.subjectType)) == nil {
        _ = known.insert(StoredProperties(level.subjectType, level), under: lock)
      }
      mirror = level.superclassMirror
    }
  }

  /// The properties of an object, declared by one class of its chain, whose values are of a type.
  static func names(
    in object: AnyObject, declaredIn cls: Any.Type, castingTo type: Any.Type
  ) -> [String] {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror, level.subjectType != cls { mirror = level.superclassMirror }
    func matching<Value>(_ type: Value.Type) -> [String] {
      (mirror?.children.filter { $0.value is Value }.compactMap(\.label) ?? [])
        .map { name(ofStorage: $0) }
    }
    return _openExistential(type, do: matching)
  }

  /// The name of a property from the label of its storage: `_x` is that of a wrapped `x`.
  static func name(ofStorage label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
