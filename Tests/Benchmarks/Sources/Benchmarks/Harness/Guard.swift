/// The counts of every line, to be compared with earlier ones: exact, and independent of time.
enum Guard {
  /// Counts, and returns a table: row, variant, side, operations, allocations and bytes per
  /// operation.
  ///
  /// The operations of each line run once more between two marks, at which callgrind dumps its
  /// counts: one dump for each line, in their order, except for lines with the side `kept`.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - all: Whether to count even the lines that take long.
  static func table(of rows: [Row], all: Bool) throws -> String {
    try rows.map { row in
      try row.scenarios().filter { all || $0.counted != nil }.map { scenario in
        try lines(of: scenario).map { line in
          [row.name, scenario.variant, line.side, "\(line.operations)"]
            + [line.allocations?.count, line.allocations?.bytes].map(text)
        }
      }
    }
    .joined().joined().map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private struct Line {
    let side: String
    let operations: Int
    let allocations: Allocations?
  }

  private static func lines(of scenario: Scenario) throws -> [Line] {
    switch scenario.kind {
    case .compared(let reference, let subject):
      let sides =
        [("reference", reference), ("infusion", subject)]
        + (scenario.floor.map { [("floor", $0)] } ?? [])
      return try sides.map { name, side in
        let operations = scenario.counted ?? side.operations ?? 1
        try side.run(operations) { run in try run() }
        let allocations = try side.allocations(of: operations)
        try side.mark(operations)
        return Line(side: name, operations: operations, allocations: allocations)
      }

    case .first(_, let subject):
      // There is no second run, so the instructions that count allocations are counted, too.
      return [
        Line(side: "infusion", operations: 1, allocations: try subject.allocationsBetweenMarks())
      ]

    case .footprint(let units, let prepare):
      let allocations = try Scenario.footprint(units, prepare)
      return [Line(side: "kept", operations: units, allocations: allocations)]
    }
  }

  private static func text(_ value: Double?) -> String {
    // In the notation of programs: without separators.
    guard let value else { return "-" }
    return value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
  }
}
