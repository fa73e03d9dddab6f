import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Opens when it has been counted down; waiting has a time limit.
final class Latch: Sendable {
  private let condition = Condition()
  private let remaining: Atomic<Int>

  init(_ count: Int = 1) { remaining = Atomic(count) }

  func countDown() {
    let left = remaining.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left <= 0 { condition.wakeAll() }
  }

  /// Waits; returns false if the latch has not opened in time.
  func wait(within limit: Duration = .seconds(Settings.patience)) -> Bool {
    condition.wait(within: limit) { remaining.load(ordering: .acquiring) <= 0 }
  }
}

/// Makes threads continue together, as closely as they can.
///
/// A thread spins for a time, so that threads that run at the same time pass together, and then
/// sleeps: with more threads than cores, a thread that spins keeps others, for which it waits, from
/// running.
final class StartLine: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let condition = Condition()

  init(_ count: Int) { self.count = count }

  /// Arrives for the given round, counted from zero, and waits for the others.
  func pass(_ round: Int) {
    let goal = (round + 1) * count
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue >= goal {
      condition.wakeAll()
      return
    }
    for spin in 0..<60 {
      if arrived.load(ordering: .acquiring) >= goal { return }
      if spin >= 50 { sched_yield() }
    }
    _ = condition.wait(within: .seconds(Settings.patience)) {
      arrived.load(ordering: .acquiring) >= goal
    }
  }
}

/// Makes threads sleep until a condition holds; the thread that makes it true wakes them.
private final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
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

  /// Wakes all sleeping threads to check the condition again.
  func wakeAll() {
    // A thread that has checked the condition but does not sleep yet holds the mutex.
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Sleeps until the condition holds; returns false if that takes too long.
  func wait(within limit: Duration, until isSo: () -> Bool) -> Bool {
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
    while !isSo() {
      if pthread_cond_timedwait(condition, mutex, &deadline) != 0 { return isSo() }
    }
    return true
  }
}
