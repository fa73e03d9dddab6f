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
  @exclusivity(unchecked) private var storage = unsafe NativeMutex.unused

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
