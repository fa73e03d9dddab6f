import Infusion

/// Explores the dungeon; each game has one.
final class Hero: Creature {
  /// Nil unless a module provides one.
  private(set) var blessing: Blessing?

  private var bag: [Item] = []
  private var visited: Set<String> = []

  override class var requires: Requirements {
    accepting(\.blessing) + Creature.requiring(\.attack, named: .blade)
  }

  override var weaponBonus: Int { bag.reduce(0) { $0 + $1.weaponBonus } }

  override var protection: Int { blessing?.protection ?? 0 }

  override func takeTurn() throws {
    visited.insert(room)
    let monsters = world.creatures(in: room).filter { $0 is Monster }
    if isBadlyHurt, let potion = bag.first(where: { $0 is Potion }) as? Potion {
      drink(potion)
    } else if let weakest = monsters.min(by: { $0.hitPoints < $1.hitPoints }) {
      try strike(weakest)
    } else if let item = world.items(in: room).first {
      take(item)
    } else {
      explore()
    }
  }

  override func fall() throws {
    chronicle.note("\(name) has fallen.")
    try super.fall()
  }

  private func drink(_ potion: Potion) {
    bag.removeAll { $0 === potion }
    heal(potion.healing)
    chronicle.note("\(name) drinks \(potion.name); \(hitPoints) hit points now.")
  }

  private func take(_ item: Item) {
    world.leave(item)
    bag.append(item)
    chronicle.note("\(name) takes \(item.name).")
  }

  /// Goes toward the nearest room that it has not visited, unlocks a door, or wanders.
  private func explore() {
    if let next = world.firstStep(from: room, toward: { !visited.contains($0) }) {
      chronicle.note("\(name) goes to \(world.title(of: next)).")
      move(to: next)
    } else if let door = world.doors(of: room).first(where: canUnlock) {
      door.unlock()
      chronicle.note("\(name) unlocks \(door.name).")
    } else if let next = world.firstStep(from: room, toward: hasDoorToUnlock) {
      chronicle.note("\(name) goes back to \(world.title(of: next)).")
      move(to: next)
    } else {
      wander()
    }
  }

  private func hasDoorToUnlock(_ room: String) -> Bool {
    world.doors(of: room).contains(where: canUnlock)
  }

  private func canUnlock(_ door: Door) -> Bool {
    door.isLocked && bag.contains { $0.id == door.key }
  }
}
