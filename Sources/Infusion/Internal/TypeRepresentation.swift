/// How values of a type lie in memory, as far as the injector has to know.
///
/// Read from the kind of the type's metadata and the flags of protocol types, which are part of
/// Swift's stable binary interface (*TypeMetadata.rst*, *MetadataKind.def*, and
/// `ExistentialTypeFlags` in *MetadataValues.h* of the Swift repository). A test pins them.
enum TypeRepresentation {
  /// A reference: a class, or a protocol type that only classes conform to.
  ///
  /// The first word is the object.
  case object
  /// A protocol type that any type may conform to.
  case opaque
  /// Anything else: no object that could be injected.
  case plain

  init(of type: Any.Type) {
    if type is AnyClass {
      self = .object
      return
    }
    // A metatype is a pointer to metadata, which begins with its kind.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: UInt.self) == Self.existentialKind else {
      self = .plain
      return
    }
    let flags = unsafe metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
    let isClassBound = flags & Self.anyTypeFlag == 0 && flags & Self.specialMask == 0
    self = isClassBound ? .object : .opaque
  }

  /// Whether the type is a protocol type, `any P`.
  static func isExistential(_ type: Any.Type) -> Bool {
    unsafe !(type is AnyClass)
      && unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == existentialKind
  }

  private static let existentialKind: UInt = 0x303
  /// Set when types other than classes may conform.
  private static let anyTypeFlag: UInt32 = 0x8000_0000
  /// Set for `any Error`, which is a box of its own kind.
  private static let specialMask: UInt32 = 0x3F00_0000
}
