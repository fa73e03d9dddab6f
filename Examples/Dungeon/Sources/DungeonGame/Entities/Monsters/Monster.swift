import Infusion

/// A creature that the hero fights.
class Monster: Creature {
  /// The monsters that entered the dungeon together with this one.
  private(set) var band: Band!

  /// The hit points of a monster that is born in the dungeon.
  ///
  /// The level file gives each of its monsters its own number.
  class var typicalHitPoints: Int { 5 }
  class var typicalStrength: Int { 1 }

  /// Makes a monster that is born in the dungeon.
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

  /// Takes a turn without the hero in the room.
  func pass() throws {}

  override func fall() throws {
    band.mourn()
    try super.fall()
  }
}
