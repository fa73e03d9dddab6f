/// Is weak, and knows it.
class Goblin: Monster {
  override class var typicalHitPoints: Int { 6 }
  override class var typicalStrength: Int { 2 }

  override func takeTurn() throws {
    if isBadlyHurt, world.hero(in: room) != nil, dice.roll(below: 2) == 0 {
      chronicle.note("\(name) runs away.")
      wander()
    } else {
      try super.takeTurn()
    }
  }

  override func pass() throws {
    if dice.roll(below: 3) == 0 { wander() }
  }
}
