import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs a body on threads of its own and waits for all of them, but not for ever.
///
/// Threads that do not come back in time are left alone, and the test fails.
///
/// - Returns: Whether all threads have finished.
@discardableResult
func onThreads(
  _ count: Int, stackSize: Int? = nil, within limit: Duration = .seconds(120),
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

/// Starts one thread and does not wait for it.
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

/// Opens when it has been counted down; waiting for it has a limit.
final class Latch: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var remaining: Int

  init(_ count: Int = 1) {
    remaining = count
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func countDown() {
    pthread_mutex_lock(mutex)
    remaining -= 1
    if remaining <= 0 { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits; false when the latch has not opened in time.
  func wait(within limit: Duration = .seconds(60)) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += Int(limit.components.seconds)
    deadline.tv_nsec += Int(limit.components.attoseconds / 1_000_000_000)
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while remaining > 0 {
      if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return remaining <= 0 }
    }
    return true
  }
}

/// Lets threads pass together, as closely as they can: it spins.
final class StartLine: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  /// Arrives for the given round, counted from zero, and waits for the others.
  func pass(_ round: Int) {
    let goal = (round + 1) * count
    arrived.add(1, ordering: .acquiringAndReleasing)
    var spins = 0
    while arrived.load(ordering: .acquiring) < goal {
      spins += 1
      if spins > 50 { sched_yield() }
    }
  }
}

/// A value behind a lock.
final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @discardableResult
  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  var current: Value { with { $0 } }
}

/// A number that many threads change.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  @discardableResult
  func increment(by amount: Int = 1) -> Int {
    number.add(amount, ordering: .acquiringAndReleasing).newValue
  }

  var value: Int { number.load(ordering: .acquiring) }
}

/// A switch that is thrown once.
final class Flag: Sendable {
  private let state = Atomic<Bool>(false)

  func raise() { state.store(true, ordering: .releasing) }

  var isRaised: Bool { state.load(ordering: .acquiring) }
}

func yieldThread() { sched_yield() }

func sleepBriefly() { usleep(200) }

/// Expects something that threads which have just ended may still stand in the way of: the last of
/// them releases what all of them have captured.
func expectEventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) {
  for _ in 0..<25_000 where !condition() { sleepBriefly() }
  #expect(condition(), sourceLocation: sourceLocation)
}
