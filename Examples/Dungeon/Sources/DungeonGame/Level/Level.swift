/// A level, as its file describes it.
package struct Level {
  let title: String
  let rooms: [Room]
  /// In the order of the file, each of its own class.
  let entities: [Entity]

  /// A level without rooms and entities, for examining the wiring.
  package static var empty: Level { Level(title: "nothing", rooms: [], entities: []) }
}

/// A room of the dungeon.
struct Room: Decodable, Sendable {
  let id: String
  let title: String
  /// The ids of the neighboring rooms.
  let exits: [String]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, title, exits
  }
}
