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
/// `@unchecked Sendable`: the mutex does not move, is used through the pthread functions only, and is
/// destroyed with the object that holds it.
@safe struct Lock: @unchecked Sendable {
  /// Keeps the mutex, unless the owner of the lock does.
  private let holder: LockHolder?
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    let holder = LockHolder()
    unsafe mutex = unsafe holder.mutex
    self.holder = holder
  }

  /// The lock of an object that outlives every use of it.
  fileprivate init(of holder: LockHolder) {
    unsafe mutex = unsafe holder.mutex
    self.holder = nil
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

/// An object that holds a mutex in its own memory, where it stays.
@safe class LockHolder {
  /// The first stored property, which lies where the stored properties of an object begin.
  @exclusivity(unchecked) private var storage = unsafe pthread_mutex_t()

  init() {
    assert(unsafe withUnsafeBytes(of: &storage) { $0.baseAddress } == UnsafeRawPointer(mutex))
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit { unsafe pthread_mutex_destroy(mutex) }

  fileprivate var mutex: UnsafeMutablePointer<pthread_mutex_t> {
    unsafe _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  /// Excludes other threads while the object lives.
  var lock: Lock { Lock(of: self) }
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
