import Infusion

/// A creature that the hero fights.
class Monster: Creature {
  /// Whoever came into the dungeon together.
  private(set) var band: Band!

  /// What one has that is born in the dungeon.
  ///
  /// A level file says it for each of its monsters.
  class var typicalHitPoints: Int { 5 }
  class var typicalStrength: Int { 1 }

  /// Makes one that is born in the dungeon.
  required init(id: String, name: String, room: String) {
    super.init(
      id: id, name: name, room: room, hitPoints: Self.typicalHitPoints,
      strength: Self.typicalStrength)
  }

  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder)
  }

  override class var requires: Requirements { requiring(\.band) }

  override func awakeFromInjection() throws {
    try super.awakeFromInjection()
    band.join()
  }

  override func takeTurn() throws {
    if let hero = world.hero(in: room) {
      try strike(hero)
    } else {
      try pass()
    }
  }

  /// What it does while there is nobody to fight.
  func pass() throws {}

  override func fall() throws {
    band.mourn()
    try super.fall()
  }
}
