/// Counts of the lines that a guard compares with earlier ones: exact, and free of time.
struct Guard {
  /// A side of a line.
  struct Entry {
    let row: String
    let variant: String
    let side: String
    let operations: Int
    let run: () throws -> Allocations?
  }

  /// Whether callgrind counts instructions, or this program allocations.
  let marks: Bool

  /// Counts, and returns a table: row, variant, side, operations, allocations of one operation.
  ///
  /// With marks the last column is a dash, and callgrind dumps once for each line, in their order.
  func table(of rows: [Row], all: Bool) throws -> String {
    var lines: [String] = []
    for row in rows {
      for scenario in try row.scenarios() where all || scenario.counted != nil {
        for (side, operations, body) in try sides(of: scenario) {
          let allocations = try body()
          lines.append(
            [row.name, scenario.variant, side, "\(operations)", allocations ?? "-"]
              .joined(separator: "\t"))
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func sides(
    of scenario: Scenario
  ) throws -> [(side: String, operations: Int, body: () throws -> String?)] {
    switch scenario.kind {
    case .compared(let reference, let subject):
      return [("reference", reference), ("infusion", subject)].map { name, side in
        let operations = side.operations ?? scenario.counted ?? 1
        return (name, operations, { try count(side, operations, warming: true) })
      }
    case .first(_, let subject):
      return [("infusion", 1, { try count(subject, 1, warming: false) })]
    case .footprint(let units, let prepare):
      guard !marks else { return [] }
      return [
        ("infusion", units, { try Scenario.footprint(units, prepare).map { text($0.count) } }),
        ("bytes", units, { try Scenario.footprint(units, prepare).map { text($0.bytes) } }),
      ]
    }
  }

  private func count(_ side: Side, _ operations: Int, warming: Bool) throws -> String? {
    if warming { try side.run(operations) { run in try run() } }
    guard marks else { return try side.allocations(of: operations).map { text($0.count) } }
    try side.mark(operations)
    return nil
  }

  private func text(_ value: Double) -> String { Report.number(value, digits: 3) }
}
