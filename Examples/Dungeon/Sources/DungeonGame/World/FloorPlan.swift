/// The rooms of a level.
struct FloorPlan {
  private let rooms: [String: Room]

  init(_ rooms: [Room]) {
    self.rooms = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
  }

  subscript(_ id: String) -> Room? { rooms[id] }
}
