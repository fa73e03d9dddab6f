#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A mutual exclusion lock for short sections that run no user code.
///
/// The lock is a pthread mutex, not a `Synchronization.Mutex`: ThreadSanitizer reports false races
/// on a contended `Mutex` on Linux, and the code that is checked must be the code that ships. No
/// lock is on a path that is taken often.
///
/// `@unchecked Sendable`: the mutex lies in memory of its own, is used through the pthread
/// functions only, and is destroyed when nothing refers to the lock any more.
@safe struct Lock: @unchecked Sendable {
  @unsafe private final class Memory: ManagedBuffer<Void, pthread_mutex_t> {
    deinit {
      _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) }
    }
  }

  /// Keeps the mutex.
  private let memory: AnyObject
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    let memory = unsafe Memory.create(minimumCapacity: 1) { _ in }
    unsafe mutex = unsafe memory.withUnsafeMutablePointerToElements { unsafe $0 }
    self.memory = unsafe memory
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Gives up the lock until the condition is signaled, and takes it again.
  ///
  /// The caller holds the lock.
  func wait(for condition: Condition) {
    unsafe pthread_cond_wait(condition.pointer, mutex)
  }
}

/// A condition that a thread waits for; signal it under the lock that the thread waits with.
///
/// `@unchecked Sendable`: for the reasons of ``Lock``.
@safe final class Condition: @unchecked Sendable {
  fileprivate let pointer = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pointer.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(pointer, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(pointer)
    unsafe pointer.deallocate()
  }

  func signal() {
    unsafe pthread_cond_signal(pointer)
  }
}
