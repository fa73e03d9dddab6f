import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
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
  func wait(within limit: Duration = .seconds(Settings.patience)) -> Bool {
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
