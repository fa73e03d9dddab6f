/// What an entity can be checked against: the rooms and the other entities of its level.
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

  /// Whether an exit leads from one room to the other, or back.
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

/// What cannot be right about one field of an entity or a room.
struct Complaint {
  let field: String
  let sentence: String
  let advice: String

  /// Complains unless something holds.
  static func unless(
    _ holds: Bool, _ field: String, _ sentence: @autoclosure () -> String,
    _ advice: @autoclosure () -> String
  ) -> [Complaint] {
    holds ? [] : [Complaint(field: field, sentence: sentence(), advice: advice())]
  }

  /// Complains unless a number lies in a range.
  static func unless(
    _ field: String, _ value: Int, isIn range: ClosedRange<Int>
  ) -> [Complaint] {
    unless(
      range.contains(value), field,
      value < range.lowerBound
        ? "\"\(field)\" is \(value), and \(range.lowerBound) is the least it can be"
        : "\"\(field)\" is \(value), and \(range.upperBound) is the most it can be",
      "write a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}
