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
    if type is AnyClass {
      self = .object
      return
    }
    // A metatype is a pointer to metadata, which begins with its kind.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch unsafe metadata.load(as: UInt.self) {
    case Self.existentialKind:
      let flags = unsafe metadata.load(fromByteOffset: Self.word, as: UInt32.self)
      self =
        if flags & Self.specialMask != 0 {
          .opaque
        } else if flags & Self.anyTypeFlag == 0 {
          .object
        } else {
          .container
        }
    case Self.extendedExistentialKind: self = .opaque
    default: self = .plain
    }
  }

  /// The value as an object; nil when it is none, or cannot be known to be one.
  @inline(__always)
  func object(in memory: UnsafeMutableRawPointer) -> Unretained<AnyObject>? {
    switch self {
    case .object: break
    case .container:
      let metadata = unsafe memory.load(fromByteOffset: 3 * Self.word, as: UnsafeRawPointer.self)
      guard unsafe Self.isClass(metadata) else { return nil }
    case .opaque, .plain: return nil
    }
    return unsafe Unretained(at: memory.load(as: UInt.self))
  }

  /// Whether metadata belongs to a class: for Swift's own classes it begins with a pointer or, on
  /// platforms without Objective-C, with zero.
  private static func isClass(_ metadata: UnsafeRawPointer) -> Bool {
    let kind = unsafe metadata.load(as: UInt.self)
    return kind == 0 || kind > lastKind || kind == classWrapperKind
  }

  /// Whether the type is a protocol type, `any P`.
  static func isExistential(_ type: Any.Type) -> Bool {
    unsafe !(type is AnyClass)
      && unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == existentialKind
  }

  /// Whether a type is an enumeration other than `Optional`.
  static func isEnumeration(_ type: Any.Type) -> Bool {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return unsafe metadata.load(as: UInt.self) == enumerationKind
  }

  /// Whether the type is an `Optional`.
  @inline(__always)
  static func isOptional(_ type: Any.Type) -> Bool {
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self) == optionalKind
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
    let metadata = unsafe unsafeBitCast(wrapped(by: type) ?? type, to: UnsafeRawPointer.self)
    if unsafe isClass(metadata) { return 1 }
    guard unsafe metadata.load(as: UInt.self) == existentialKind else { return 0 }
    let flags = unsafe metadata.load(fromByteOffset: word, as: UInt32.self)
    return flags & (anyTypeFlag | specialMask) == 0 ? 1 + Int(flags & tablesMask) : 0
  }

  /// The same for types whose values are always objects; zero for an Optional, too.
  ///
  /// The first word of such a value is never zero.
  static func wordsOfObject(_ type: Any.Type) -> Int {
    isOptional(type) ? 0 : wordsOfReference(type)
  }

  private static let word = MemoryLayout<UInt>.size
  private static let enumerationKind: UInt = 0x201
  private static let optionalKind: UInt = 0x202
  private static let existentialKind: UInt = 0x303
  private static let extendedExistentialKind: UInt = 0x307
  private static let lastKind: UInt = 0x7FF
  /// The kind of a class that Objective-C has made.
  private static let classWrapperKind: UInt = 0x305
  /// Set when types other than classes may conform.
  private static let anyTypeFlag: UInt32 = 0x8000_0000
  /// The number of witness tables.
  private static let tablesMask: UInt32 = 0x00FF_FFFF
  /// Set for `any Error`, which is a box of its own kind.
  private static let specialMask: UInt32 = 0x3F00_0000
}
