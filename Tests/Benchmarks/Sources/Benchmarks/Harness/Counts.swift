import Counting

/// The allocations of a number of operations.
struct Allocations {
  let count: Double
  let bytes: Double
}

/// The scenario made another number of objects than expected.
struct WrongCount: Error, CustomStringConvertible {
  let expected: Int
  let made: Int
  var description: String { "\(made) objects were made instead of \(expected)" }
}

extension Side {
  /// Runs operations, and checks the number of objects that they make.
  ///
  /// - Parameters:
  ///   - operations: The number of operations.
  ///   - measure: Runs and measures the operations.
  func run<Measured>(
    _ operations: Int, _ measure: (_ run: @escaping () throws -> Void) throws -> Measured
  ) throws -> Measured {
    let work = try Allocations.preparing { try prepare(operations) }
    defer { work.finish() }
    let before = objectsMade
    let measured = try withoutActuallyEscaping(measure) { measure in
      var measured: Measured?
      try enter { measured = try measure(work.run) }
      return measured
    }
    let made = objectsMade - before
    let expected = isMadeOnce ? objects : objects * operations
    guard let measured, made == expected else { throw WrongCount(expected: expected, made: made) }
    return measured
  }

  /// Counts the allocations of operations; nil if they cannot be counted.
  func allocations(of operations: Int) throws -> Allocations? {
    try run(operations) { run in try Allocations.counting(per: operations, run) }
  }

  /// Runs operations between two marks that callgrind sees.
  func mark(_ operations: Int) throws {
    try run(operations) { run in
      benchmarks_counting_begins()
      try run()
      benchmarks_counting_ends()
    }
  }

  /// Counts the allocations of one operation, between two marks that callgrind sees.
  func allocationsBetweenMarks() throws -> Allocations? {
    try run(1) { run in
      try Allocations.counting(per: 1) {
        benchmarks_counting_begins()
        try run()
        benchmarks_counting_ends()
      }
    }
  }
}

extension Allocations {
  /// Prepares operations that are counted later: blocks that they free or enlarge are counted, too.
  static func preparing<Prepared>(_ body: () throws -> Prepared) rethrows -> Prepared {
    beginExactBlocks()
    defer { endExactBlocks() }
    return try body()
  }

  /// Counts the allocations of a piece of work on this thread, per unit of the work.
  static func counting(per units: Int, _ body: () throws -> Void) rethrows -> Allocations? {
    beginCountingAllocations()
    defer { _ = endCountingAllocations() }
    try body()
    let counts = endCountingAllocations()
    guard canCountAllocations() else { return nil }
    return Allocations(
      count: Double(counts.allocations) / Double(units),
      bytes: Double(counts.liveBytes) / Double(units))
  }
}
