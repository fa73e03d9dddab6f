import Foundation

/// The target of a line.
struct Goal {
  /// The meaning of the numbers, where they need an explanation.
  var words: String?
  var ratio: Double?
  var nanoseconds: Double?
  var allocations: Double?
  var bytes: Double?

  var text: String {
    var parts: [String] = []
    if let ratio { parts.append("≤ \(ratio.formatted())×") }
    if let nanoseconds { parts.append("≤ \(nanoseconds.formatted()) ns") }
    if let allocations { parts.append("\(allocations.formatted()) allocations") }
    if let bytes { parts.append("≤ \(bytes.formatted()) B") }
    let numbers = parts.joined(separator: ", ")
    return words.map { "\($0): \(numbers)" } ?? numbers
  }

  func isMet(by result: Result) -> Bool {
    func keeps(_ value: Double?, _ limit: Double?) -> Bool {
      guard let limit else { return true }
      guard let value else { return false }
      return value <= limit
    }
    // If allocations cannot be counted, the other values decide.
    return keeps(result.ratio, ratio) && keeps(result.nanoseconds, nanoseconds)
      && keeps(result.bytes, bytes)
      && (result.allocations == nil || keeps(result.allocations, allocations))
  }
}
