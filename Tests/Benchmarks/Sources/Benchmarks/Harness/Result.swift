/// One line of the table, measured.
struct Result {
  let row: String
  let variant: String
  /// Nanoseconds of one operation by hand, or of what else the row compares with.
  var reference: Double?
  var nanoseconds: Double?
  var ratio: Double?
  var allocations: Double?
  var bytes: Double?
  let goal: Goal?

  var met: Bool? { goal.map { $0.isMet(by: self) } }
}

extension Result: Encodable {
  private enum CodingKeys: CodingKey {
    case row, variant, nanoseconds, ratio, allocations, bytes, target, met
  }

  /// Every line has every key: what was not measured is null.
  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(row, forKey: .row)
    try line.encode(variant, forKey: .variant)
    try line.encode(nanoseconds, forKey: .nanoseconds)
    try line.encode(ratio, forKey: .ratio)
    try line.encode(allocations, forKey: .allocations)
    try line.encode(bytes, forKey: .bytes)
    try line.encode(goal?.text, forKey: .target)
    try line.encode(met, forKey: .met)
  }
}
