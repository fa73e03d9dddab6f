import Infusion

/// Calls for help when the hero comes near.
///
/// The level file names the kind of monster that it calls, and the chief requests a monster by that
/// name: it knows no other class of monsters.
final class GoblinChief: Goblin {
  /// The kind of the monsters.
  let calls: String
  /// How many of them it can still call, one in each turn.
  private(set) var guards: Int

  private var factory: ObjectFactory!

  required init(id: String, name: String, room: String) {
    calls = EntityKind.goblin.rawValue
    guards = 0
    super.init(id: id, name: name, room: room)
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case calls, guards
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    calls = try container.decode(String.self, forKey: .calls)
    guards = try container.decode(Int.self, forKey: .guards)
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    let monsters = EntityKind.allCases.filter { $0.type is Monster.Type }.map(\.rawValue)
    return super.complaints(in: plan)
      + Complaint.unless(
        monsters.contains(calls), "calls", "there is no kind of monster called \(calls.quoted)",
        "write one of \(monsters.joined(separator: ", "))")
      + Complaint.unless("guards", guards, isIn: 0...99)
  }

  override class var requires: Requirements { requiring(\.factory) }

  override func takeTurn() throws {
    if guards > 0, world.hero(in: room) != nil {
      guards -= 1
      let name = world.newName(for: calls)
      let guardian = try factory.resolve(
        Monster.self, named: Name(calls), arguments: name.id, name.text, room)
      chronicle.note("\(self.name) calls for help: \(guardian.name) comes.")
    } else {
      try super.takeTurn()
    }
  }

  // A chief holds its position.
  override func pass() throws {}
}
