/// What a level file describes.
package struct Level {
  let title: String
  let rooms: [Room]
  /// In the order of the file; each of its own class.
  let entities: [Entity]

  /// A level in which there is nothing: good for looking at the wiring.
  package static var empty: Level { Level(title: "nothing", rooms: [], entities: []) }
}

/// A place in the dungeon.
struct Room: Decodable, Sendable {
  let id: String
  let title: String
  /// The ids of the rooms that lie beside it.
  let exits: [String]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, title, exits
  }
}
