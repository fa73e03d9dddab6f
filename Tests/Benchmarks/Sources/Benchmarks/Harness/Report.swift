import Foundation

/// Prints the results as text.
enum Report {
  static let columns = [
    "row", "variant", "reference", "Infusion", "ratio", "floor", "to floor", "allocations",
    "target", "",
  ]

  static func cells(of result: Result) -> [String] {
    let size = result.bytes.map { "\($0.rounded().formatted(.number.grouping(.automatic))) B" }
    return [
      result.row, result.variant, nanoseconds(result.reference),
      size ?? nanoseconds(result.nanoseconds),
      times(result.ratio), times(result.floor), times(result.overFloor),
      result.allocations.map { number($0, digits: 2) } ?? "",
      result.goal?.text ?? "",
      result.met.map { $0 ? "met" : "NOT met" } ?? "",
    ]
  }

  /// One line of the table on the terminal.
  static func line(_ cells: [String]) -> String {
    let widths = [18, 30, 13, 13, 9, 9, 9, 12, 24, 0]
    return zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      // Numbers are aligned to the right.
      return (2...7).contains(index) ? padding + cell.0 : cell.0 + padding
    }.joined(separator: "  ")
  }

  static func json(_ results: [Result]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(results) + Data("\n".utf8)
  }

  static func number(_ value: Double, digits: Int) -> String {
    value.formatted(.number.grouping(.automatic).precision(.fractionLength(0...digits)))
  }

  private static func times(_ ratio: Double?) -> String {
    ratio.map { number($0, digits: 2) + "×" } ?? ""
  }

  private static func nanoseconds(_ value: Double?) -> String {
    guard let value else { return "" }
    return number(value, digits: value < 100 ? 1 : 0) + " ns"
  }
}
