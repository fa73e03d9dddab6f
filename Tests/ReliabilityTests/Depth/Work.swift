import WorkCounts

/// What a thread does, in figures that are the same each time and on every machine.
struct Work {
  let allocatedBytes: UInt64
  let movedBytes: UInt64
  let retains: UInt64

  /// Whether everything is at most so many times as much, but for a remainder that does not grow.
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
