import Synchronization

/// A reference that many threads read without a lock while one replaces it.
///
/// A reader sets its thread's flag, loads, retains, and clears the flag. A writer swaps the
/// reference, waits until it has seen each thread's flag clear, and releases the old object: the
/// thread that loaded the old address has retained it by then, and one that sets the flag later
/// loads the new one. Memory is bounded, because nothing waits to be collected. Readers on
/// different threads share no counter. A thread may also pin the object, see ``Pin``.
struct SwappableReference<Object: AnyObject>: ~Copyable {
  /// The address of a retained object, or zero.
  private let address = Atomic<UInt>(0)

  deinit { unprotected?.release() }

  func load() -> Object? {
    let record = ThreadRecord.current
    record.isReading.store(true, ordering: .sequentiallyConsistent)
    let found = presentAddress
    // A writer waits for the few steps in which the flag is set.
    if let pointer = unsafe UnsafeRawPointer(bitPattern: found) { unsafe retainOpaquely(pointer) }
    record.isReading.store(false, ordering: .releasing)
    return Unretained<Object>(at: found)?.takeRetained()
  }

  /// The address of the object, for a thread that pins it; 0 when there is none.
  @inline(__always)
  var unprotectedAddress: UInt { address.load(ordering: .relaxed) }

  /// The same, after the thread has pinned it.
  @inline(__always)
  var presentAddress: UInt { address.load(ordering: .sequentiallyConsistent) }

  /// The object, for a caller that knows that it stays.
  @inline(__always)
  var unprotected: Unretained<Object>? { Unretained(at: address.load(ordering: .acquiring)) }

  /// Replaces the object and returns the old one.
  ///
  /// The caller keeps the old object until ``ThreadRecord/keepForReaders(_:)`` has returned, and releases
  /// it where a user's deinitializer may run: outside locks.
  func exchange(_ object: Object?) -> Object? {
    let new = object.map { Unretained(keeping: $0).address } ?? 0
    let old = address.exchange(new, ordering: .sequentiallyConsistent)
    return Unretained<Object>(at: old)?.takeRetained()
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

/// Retains an object that the snapshot of a whole call protects.
@inline(__always)
func retainFreely(_ pointer: UnsafeRawPointer) {
  _ = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).retain()
}
