import WorkCounts

/// The work of a thread, in figures that are the same for every run and machine.
struct Work {
  let allocatedBytes: UInt64
  let movedBytes: UInt64
  let retains: UInt64

  /// Whether each figure is at most a multiple of the other, except for a constant remainder.
  func isAtMost(_ factor: UInt64, times other: Work) -> Bool {
    allocatedBytes <= factor * other.allocatedBytes + 50_000
      && movedBytes <= factor * other.movedBytes + 50_000
      && retains <= factor * other.retains + 5_000
  }
}

/// Counts what the calling thread does while the body runs.
func counted(_ body: () throws -> Void) rethrows -> Work {
  let before = workCount()
  try body()
  let after = workCount()
  return Work(
    allocatedBytes: after.allocatedBytes - before.allocatedBytes,
    movedBytes: after.movedBytes - before.movedBytes, retains: after.retains - before.retains)
}

/// Runs asynchronous code on the calling thread until it ends.
func runHere(_ body: @escaping @Sendable () async -> Void) {
  let executor = ExecutorOfOneThread()
  let isOver = Flag()
  Task(executorPreference: executor) {
    await body()
    isOver.raise()
  }
  while !isOver.isRaised { executor.runNext() }
}

private final class ExecutorOfOneThread: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.with { $0.append(job) }
  }

  func runNext() {
    guard let job = jobs.with({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      return yieldThread()
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
