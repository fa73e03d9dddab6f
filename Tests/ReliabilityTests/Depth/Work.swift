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
