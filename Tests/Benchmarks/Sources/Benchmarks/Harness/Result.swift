/// The measurements of one line of the table.
struct Result {
  let row: String
  let variant: String
  /// Nanoseconds of one operation by hand, or of whatever else is the reference of the row.
  var reference: Double?
  var nanoseconds: Double?
  var ratio: Double?
  /// The ratio of the floor to the reference.
  var floor: Double?
  var allocations: Double?
  var bytes: Double?
  let goal: Goal?

  /// The library's time as a multiple of the floor's.
  var overFloor: Double? { floor.flatMap { floor in ratio.map { $0 / floor } } }

  var met: Bool? { goal.map { $0.isMet(by: self) } }
}

extension Result: Encodable {
  private enum CodingKeys: CodingKey {
    case row, variant, nanoseconds, ratio, floor, overFloor, allocations, bytes, target, met
  }

  /// Encodes every key on every line; a value that was not measured is null.
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
