import Synchronization

/// A reference that many threads read without a lock while one replaces it.
///
/// A reader sets its thread's flag, loads, retains, and clears the flag. A writer swaps the
/// reference, waits until it has seen each thread's flag clear, and releases the old object: the
/// thread that loaded the old address has retained it by then, and one that sets the flag later
/// loads the new one. Memory is bounded, because nothing waits to be collected. Readers on
/// different threads share no counter. A thread may also pin the object, see ``Pin``.
struct SwappableReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: by the protocol above. The address is that of a retained object, or
  // zero.
  private let address: Atomic<UInt>

  init(_ object: Object?) {
    address = Atomic(Self.retainedAddress(of: object))
  }

  deinit {
    Self.release(address.load(ordering: .acquiring))
  }

  func load() -> Object? {
    var found: Unmanaged<Object>?
    unsafe withProtected(.current) {
      unsafe retainOpaquely($0.toOpaque())
      unsafe found = unsafe $0
    }
    return unsafe found?.takeRetainedValue()
  }

  /// Calls the body with the object, which lives until the body ends; for the thread of the record.
  ///
  /// The body takes only a few steps: writers wait for it. What it retains, it retains opaquely.
  @inline(__always)
  func withProtected(_ record: ThreadRecord, _ body: (Unmanaged<Object>) -> Void) {
    record.isReading.store(true, ordering: .sequentiallyConsistent)
    if let pointer = unsafe UnsafeRawPointer(
      bitPattern: address.load(ordering: .sequentiallyConsistent))
    {
      unsafe body(.fromOpaque(pointer))
    }
    record.isReading.store(false, ordering: .releasing)
  }

  /// The address of the object, for a thread that pins it; 0 when there is none.
  @inline(__always)
  var unprotectedAddress: UInt { address.load(ordering: .relaxed) }

  /// The same, after the thread has pinned it.
  @inline(__always)
  var presentAddress: UInt { address.load(ordering: .sequentiallyConsistent) }

  /// The object, for a caller that knows that it stays.
  @inline(__always)
  var unprotected: Unmanaged<Object>? {
    unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map {
      unsafe Unmanaged<Object>.fromOpaque($0)
    }
  }

  /// Takes the object out, for a caller that knows that no thread reads it.
  func take() -> Object? {
    unsafe UnsafeRawPointer(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing)).map {
      unsafe Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
    }
  }

  /// Replaces the object and returns the old one.
  ///
  /// The caller keeps the old object until ``ThreadRegistry/leave(_:)`` has returned, and releases
  /// it where a user's deinitializer may run: outside locks.
  func exchange(_ object: Object?) -> Object? {
    let old = address.exchange(
      Self.retainedAddress(of: object), ordering: .sequentiallyConsistent)
    return unsafe UnsafeRawPointer(bitPattern: old).map {
      unsafe Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
    }
  }

  private static func retainedAddress(of object: Object?) -> UInt {
    object.map { unsafe UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
  }

  private static func release(_ address: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    unsafe Unmanaged<Object>.fromOpaque(pointer).release()
  }
}

/// Retains an object exactly where the call is written.
///
/// The optimizer may move a retain to the first use of the object: after the flag that protects the
/// object is cleared. It does not move a call that it may not look into.
@inline(never)
func retainOpaquely(_ pointer: UnsafeRawPointer) {
  _ = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain()
}
