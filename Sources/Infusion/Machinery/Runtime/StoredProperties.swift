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

  private init(_ cls: Any.Type, _ properties: [Property]) {
    self.properties = properties
    super.init(Key(cls))
  }

  private static let known = LookupTable<StoredProperties>()
  private static let lock = Lock()

  /// The properties that a class itself declares, if its metadata can be read, or an object of it
  /// or of a subclass has been met.
  static func of(_ cls: Any.Type) -> StoredProperties? {
    if let found = known.find(Key(cls)) { return found }
    guard let cls = cls as? AnyClass, let fields = DeclaredFields.of(cls) else { return nil }
    let properties = fields.map { Property(label: name(ofStorage: $0.label), type: $0.type) }
    return known.insert(StoredProperties(cls, properties), under: lock)
  }

  /// Remembers the classes of an object.
  static func meet(_ object: AnyObject) {
    for level in Mirror.levels(of: object) where known.find(Key(level.subjectType)) == nil {
      let properties = level.children.compactMap { child in
        child.label.map { Property(label: name(ofStorage: $0), type: type(of: child.value)) }
      }
      _ = known.insert(StoredProperties(level.subjectType, properties), under: lock)
    }
  }

  /// The properties of an object, declared by one class of its chain, whose values are of a type.
  static func names(
    in object: AnyObject, declaredIn cls: Any.Type, castingTo type: Any.Type
  ) -> [String] {
    let mirror = Mirror.of(object, seenAs: cls)
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

extension Mirror {
  /// The mirrors of an object, one for each class of its chain, its own class's first.
  static func levels(of object: AnyObject) -> some Sequence<Mirror> {
    sequence(first: Mirror(reflecting: object)) { $0.superclassMirror }
  }

  /// The mirror for one class of an object's chain.
  static func of(_ object: AnyObject, seenAs cls: Any.Type) -> Mirror? {
    levels(of: object).first { $0.subjectType == cls }
  }
}
