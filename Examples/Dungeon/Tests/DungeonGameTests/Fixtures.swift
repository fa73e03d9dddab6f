import Foundation
import Infusion

@testable import DungeonGame

/// A level with two rooms, west and east, and some entities.
func level(_ entities: String...) throws -> Level {
  let text = """
    {
      "title": "a corridor",
      "rooms": [
        { "id": "west", "title": "the west", "exits": ["east"] },
        { "id": "east", "title": "the east", "exits": ["west"] }
      ],
      "entities": [\(entities.joined(separator: ",\n"))]
    }
    """
  return try LevelFile(name: "corridor.json", data: Data(text.utf8)).level()
}

extension Level {
  /// A level with enough entities for some action.
  static func corridor() throws -> Level { try level(.hero, .goblin, .dragon, .potion) }
}

extension String {
  static let hero = """
    { "kind": "hero", "id": "ada", "name": "Ada", "room": "west", "hitPoints": 30, "strength": 5 }
    """
  static let goblin = """
    { "kind": "goblin", "id": "snik", "name": "Snik", "room": "west", "hitPoints": 7, "strength": 2 }
    """
  static let chief = """
    { "kind": "chief", "id": "urgash", "name": "Urgash", "room": "west", "hitPoints": 18,
      "strength": 3, "calls": "skeleton", "guards": 2 }
    """
  static let dragon = """
    { "kind": "dragon", "id": "smaug", "name": "Smaug", "room": "east", "hitPoints": 30,
      "strength": 8, "eggs": 2 }
    """
  static let potion = """
    { "kind": "potion", "id": "red", "name": "a red potion", "room": "west", "healing": 5 }
    """
}

/// The lines that a game writes.
final class Lines {
  private(set) var all: [String] = []

  func append(_ line: String) { all.append(line) }
}

/// Collects the lines of the game instead of printing them.
struct QuietModule: Module {
  func configure(_ binder: Binder) {
    let lines = Lines()
    binder.bind(Lines.self).to(instance: lines)
    binder.bind(Chronicle.self).to(instance: Chronicle(lines.append))
  }
}

/// Returns the given numbers, again and again.
final class LoadedDice: RandomSource {
  private let rolls: [Int]
  private var count = 0

  init(_ rolls: Int...) { self.rolls = rolls }

  func roll(below bound: Int) -> Int {
    defer { count += 1 }
    return rolls[count % rolls.count] % bound
  }
}

final class StoppedClock: Clock {
  let minutes: Int

  init(hour: Int) { minutes = hour * 60 }

  func advance() {}
}

extension Injector {
  /// Injects the entities of a level, and returns those of one class.
  func inject<Kind: Entity>(_ level: Level, _ kind: Kind.Type = Kind.self) throws -> [Kind] {
    try injectDependencies(intoEach: level.entities)
    return level.entities.compactMap { $0 as? Kind }
  }
}
