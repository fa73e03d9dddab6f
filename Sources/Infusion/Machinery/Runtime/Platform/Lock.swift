// The project builds the branch for Glibc; its check `platforms` only compiles the others.
#if canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import WinSDK
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("Infusion does not know this platform's mutex.")
#endif

/// A mutual exclusion lock for short sections that run no user code.
///
/// The lock is the platform's mutex, not a `Synchronization.Mutex`: ThreadSanitizer reports false
/// races on a contended `Mutex` on Linux, and the code that is checked must be the code that ships. To
/// read an instance takes no lock, unless it is kept weakly.
///
/// `@unchecked Sendable`: the mutex lies in the memory of the object, where it stays, and is used
/// through the platform's functions only.
@safe class Lock: @unchecked Sendable {
  /// The first stored property, which lies where the stored properties of an object begin.
  @exclusivity(unchecked) private var storage = unsafe NativeMutex()

  init() {
    assert(unsafe withUnsafeBytes(of: &storage) { $0.baseAddress } == UnsafeRawPointer(mutex))
    unsafe mutex.create()
  }

  deinit { unsafe mutex.destroy() }

  private final var mutex: UnsafeMutablePointer<NativeMutex> {
    unsafe _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: NativeMutex.self)
  }

  @inline(__always)
  final func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The owner keeps the lock: a retain and a release would take longer than the rest.
    let mutex = unsafe mutex
    unsafe mutex.acquire()
    defer { unsafe mutex.release() }
    return try body()
  }

  /// Gives up the lock until the condition is signaled, and takes it again.
  ///
  /// The caller holds the lock.
  final func wait(for condition: Condition) { unsafe condition.pointer.wait(releasing: mutex) }
}

/// A condition that a thread waits for; signal it under the lock that the thread waits with.
///
/// Threads may share it, for the reasons of ``Lock``.
@safe final class Condition {
  fileprivate let pointer = UnsafeMutablePointer<NativeCondition>.allocate(capacity: 1)

  init() { unsafe pointer.create() }

  deinit {
    unsafe pointer.destroy()
    unsafe pointer.deallocate()
  }

  func signal() { unsafe pointer.signal() }
}

/// A value that several threads read and change.
///
/// `@unchecked Sendable`: the value is read and changed under the lock.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}

#if canImport(WinSDK)
  private typealias NativeMutex = SRWLOCK
  private typealias NativeCondition = CONDITION_VARIABLE

  extension UnsafeMutablePointer<SRWLOCK> {
    fileprivate func create() { unsafe InitializeSRWLock(self) }
    fileprivate func destroy() {}
    fileprivate func acquire() { unsafe AcquireSRWLockExclusive(self) }
    fileprivate func release() { unsafe ReleaseSRWLockExclusive(self) }
  }

  extension UnsafeMutablePointer<CONDITION_VARIABLE> {
    fileprivate func create() { unsafe InitializeConditionVariable(self) }
    fileprivate func destroy() {}
    fileprivate func signal() { unsafe WakeConditionVariable(self) }
    fileprivate func wait(releasing mutex: UnsafeMutablePointer<SRWLOCK>) {
      _ = unsafe SleepConditionVariableSRW(self, mutex, INFINITE, 0)
    }
  }
#else
  private typealias NativeMutex = pthread_mutex_t
  private typealias NativeCondition = pthread_cond_t

  extension UnsafeMutablePointer<pthread_mutex_t> {
    fileprivate func create() { unsafe pthread_mutex_init(self, nil) }
    fileprivate func destroy() { unsafe pthread_mutex_destroy(self) }
    fileprivate func acquire() { unsafe pthread_mutex_lock(self) }
    fileprivate func release() { unsafe pthread_mutex_unlock(self) }
  }

  extension UnsafeMutablePointer<pthread_cond_t> {
    fileprivate func create() {
      unsafe initialize(to: pthread_cond_t())
      unsafe pthread_cond_init(self, nil)
    }
    fileprivate func destroy() { unsafe pthread_cond_destroy(self) }
    fileprivate func signal() { unsafe pthread_cond_signal(self) }
    fileprivate func wait(releasing mutex: UnsafeMutablePointer<pthread_mutex_t>) {
      unsafe pthread_cond_wait(self, mutex)
    }
  }
#endif
