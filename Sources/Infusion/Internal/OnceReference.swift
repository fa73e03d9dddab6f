import Synchronization

/// A reference that is set once and read without a lock.
struct OnceReference<Object: AnyObject>: ~Copyable {
  private let reference = AtomicLazyReference<Object>()

  func load() -> Object? { reference.load() }

  /// Keeps the object unless there is one already; returns the one that is kept.
  func storeIfEmpty(_ object: Object) -> Object {
    reference.storeIfNil(object)
  }
}
