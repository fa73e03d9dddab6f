import Infusion

/// Breathes fire, and has eggs.
final class Dragon: Monster {
  private(set) var eggs: Int

  private var factory: ObjectFactory!

  override class var typicalHitPoints: Int { 40 }
  override class var typicalStrength: Int { 8 }

  required init(id: String, name: String, room: String) {
    eggs = 0
    super.init(id: id, name: name, room: room)
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case eggs
  }

  required init(from decoder: any Decoder) throws {
    eggs = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .eggs)
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    super.complaints(in: plan) + Complaint.unless("eggs", eggs, isIn: 0...99)
  }

  // Creature, three classes above, requires an unnamed attack; a dragon requires a named one.
  override class var requires: Requirements {
    requiring(\.factory) + Creature.requiring(\.attack, named: .fire)
  }

  override func takeTurn() throws {
    if isBadlyHurt, eggs > 0 {
      try hatch()
    } else {
      try super.takeTurn()
    }
  }

  /// All eggs hatch in one call, so the whelps form their own band.
  private func hatch() throws {
    let whelps = try factory.create {
      (0..<eggs).map { _ in
        let name = world.newName(for: EntityKind.whelp.rawValue)
        return Whelp(id: name.id, name: name.text, room: room)
      }
    }
    eggs = 0
    chronicle.note("\(name) roars, and eggs hatch: \(whelps.map(\.name).joined(separator: ", ")).")
  }
}

/// A young dragon.
///
/// It does not breathe fire yet.
final class Whelp: Monster {
  override class var typicalHitPoints: Int { 8 }
  override class var typicalStrength: Int { 3 }

  override func pass() throws {
    wander()
  }
}
