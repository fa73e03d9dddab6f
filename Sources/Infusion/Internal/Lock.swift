#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A mutual exclusion lock for short sections that run no user code.
///
/// A pthread mutex, not `Synchronization.Mutex`: ThreadSanitizer reports false races on a contended
/// `Mutex` on Linux, and the code that is checked shall be the code that ships. No lock stands on a
/// path that is taken often.
///
/// `@unchecked Sendable`: the mutex is allocated once, used through the pthread functions only, and
/// destroyed when nobody refers to the lock any more.
final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives the lock up until the condition is signaled, and takes it again.
  ///
  /// The caller holds the lock.
  func wait(for condition: Condition) {
    pthread_cond_wait(condition.pointer, mutex)
  }
}

/// What a thread waits for; signaled under the lock with which it waits.
///
/// `@unchecked Sendable`: for the reasons of ``Lock``.
final class Condition: @unchecked Sendable {
  fileprivate let pointer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pointer.initialize(to: pthread_cond_t())
    pthread_cond_init(pointer, nil)
  }

  deinit {
    pthread_cond_destroy(pointer)
    pointer.deallocate()
  }

  func signal() {
    pthread_cond_signal(pointer)
  }
}
