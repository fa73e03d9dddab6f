/// One mistake: its location, the entity or room that has it, and what to do.
struct LevelProblem {
  /// The location in the text, as a number of bytes.
  let offset: Int
  /// The entity or the room.
  let subject: String
  let sentence: String
  let advice: String
}

// MARK: - Naming entities and rooms

extension LevelProblem {
  /// The name of an entity or a room in a message: `dragon "smaug"`, `entities[3]`, `room "hall"`.
  ///
  /// - Parameters:
  ///   - way: The path to a value.
  ///   - members: The members of the entity or the room on that path.
  static func subject(_ way: [JSONMap.Step], _ members: [JSONMap.Member]) -> String {
    guard way.count >= 2, case .name(let list) = way[0], case .index(let index) = way[1],
      ["entities", "rooms"].contains(list)
    else { return "the level" }
    func text(_ name: String) -> String? { members.last { $0.name == name }?.value.text }
    // An unknown kind is quoted in the complaint about that kind.
    let kind = text("kind").flatMap(EntityKind.init(rawValue:))
    let noun = list == "rooms" ? "room" : kind?.rawValue ?? "entity"
    return if let id = text("id") { "\(noun) \(id.quoted)" } else { "\(noun) at \(list)[\(index)]" }
  }

  static func subject(_ way: [JSONMap.Step], in map: JSONMap) -> String {
    subject(way, map.nearest(to: way.prefix(2)).members)
  }

  init(_ error: JSONSyntaxError) {
    let members = error.members.count > 2 ? error.members[2] : []
    offset = error.offset
    subject = Self.subject(error.way, members)
    sentence = "this is not JSON: \(error.sentence)"
    advice = error.advice
  }
}
