import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs a body on new threads and waits for all of them, but not for ever.
///
/// If threads do not end in time, the test fails and leaves them behind.
///
/// - Returns: Whether all threads have finished.
@discardableResult
func onThreads(
  _ count: Int, stackSize: Int? = nil, within limit: Duration = .seconds(Settings.patience),
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Int) -> Void
) -> Bool {
  let finished = Latch(count)
  for index in 0..<count {
    startThread(stackSize: stackSize) {
      body(index)
      finished.countDown()
    }
  }
  guard finished.wait(within: limit) else {
    Issue.record("threads have not finished within \(limit)", sourceLocation: sourceLocation)
    return false
  }
  return true
}

/// Starts a thread without waiting for it.
func startThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  let work = Unmanaged.passRetained(ThreadBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let result = pthread_create(&thread, &attributes, run(_:), work.toOpaque())
  #else
    var thread = pthread_t()
    let result = pthread_create(&thread, &attributes, run(_:), work.toOpaque())
  #endif
  guard result == 0 else { fatalError("no thread can be started") }
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
#else
  private func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
    return nil
  }
#endif

/// Distinguishes the present thread from other live threads.
func threadIdentity() -> Int {
  #if canImport(Darwin)
    Int(bitPattern: pthread_self())
  #else
    Int(truncatingIfNeeded: pthread_self())
  #endif
}

func yieldThread() { sched_yield() }

func sleepBriefly() { usleep(200) }

/// Expects a condition that threads may still prevent that have just ended: the last thread
/// releases the values that all of them have captured.
func expectEventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) {
  for _ in 0..<25_000 where !condition() { sleepBriefly() }
  #expect(condition(), sourceLocation: sourceLocation)
}

/// Ends the process of an exit test if it does not end by itself.
func guardAgainstHanging() {
  startThread {
    sleep(UInt32(Settings.patience))
    _exit(9)
  }
}
