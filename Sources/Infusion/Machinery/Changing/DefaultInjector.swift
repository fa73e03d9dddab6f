/// The injector of the process.
///
/// `@unchecked Sendable`: it is read and replaced atomically; the lock lets changes take turns.
final class DefaultInjector: @unchecked Sendable {
  static let shared = DefaultInjector()

  private let lock = Lock()
  private let kept = SwappableReference<Injector>()

  var injector: Injector? { kept.load() }

  /// Replaces the injector and returns the old one, to be released outside the lock.
  func exchange(_ injector: Injector?) -> Injector? {
    lock.withLock {
      let last = kept.exchange(injector)
      if let last { ThreadRecord.keepForReaders([last]) }
      return last
    }
  }

  /// Keeps the injector unless there is one; returns the one that is kept.
  func setIfEmpty(_ injector: Injector) -> Injector {
    lock.withLock {
      if let present = kept.load() { return present }
      _ = kept.exchange(injector)
      return injector
    }
  }
}
