import Foundation

/// Prints the matrix as text.
enum MatrixReport {
  static func print(_ results: [Matrix.Measured]) {
    let dependencies = Dependency.all.map(\.name)
    for situation in Situation.allCases {
      let cells = results.filter { $0.situation == situation.rawValue }
      guard !cells.isEmpty else { continue }
      let table = Dictionary(grouping: cells) { $0.binding + " " + $0.lifetime }
      Swift.print("\n\(situation.rawValue): ratio to hand-written code")
      Swift.print(line([""] + dependencies))
      for binding in BindingForm.allCases {
        for lifetime in binding.lifetimes {
          let row = "\(binding.rawValue) \(lifetime.rawValue)"
          guard let cells = table[row] else { continue }
          Swift.print(
            line(
              [row]
                + dependencies.map { name in
                  cells.first { $0.dependency == name }.map(text) ?? ""
                }))
        }
      }
    }
    let missed = results.filter { !$0.met }.sorted { $0.excess > $1.excess }
    Swift.print("\n\(results.count - missed.count) of \(results.count) cells reach their targets")
    if missed.isEmpty { return }
    Swift.print("The farthest away:")
    for result in missed.prefix(30) {
      let allocations = result.allocations.map { Report.number($0, digits: 1) } ?? "-"
      Swift.print(
        "  \(result.name): \(Report.number(result.ratio, digits: 1))×, "
          + "\(Report.number(result.nanoseconds, digits: 0)) ns, "
          + "\(allocations) of \(result.allowed) allocations (\(result.why))")
    }
  }

  static func json(_ results: [Matrix.Measured]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(results) + Data("\n".utf8)
  }

  /// The time of one property if the cell makes no values, otherwise the ratio.
  private static func text(_ result: Matrix.Measured) -> String {
    let isNil = [BindingForm.nothing, .unbound].map(\.rawValue).contains(result.binding)
    let number =
      isNil
      ? Report.number(result.nanoseconds / 4, digits: 0) + " ns"
      : Report.number(result.ratio, digits: 1)
    return number + (result.met ? " " : "!")
  }

  private static func line(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let width = index == 0 ? 28 : 13
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }
}
