import Synchronization

/// A reference that is replaced now and then, with the number of the change since which it has been
/// in force, as the ``History`` counts.
///
/// A request reads it without a lock, without a flag, and without retaining what it finds: what was
/// in force when the request began is in force still, or kept by the history. So the number is
/// checked before the object is touched, and once more afterwards: it may have been swapped
/// between.
///
/// `@unchecked Sendable`: both parts are atomic, and replaced under the lock of their owner only.
struct VersionedReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  private let since = Atomic<Int>(.max)
  private let reference = SwappableReference<Object>(nil)

  /// The object, if it has been in force at the epoch.
  ///
  /// The epoch is that of a request that this thread has under way: as long as that lasts, the
  /// object lives.
  @inline(__always)
  func present(at epoch: Int) -> Unmanaged<Object>? {
    let before = since.load(ordering: .acquiring)
    guard before <= epoch, let found = unsafe reference.unprotected,
      since.load(ordering: .relaxed) == before
    else { return nil }
    return unsafe found
  }

  /// The object, if it has been in force since just that change.
  ///
  /// The change is not later than the epoch of a request that this thread has under way.
  @inline(__always)
  func present(since number: Int) -> Unmanaged<Object>? {
    guard since.load(ordering: .acquiring) == number, let found = unsafe reference.unprotected,
      since.load(ordering: .relaxed) == number
    else { return nil }
    return unsafe found
  }

  /// Whatever is in force now.
  func load() -> Object? { reference.load() }

  /// Calls the body with whatever is in force now, which lives until the body ends; for the thread
  /// of the record.
  @inline(__always)
  func withProtected(_ record: ThreadRecord, _ body: (Unmanaged<Object>) -> Void) {
    unsafe reference.withProtected(record, body)
  }

  /// Replaces the object, and returns the old one, which requests may have found: the caller hands
  /// it to the history.
  ///
  /// Without a number, requests do not find the new one.
  @discardableResult
  func exchange(_ new: Object?, since number: Int?) -> Object? {
    since.store(.max, ordering: .relaxed)
    let old = reference.exchange(new)
    if new != nil, let number { since.store(number, ordering: .releasing) }
    return old
  }
}
