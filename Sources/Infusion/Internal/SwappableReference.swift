import Synchronization

/// A reference that many threads read without a lock while one replaces it.
///
/// A reader sets its thread's flag, loads, retains, and clears the flag. A writer swaps the
/// reference, waits until it has seen each thread's flag clear, and releases the old object:
/// whoever loaded the old address has retained it by then, and whoever sets the flag later loads
/// the new one. Memory is bounded, for nothing waits to be collected; and readers on different
/// threads share no counter.
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

  /// Lets the body see the object while it is kept from being released.
  ///
  /// A few instructions at a time: a writer waits meanwhile. No user code, no other reference.
  @inline(__always)
  func withBorrowed<Result>(
    _ record: ThreadRecord, _ body: (Unmanaged<Object>) -> Result
  ) -> Result? {
    record.isReading.store(true, ordering: .sequentiallyConsistent)
    defer { record.isReading.store(false, ordering: .releasing) }
    guard
      let pointer = UnsafeRawPointer(
        bitPattern: address.load(ordering: .sequentiallyConsistent))
    else { return nil }
    return body(Unmanaged<Object>.fromOpaque(pointer))
  }

  func load() -> Object? {
    let record = ThreadRecord.current
    record.isReading.store(true, ordering: .sequentiallyConsistent)
    defer { record.isReading.store(false, ordering: .releasing) }
    guard
      let pointer = UnsafeRawPointer(
        bitPattern: address.load(ordering: .sequentiallyConsistent))
    else { return nil }
    // Taking the value retains it, before the flag is cleared.
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Replaces the object and returns the old one, which nobody is about to retain any more.
  ///
  /// The caller lets go of it where a deinitializer of the user may run: outside locks.
  @discardableResult
  func exchange(_ object: Object?) -> Object? {
    let old = address.exchange(
      Self.retainedAddress(of: object), ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeRawPointer(bitPattern: old) else { return nil }
    ThreadRegistry.shared.waitForReaders()
    return Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  private static func retainedAddress(of object: Object?) -> UInt {
    object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
  }

  private static func release(_ address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    Unmanaged<Object>.fromOpaque(pointer).release()
  }
}
