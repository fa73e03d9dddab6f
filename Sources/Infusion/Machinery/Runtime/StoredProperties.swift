/// The stored properties that a class itself declares, as its metadata describes them, without an
/// object of it.
///
/// `Mirror` calls the same functions of the run-time library, on every platform. The result is kept,
/// because these functions find the type of each property by its name.
///
/// Threads may share it: immutable.
final class StoredProperties: TableEntry {
  @safe struct Property {
    /// The label of the storage, which is `_x` for a wrapped `x`; empty in a module that is compiled
    /// without the names of fields.
    let storage: String
    let type: Any.Type
    /// The distance in bytes from the start of an object.
    let offset: Int
    /// Whether the storage is neither weak nor unowned.
    let isStrong: Bool
    /// Whether it is declared with `let`: nothing can set it.
    let isConstant: Bool

    /// The name of the property; nil where names are not known.
    var label: String? { StoredProperties.name(ofStorage: storage) }

    /// Whether a macro such as `@Observable` may have renamed the storage: it stores something of its
    /// own, too.
    fileprivate(set) var isOfMacro = false

    /// The name of a property that is stored with its own type, and so has no wrapper; nil where names
    /// are not known.
    ///
    /// Only a macro keeps such an `x` in `_x`.
    var nameWithoutWrapper: String? {
      isOfMacro || !mayBeOfWrapper || storage.isEmpty ? label : storage
    }

    /// Whether the storage may be that of a property wrapper, as far as its name shows.
    var mayBeOfWrapper: Bool {
      storage.isEmpty || storage.hasPrefix("_") || storage.hasPrefix("`_")
    }
  }

  /// The properties in the order of their declaration.
  let properties: [Property]

  private init(_ cls: AnyClass) {
    let inherited = _getSuperclass(cls).map { countFields($0) } ?? 0
    var properties = (inherited..<countFields(cls)).map { Property($0, of: cls) }
    if properties.contains(where: { $0.storage.hasPrefix("_$") }) {
      for position in properties.indices { properties[position].isOfMacro = true }
    }
    self.properties = properties
    super.init(Key(cls))
  }

  private static let known = LookupTable<StoredProperties>()
  private static let lock = Lock()

  static func of(_ cls: AnyClass) -> [Property] {
    (known.find(Key(cls)) ?? known.insert(StoredProperties(cls), under: lock)).properties
  }

  /// Whether the names of all stored properties of a type and its superclasses are known.
  ///
  /// False for a protocol type: the run-time library reads the fields of a value there, not of a type.
  static func areNamed(in type: Any.Type) -> Bool {
    if let cls = type as? AnyClass {
      return superclasses(from: cls).allSatisfy { of($0).allSatisfy { !$0.storage.isEmpty } }
    }
    guard TypeRepresentation(of: type) == .plain else { return false }
    return (0..<countFields(type)).allSatisfy { index in
      var description = unsafe FieldDescription()
      _ = unsafe describeField(type, index, &description)
      defer { unsafe description.release?(description.label) }
      return unsafe description.label != nil
    }
  }

  /// The name of a property from the label of its storage: `_x` is that of a wrapped `x`.
  static func name(ofStorage label: String) -> String? {
    if label.isEmpty { return nil }
    if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
    if label.hasPrefix("`_") { return "`\(label.dropFirst(2))" }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  /// How the label of the storage of a `lazy` property begins.
  fileprivate static let lazy = "$__lazy_storage_$_"
}

extension StoredProperties.Property {
  /// A field that the class itself declares.
  ///
  /// - Parameters:
  ///   - index: The position of the field among those of the class and its superclasses.
  ///   - cls: The class.
  fileprivate init(_ index: Int, of cls: AnyClass) {
    var description = unsafe FieldDescription()
    let stored = unsafe describeField(cls, index, &description)
    defer { unsafe description.release?(description.label) }
    storage = unsafe description.label.map { unsafe String(cString: $0) } ?? ""
    // The storage of a `lazy` property is Optional, whatever the property is.
    let isLazy = storage.hasPrefix(StoredProperties.lazy)
    type = isLazy ? TypeRepresentation.wrapped(by: stored) ?? stored : stored
    offset = offsetOfField(cls, index)
    isStrong = unsafe description.isStrong
    isConstant = unsafe !description.isVariable
  }
}

/// What the run-time library says of a field, besides its type and offset.
@unsafe private struct FieldDescription {
  var label: UnsafePointer<CChar>?
  var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

// The fields of a class and its superclasses, the topmost one's first; see *ReflectionMirror.swift*
// of the Swift repository.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countFields(_ cls: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func describeField(
  _ cls: Any.Type, _ index: Int, _ description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func offsetOfField(_ cls: Any.Type, _ index: Int) -> Int

/// The classes from the root to the class itself.
func superclassChain(of cls: AnyClass) -> [AnyClass] { superclasses(from: cls).reversed() }

/// The class itself, and those above it.
func superclasses(from cls: AnyClass) -> Superclasses { Superclasses(upcoming: cls) }

/// A sequence of its own: the run-time library would need 15,000 instructions to make the types of a
/// generic one, in the first request of a process.
struct Superclasses: Sequence, IteratorProtocol {
  fileprivate var upcoming: AnyClass?

  mutating func next() -> AnyClass? {
    defer { upcoming = upcoming.flatMap { _getSuperclass($0) } }
    return upcoming
  }
}
