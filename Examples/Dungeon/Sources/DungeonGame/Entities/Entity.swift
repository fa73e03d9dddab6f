import Infusion

/// Whatever can be somewhere in the dungeon.
///
/// Id, name and room come from the level file or from whoever makes more entities during the game;
/// the rest is injected.
class Entity: Decodable, Injectable, AwakesFromInjection {
  let id: String
  let name: String
  /// The id of the room.
  private(set) var room: String
  /// The world keeps its entities, so they look back at it weakly.
  private(set) weak var world: World!
  private(set) var chronicle: Chronicle!

  init(id: String, name: String, room: String) {
    self.id = id
    self.name = name
    self.room = room
  }

  // MARK: - What the level file says

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name, room
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    room = try container.decode(String.self, forKey: .room)
  }

  /// The names of all that the class reads from the level file, `kind` included.
  class var fields: [String] { ["kind"] + CodingKeys.allCases.map(\.rawValue) }

  /// What cannot be right about this entity, in a level with this plan.
  func complaints(in plan: LevelPlan) -> [Complaint] {
    Complaint.unless(plan.hasRoom(room), "room", "there is no room \(room.quoted)", plan.roomAdvice)
  }

  // MARK: - What is injected

  class var requires: Requirements { requiring(\.world, \.chronicle) }

  /// Called when all properties are set, those of subclasses too.
  func awakeFromInjection() throws {
    try world.enter(self)
  }

  // MARK: - What happens in the game

  /// Does what there is to do in a turn; nothing, for most things.
  func takeTurn() throws {}

  func move(to newRoom: String) {
    world.move(self, from: room, to: newRoom)
    room = newRoom
  }
}
