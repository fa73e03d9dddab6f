/// The rooms and entities of a level, which each entity is checked against.
struct LevelPlan {
  private let rooms: [String: Room]
  private let entities: [String: Entity]
  private let roomIDs: [String]

  init(rooms: [Room], entities: [Entity]) {
    roomIDs = rooms.map(\.id)
    self.rooms = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
    self.entities = Dictionary(entities.map { ($0.id, $0) }) { first, _ in first }
  }

  func hasRoom(_ id: String) -> Bool { rooms[id] != nil }

  func entity(_ id: String) -> Entity? { entities[id] }

  /// Whether an exit connects the two rooms, in either direction.
  func areConnected(_ first: String, _ second: String) -> Bool {
    rooms[first]?.exits.contains(second) == true || rooms[second]?.exits.contains(first) == true
  }

  var roomAdvice: String {
    roomIDs.isEmpty ? "add it to \"rooms\"" : "add it to \"rooms\", or write one of \(list)"
  }

  private var list: String {
    let shown = roomIDs.prefix(10).joined(separator: ", ")
    return roomIDs.count > 10 ? shown + " …" : shown
  }
}
