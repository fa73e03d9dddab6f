import Infusion

/// Anything that is in a room of the dungeon.
///
/// Id, name and room come from the level file, or from the creature that makes more entities during
/// the game; the rest is injected.
class Entity: Decodable, Injectable, AwakesFromInjection {
  let id: String
  let name: String
  /// The id of the room.
  private(set) var room: String
  /// Weak, because the world holds its entities.
  private(set) weak var world: World!
  private(set) var chronicle: Chronicle!

  init(id: String, name: String, room: String) {
    self.id = id
    self.name = name
    self.room = room
  }

  // MARK: - Level file

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, room
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    room = try container.decode(String.self, forKey: .room)
  }

  /// The names of all fields that the class reads from the level file, including `kind`.
  class var fields: [String] { ["kind"] + CodingKeys.allCases.map(\.rawValue) }

  /// The mistakes in this entity, given the plan of its level.
  func complaints(in plan: LevelPlan) -> [Complaint] {
    Complaint.unless(plan.hasRoom(room), "room", "there is no room \(room.quoted)", plan.roomAdvice)
  }

  // MARK: - Injection

  class var requires: Requirements { requiring(\.world, \.chronicle) }

  /// Called when all properties are set, including those of subclasses.
  func awakeFromInjection() throws {
    try world.enter(self)
  }

  // MARK: - Game

  /// Takes a turn; most entities do nothing.
  func takeTurn() throws {}

  func move(to newRoom: String) {
    world.move(self, from: room, to: newRoom)
    room = newRoom
  }
}
