/// One line of the table, measured.
struct Result {
  let row: String
  let variant: String
  /// Nanoseconds of one operation by hand, or of what else the row compares with.
  var reference: Double?
  var nanoseconds: Double?
  var ratio: Double?
  /// The ratio of the floor to the same reference.
  var floor: Double?
  var allocations: Double?
  var bytes: Double?
  let goal: Goal?

  /// What the library takes, as a multiple of the floor.
  var overFloor: Double? { floor.flatMap { floor in ratio.map { $0 / floor } } }

  var met: Bool? { goal.map { $0.isMet(by: self) } }
}

extension Result: Encodable {
  private enum CodingKeys: CodingKey {
    case row, variant, nanoseconds, ratio, floor, overFloor, allocations, bytes, target, met
  }

  /// Every line has every key: what was not measured is null.
  func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: CodingKeys.self)
    try line.encode(row, forKey: .row)
    try line.encode(variant, forKey: .variant)
    try line.encode(nanoseconds, forKey: .nanoseconds)
    try line.encode(ratio, forKey: .ratio)
    try line.encode(floor, forKey: .floor)
    try line.encode(overFloor, forKey: .overFloor)
    try line.encode(allocations, forKey: .allocations)
    try line.encode(bytes, forKey: .bytes)
    try line.encode(goal?.text, forKey: .target)
    try line.encode(met, forKey: .met)
  }
}
