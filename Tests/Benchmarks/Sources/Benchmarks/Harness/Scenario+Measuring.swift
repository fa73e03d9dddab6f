extension Scenario {
  /// Measures this line.
  func measure(row: String, _ sampling: Sampling) throws -> Result {
    var result = Result(row: row, variant: variant, goal: goal)
    switch kind {
    case .compared(let reference, let subject):
      let times = try sampling.compare(reference, subject, floor: floor)
      result.reference = times.reference
      result.nanoseconds = times.subject
      result.ratio = times.ratio
      result.floor = times.floorRatio
      result.allocations = try subject.allocations(of: subject.operations ?? counted ?? 1)?.count

    case .first:
      let times = try (0..<sampling.rounds).map { _ in
        try FirstTime(row: row, variant: variant)
      }
      result.reference = times.map(\.reference).median
      result.nanoseconds = times.map(\.nanoseconds).median
      result.ratio = times.map { $0.nanoseconds / $0.reference }.median
      result.allocations = times[0].allocations

    case .footprint(let units, let prepare):
      let footprint = try Scenario.footprint(units, prepare)
      result.allocations = footprint?.count
      result.bytes = footprint?.bytes
    }
    return result
  }

  /// Counts the allocations of a piece of work that are still in use at its end.
  static func footprint(
    _ units: Int, _ prepare: () throws -> () throws -> Any
  ) throws -> Allocations? {
    // The first run allocates objects that the whole process keeps.
    _ = try prepare()()
    let make = try Allocations.preparing(prepare)
    var kept: Any?
    defer { withExtendedLifetime(kept) {} }
    return try Allocations.counting(per: units) { kept = try make() }
  }
}
