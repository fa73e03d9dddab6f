import Synchronization

/// A reference that is set once and read without a lock.
struct OnceReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the address is atomic. It is zero, or the address of an object that
  // stays retained as long as the reference lives.
  private let address = Atomic<UInt>(0)

  deinit { unsafe unprotected?.release() }

  func load() -> Object? { unsafe unprotected?.takeUnretainedValue() }

  /// The object, for a caller that knows that the reference lives.
  @inline(__always)
  var unprotected: Unmanaged<Object>? {
    unsafe Unmanaged(at: address.load(ordering: .acquiring))
  }

  /// Releases the object, for a caller that knows that no thread reads the reference any more.
  func clear() {
    unsafe Unmanaged<Object>(at: address.exchange(0, ordering: .acquiringAndReleasing))?.release()
  }

  /// Keeps the object unless there is one already; returns the one that is kept.
  func storeIfEmpty(_ object: Object) -> Object {
    let retained = unsafe Unmanaged.passRetained(object)
    let (isStored, kept) = unsafe address.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()),
      ordering: .acquiringAndReleasing)
    guard !isStored, let first = unsafe Unmanaged<Object>(at: kept) else { return object }
    unsafe retained.release()
    return unsafe first.takeUnretainedValue()
  }
}

/// A value that is set once, by the thread that comes first, and read without a lock.
///
/// `@unchecked Sendable`: the reference is atomic, and what it refers to never changes.
final class OnceValue<Value>: @unchecked Sendable {
  private final class Box {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box = OnceReference<Box>()

  var value: Value? { box.load()?.value }

  /// Keeps the value unless there is one already; returns the one that is kept.
  func keepFirst(_ value: Value) -> Value { box.storeIfEmpty(Box(value)).value }
}
