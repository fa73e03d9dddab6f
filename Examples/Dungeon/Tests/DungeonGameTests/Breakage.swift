import Foundation
import Testing

@testable import DungeonGame

/// A level with one mistake, and the message about it.
struct Breakage: Sendable, CustomTestStringConvertible {
  static let level = """
    {
      "title": "Two rooms",
      "rooms": [
        { "id": "west", "title": "the west", "exits": ["east"] },
        { "id": "east", "title": "the east", "exits": ["west"] }
      ],
      "entities": [
        { "kind": "hero", "id": "ada", "name": "Ada", "room": "west", "hitPoints": 9, "strength": 5 },
        {
          "kind": "dragon", "id": "smaug", "name": "Smaug", "room": "east",
          "hitPoints": 30, "strength": 8, "eggs": 2
        },
        { "kind": "door", "id": "gate", "name": "a gate", "room": "west", "to": "east", "key": "k" },
        { "kind": "key", "id": "k", "name": "a key", "room": "west" },
        { "kind": "chief", "id": "urgash", "name": "Urgash", "room": "west",
          "hitPoints": 9, "strength": 3, "calls": "goblin", "guards": 2 }
      ]
    }
    """

  let original: String
  let replacement: String
  let message: String

  init(_ original: String, _ replacement: String, _ message: String) {
    self.original = original
    self.replacement = replacement
    self.message = message
  }

  var testDescription: String { "\(original) → \(replacement)" }

  var text: String { Self.level.replacing(original, with: replacement, maxReplacements: 1) }
}

extension LevelError {
  /// The message about a level; empty if the level can be played.
  static func message(_ text: String) -> String { message(Data(text.utf8)) }

  static func message(_ data: Data) -> String {
    do {
      _ = try LevelFile(name: "level.json", data: data).level()
      return "nothing"
    } catch {
      return error.description
    }
  }
}
