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
  ///
  /// Three words hold the value or a reference to it; the fourth says which type it has.
  case container
  /// A protocol type of another layout: `any Error`, and protocol types with arguments.
  case opaque
  /// Anything else: no object that could be injected.
  case plain

  init(of type: Any.Type) {
    self =
      switch MetadataKind.of(type) {
      case MetadataKind.existential:
        switch Self.flags(ofExistential: type) & (Self.anyTypeFlag | Self.specialMask) {
        case 0: .object
        case Self.anyTypeFlag: .container
        default: .opaque
        }
      case MetadataKind.extendedExistential: .opaque
      default: type is AnyClass ? .object : .plain
      }
  }

  /// The value as an object; nil when it is none, or cannot be known to be one.
  @inline(__always)
  func object(in memory: UnsafeMutableRawPointer) -> Unretained<AnyObject>? {
    switch self {
    case .object: break
    case .container:
      let type = unsafe memory.load(fromByteOffset: 3 * Self.word, as: Any.Type.self)
      guard MetadataKind.isClass(MetadataKind.of(type)) else { return nil }
    case .opaque, .plain: return nil
    }
    return unsafe Unretained(at: memory.load(as: UInt.self))
  }

  /// Whether the type is a protocol type, `any P`.
  static func isExistential(_ type: Any.Type) -> Bool {
    MetadataKind.of(type) == MetadataKind.existential
  }

  /// Whether the type is an `Optional`.
  @inline(__always)
  static func isOptional(_ type: Any.Type) -> Bool {
    MetadataKind.of(type) == MetadataKind.optional
  }

  /// The type that an `Optional` wraps; nil for any other type.
  static func wrapped(by type: Any.Type) -> Any.Type? {
    guard isOptional(type) else { return nil }
    // It follows the kind and the descriptor.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return unsafe metadata.load(fromByteOffset: 2 * word, as: Any.Type.self)
  }

  /// The type inside all Optionals; the type itself if it is none.
  static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type: Any.Type = type
    while let wrapped = wrapped(by: type) { type = wrapped }
    return type
  }

  /// The number of words of a type's values if they are a reference to an object, or nil, followed by
  /// the witness tables of a protocol type; zero for other types.
  static func wordsOfReference(_ type: Any.Type) -> Int {
    let type = wrapped(by: type) ?? type
    let kind = MetadataKind.of(type)
    if MetadataKind.isClass(kind) { return 1 }
    guard kind == MetadataKind.existential else { return 0 }
    let flags = flags(ofExistential: type)
    return flags & (anyTypeFlag | specialMask) == 0 ? 1 + Int(flags & tablesMask) : 0
  }

  /// The same for types whose values are always objects; zero for an Optional, too.
  ///
  /// The first word of such a value is never zero.
  static func wordsOfObject(_ type: Any.Type) -> Int {
    isOptional(type) ? 0 : wordsOfReference(type)
  }

  /// Whether the values of a type are functions that run where they are called, wherever they are
  /// written.
  ///
  /// An asynchronous function runs on its actor, and the compiler checks one that is `@Sendable` or
  /// names a global actor.
  static func runsWhereCalled(_ type: Any.Type) -> Bool {
    guard let flags = FunctionFlags.of(type) else { return false }
    let checked = FunctionFlags.namesGlobalActor | FunctionFlags.isAsync | FunctionFlags.isSendable
    return flags & checked == 0
  }

  /// The number of words that precede the witness tables in the values of a protocol type, or of its
  /// metatype; nil for types whose values have no tables.
  static func wordsBeforeTables(_ type: Any.Type) -> Int? {
    switch MetadataKind.of(type) {
    case MetadataKind.existential:
      switch TypeRepresentation(of: type) {
      case .object: return 1
      case .container: return 4
      case .opaque, .plain: return nil
      }
    case MetadataKind.existentialMetatype: return 1
    case MetadataKind.extendedExistential:
      // The kind is followed by the address of the shape, whose flags begin with its layout.
      let shape = unsafe MetadataLayout.signedTarget(
        of: unsafeBitCast(type, to: UnsafeRawPointer.self) + word)
      switch unsafe shape?.load(as: UInt8.self) {
      case 0: return 4
      case 1, 2: return 1  // of classes only; of metatypes
      default: return nil
      }
    default: return nil
    }
  }

  /// The flags of a protocol type, which follow the kind.
  @inline(__always)
  private static func flags(ofExistential type: Any.Type) -> UInt32 {
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: word, as: UInt32.self)
  }

  private static let word = MemoryLayout<UInt>.size
  /// Set when types other than classes may conform.
  private static let anyTypeFlag: UInt32 = 0x8000_0000
  /// The number of witness tables.
  private static let tablesMask: UInt32 = 0x00FF_FFFF
  /// Set for `any Error`, which is a box of its own kind.
  private static let specialMask: UInt32 = 0x3F00_0000
}
