import Synchronization

/// Numbers that are given out once per process.
enum UniqueNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
