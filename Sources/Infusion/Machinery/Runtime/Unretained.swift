/// A reference that does not keep its object.
///
/// Frames and steps refer to objects by the thousand, and a retain costs more than the rest of what
/// they do. Each use says what keeps the object: a binding that was in force when the request began
/// lives until the request ends, and so do its plan, its steps and its cell.
@safe struct Unretained<Object: AnyObject>: Equatable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { unsafe reference = unsafe .passUnretained(object) }

  /// The object at an address; nil for 0.
  @inline(__always)
  init?(at address: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    unsafe reference = unsafe .fromOpaque(pointer)
  }

  /// A reference that keeps its object until `release()`.
  @inline(__always)
  init(keeping object: Object) { unsafe reference = unsafe .passRetained(object) }

  /// The object, retained by the caller as any other.
  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls the body with the object, which is not retained for it.
  @inline(__always)
  func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  var address: UInt { unsafe UInt(bitPattern: reference.toOpaque()) }

  /// Keeps the object until `release()`.
  @inline(__always)
  func retain() { _ = unsafe reference.retain() }

  func release() { unsafe reference.release() }

  /// The object, for a caller that takes over what keeps it.
  func takeRetained() -> Object { unsafe reference.takeRetainedValue() }

  @inline(__always)
  static func == (one: Self, other: Self) -> Bool { one.address == other.address }
}

/// Whether nothing else refers to an object.
///
/// Swift 6 opens an `AnyObject` that is passed to a generic function. Where this makes a copy, as it does
/// without optimization, the copy is a second reference. A function of a given type opens nothing.
@inline(__always)
func isUnique(_ object: inout AnyObject) -> Bool {
  let isUnique: (inout AnyObject) -> Bool = isKnownUniquelyReferenced
  return isUnique(&object)
}

/// The same for an object whose reference is the first word of a value.
@inline(__always)
func isUnique(at memory: UnsafeMutableRawPointer) -> Bool {
  unsafe isUnique(&memory.assumingMemoryBound(to: AnyObject.self).pointee)
}

extension UInt {
  /// The bits of an address, whose last four say little, spread for a table of any size.
  @inline(__always)
  var spread: Int { Int(truncatingIfNeeded: multiplied >> 32) }

  /// The bits of an address, whose last four say little, in a product of 64 bits on every platform.
  @inline(__always)
  var multiplied: UInt64 { UInt64(self >> 4) &* 0x9E37_79B9_7F4A_7C15 }
}
