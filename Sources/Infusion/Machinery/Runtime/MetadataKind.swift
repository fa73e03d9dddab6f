/// The kind of a type, with which its metadata begins.
///
/// The numbers are part of Swift's stable binary interface (*MetadataKind.def* of the Swift
/// repository). A test pins them.
enum MetadataKind {
  /// A metatype is a pointer to metadata.
  @inline(__always)
  static func of(_ type: Any.Type) -> UInt {
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
  }

  /// Whether metadata of this kind belongs to a class: for Swift's own classes it begins with a
  /// pointer or, on platforms without Objective-C, with zero.
  @inline(__always)
  static func isClass(_ kind: UInt) -> Bool { kind == 0 || kind > 0x7FF || kind == classWrapper }

  static let structure: UInt = 0x200
  static let enumeration: UInt = 0x201
  static let optional: UInt = 0x202
  static let function: UInt = 0x302
  static let existential: UInt = 0x303
  /// A class that Objective-C has made.
  static let classWrapper: UInt = 0x305
  static let existentialMetatype: UInt = 0x306
  static let extendedExistential: UInt = 0x307
  /// What a closure captures.
  static let captures: UInt = 0x400
}

/// The flags of a function type, which follow the kind.
///
/// They are part of Swift's stable binary interface (`FunctionTypeFlags` in *MetadataValues.h* of the
/// Swift repository). A test pins them.
enum FunctionFlags {
  /// The flags; nil for a type that is no function.
  static func of(_ type: Any.Type) -> UInt? {
    guard MetadataKind.of(type) == MetadataKind.function else { return nil }
    return unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
  }

  static let countMask: UInt = 0xFFFF
  static let throwsErrors: UInt = 0x0100_0000
  static let namesGlobalActor: UInt = 0x1000_0000
  static let isAsync: UInt = 0x2000_0000
  static let isSendable: UInt = 0x4000_0000
  /// Other conventions, `inout` and the like, differentiable functions.
  static let unknown: UInt = 0x0AFF_0000
}
