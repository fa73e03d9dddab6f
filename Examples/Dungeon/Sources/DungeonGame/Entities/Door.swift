/// Stands between two rooms.
///
/// A door that names a key is locked until the hero brings the key.
final class Door: Entity {
  /// The id of the room behind it.
  let to: String
  /// The id of the key that opens it.
  let key: String?
  private(set) var isLocked: Bool

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case to, key
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    to = try container.decode(String.self, forKey: .to)
    key = try container.decodeIfPresent(String.self, forKey: .key)
    isLocked = key != nil
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    var complaints = super.complaints(in: plan)
    if !plan.hasRoom(to) {
      complaints += Complaint.unless(false, "to", "there is no room \(to.quoted)", plan.roomAdvice)
    } else if plan.hasRoom(room) {
      complaints += Complaint.unless(
        plan.areConnected(room, to), "to", "no exit leads from \(room.quoted) to \(to.quoted)",
        "add \(to.quoted) to the exits of the room \(room.quoted), or put the door elsewhere")
    }
    if let key {
      complaints += Complaint.unless(
        plan.entity(key) is Key, "key", "there is no key \(key.quoted)",
        "add an entity of the kind \"key\" with that id, or leave \"key\" out for an open door")
    }
    return complaints
  }

  func unlock() {
    isLocked = false
  }

  /// Whether it stands between the two rooms, in either direction.
  func isBetween(_ first: String, _ second: String) -> Bool {
    (room == first && to == second) || (room == second && to == first)
  }
}
