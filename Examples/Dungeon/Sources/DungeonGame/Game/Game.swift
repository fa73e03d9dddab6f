import Infusion

/// Plays turn after turn.
final class Game: Injectable, NamedInjectable {
  private var title: String!
  private var world: World!
  private var clock: (any Clock)!
  private var chronicle: Chronicle!
  private var turn: Turn!

  static var requires: [PartialKeyPath<Game>] { [\.world, \.clock, \.chronicle, \.turn] }

  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Game>> { [.title: \.title] }

  /// Plays until the hero or the dungeon wins, or until the given number of turns is over.
  func play(turns: Int) throws {
    chronicle.begin(title)
    for number in 1...max(1, turns) {
      turn.begin()
      clock.advance()
      chronicle.begin("Turn \(number), \(clock.text)")
      // An entity that arrives during the turn waits for the next; one that leaves is skipped.
      for entity in world.entities where world.contains(entity) {
        try entity.takeTurn()
        if let end = ending { return chronicle.begin(end) }
      }
    }
    chronicle.begin("The hero is still on the way.")
  }

  private var ending: String? {
    guard let hero = world.hero else { return "The dungeon has won." }
    return world.hasMonsters ? nil : "\(hero.name) has won, with \(hero.hitPoints) hit points left."
  }
}

extension Name {
  static let title: Name = "title"
}
