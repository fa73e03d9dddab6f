import Infusion

/// An entity that lives and fights.
class Creature: Entity {
  private(set) var hitPoints: Int
  let strength: Int
  /// The way it fights.
  ///
  /// Not `private(set)`: subclasses list it again, with the name of another attack.
  var attack: (any Attack)!
  private(set) var dice: (any RandomSource)!
  /// The rules that modules contribute.
  private(set) var rules: [any CombatRule] = []
  /// A provider, because every turn has another omen.
  private(set) var omen: Provider<Omen>!

  private let fullHitPoints: Int

  init(id: String, name: String, room: String, hitPoints: Int, strength: Int) {
    self.hitPoints = hitPoints
    self.strength = strength
    fullHitPoints = hitPoints
    super.init(id: id, name: name, room: room)
  }

  // MARK: - Level file

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case hitPoints, strength
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hitPoints = try container.decode(Int.self, forKey: .hitPoints)
    strength = try container.decode(Int.self, forKey: .strength)
    fullHitPoints = hitPoints
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    super.complaints(in: plan)
      + Complaint.unless("hitPoints", hitPoints, isIn: 1...9999)
      + Complaint.unless("strength", strength, isIn: 0...99)
  }

  // MARK: - Injection

  override class var requires: Requirements { requiring(\.attack, \.dice, \.rules, \.omen) }

  // MARK: - Game

  var isAlive: Bool { hitPoints > 0 }

  /// Whether less than a third of the hit points remains.
  var isBadlyHurt: Bool { hitPoints * 3 < fullHitPoints }

  /// The bonus that its weapons add to its blows.
  var weaponBonus: Int { 0 }
  var protection: Int { 0 }

  func strike(_ target: Creature) throws {
    let blow = Blow(attacker: self, target: target, omen: try omen.get())
    let action = "\(name) \(attack.verb) \(target.name)"
    let damage = attack.damage(strength: strength)
    guard damage > 0 else { return chronicle.note("\(action), to no effect.") }
    let adjusted = rules.reduce(damage + weaponBonus) { $1.adjust($0, of: blow) }
    try target.suffer(max(1, adjusted - target.protection), action)
  }

  private func suffer(_ damage: Int, _ action: String) throws {
    hitPoints = max(0, hitPoints - damage)
    chronicle.note("\(action) for \(damage); \(isAlive ? "\(hitPoints) left" : "a mortal blow").")
    if !isAlive { try fall() }
  }

  /// Called when no hit points remain.
  func fall() throws {
    world.leave(self)
  }

  func heal(_ points: Int) {
    hitPoints = min(fullHitPoints, hitPoints + points)
  }

  /// Goes through one of the open exits, if there are any.
  func wander() {
    let exits = world.openExits(of: room)
    guard !exits.isEmpty else { return }
    let exit = exits[dice.roll(below: exits.count)]
    chronicle.note("\(name) goes to \(world.title(of: exit)).")
    move(to: exit)
  }
}
