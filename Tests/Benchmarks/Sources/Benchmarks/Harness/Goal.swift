import Foundation

/// What a line has to reach.
struct Goal {
  var ratio: Double?
  var allocations: Double?
  var bytes: Double?

  var text: String {
    var parts: [String] = []
    if let ratio { parts.append("≤ \(ratio.formatted())×") }
    if let allocations { parts.append("\(allocations.formatted()) allocations") }
    if let bytes { parts.append("≤ \(bytes.formatted()) B") }
    return parts.joined(separator: ", ")
  }

  func isMet(by result: Result) -> Bool {
    func keeps(_ value: Double?, _ limit: Double?) -> Bool {
      guard let limit else { return true }
      guard let value else { return false }
      return value <= limit
    }
    // Where allocations cannot be counted, the rest decides.
    return keeps(result.ratio, ratio) && keeps(result.bytes, bytes)
      && (result.allocations == nil || keeps(result.allocations, allocations))
  }
}
