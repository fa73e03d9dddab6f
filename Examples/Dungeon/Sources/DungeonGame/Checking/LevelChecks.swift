/// Finds mistakes that do not keep a level from being decoded, but from being played.
struct LevelChecks {
  private(set) var problems: [LevelProblem] = []
  let level: Level

  private let map: JSONMap

  init(_ draft: LevelDraft, _ map: JSONMap, of text: [UInt8]) {
    self.map = map
    let rooms = draft.rooms.map(\.value)
    let entities = draft.entities.map { $0.value?.entity }
    level = Level(
      title: draft.title, rooms: rooms.compactMap(\.self), entities: entities.compactMap(\.self))

    checkFields()
    for (index, room) in draft.rooms.enumerated() { add(room.result, "rooms", index) }
    for (index, entity) in draft.entities.enumerated() { add(entity.result, "entities", index) }
    checkIDs(text)
    // With a room or an entity missing, the checks below would complain a second time.
    guard level.rooms.count == rooms.count, level.entities.count == entities.count else { return }
    checkRooms()
    checkEntities()
  }

  private mutating func add(_ result: Result<some Any, any Error>, _ list: String, _ index: Int) {
    guard case .failure(let error) = result else { return }
    problems.append(LevelProblem(error, in: map, at: [.name(list), .index(index)]))
  }

  private mutating func add(_ complaint: Complaint, about way: [JSONMap.Step]) {
    let node = map.nearest(to: way + [.name(complaint.field)])
    problems.append(
      LevelProblem(
        offset: node.offset, subject: LevelProblem.subject(way, in: map),
        sentence: complaint.sentence, advice: complaint.advice))
  }

  // MARK: - Fields

  /// Finds misspelled fields, which a decoder ignores.
  private mutating func checkFields() {
    check(map.root, [], Level.CodingKeys.allCases.map(\.rawValue))
    for (index, room) in (map[.name("rooms")]?.elements ?? []).enumerated() {
      check(room, [.name("rooms"), .index(index)], Room.CodingKeys.allCases.map(\.rawValue))
    }
    for (index, entity) in (map[.name("entities")]?.elements ?? []).enumerated() {
      let kind = entity[.name("kind")]?.text.flatMap(EntityKind.init(rawValue:))
      check(entity, [.name("entities"), .index(index)], kind?.type.fields)
    }
  }

  private mutating func check(_ node: JSONMap.Node, _ way: [JSONMap.Step], _ known: [String]?) {
    var seen: Set<String> = []
    for member in node.members {
      let field = member.name.quoted
      var complaint: (sentence: String, advice: String)?
      if !seen.insert(member.name).inserted {
        complaint = ("\(field) stands here for the second time", "remove one of the two")
      } else if let known, !known.contains(member.name) {
        complaint = (
          "there is no field \(field)",
          "remove it, or write one of \(known.joined(separator: ", "))"
        )
      }
      guard let complaint else { continue }
      problems.append(
        LevelProblem(
          offset: member.offset, subject: LevelProblem.subject(way, in: map),
          sentence: complaint.sentence, advice: complaint.advice))
    }
  }

  // MARK: - Ids

  private mutating func checkIDs(_ text: [UInt8]) {
    for list in ["rooms", "entities"] {
      var places: [String: (index: Int, offset: Int)] = [:]
      for (index, element) in (map[.name(list)]?.elements ?? []).enumerated() {
        guard let id = element[.name("id")]?.text else { continue }
        let way: [JSONMap.Step] = [.name(list), .index(index)]
        if id.isEmpty {
          add(
            Complaint(field: "id", sentence: "\"id\" is empty", advice: "give it an id"), about: way
          )
        } else if let first = places[id] {
          let place =
            "\(list)[\(first.index)], line \(TextPosition(of: first.offset, in: text).line)"
          add(
            Complaint(
              field: "id", sentence: "the id \(id.quoted) is that of \(place), already",
              advice: "give one of the two another id"), about: way)
        } else {
          places[id] = (index, element.offset)
        }
      }
    }
  }

  // MARK: - Rooms and entities

  private mutating func checkRooms() {
    let plan = LevelPlan(rooms: level.rooms, entities: level.entities)
    for (index, room) in level.rooms.enumerated() {
      let way: [JSONMap.Step] = [.name("rooms"), .index(index), .name("exits")]
      for (number, exit) in room.exits.enumerated() where !plan.hasRoom(exit) {
        problems.append(
          LevelProblem(
            offset: map.nearest(to: way + [.index(number)]).offset,
            subject: LevelProblem.subject(way, in: map),
            sentence: "an exit leads to \(exit.quoted), and there is no such room",
            advice: plan.roomAdvice))
      }
    }
  }

  private mutating func checkEntities() {
    let plan = LevelPlan(rooms: level.rooms, entities: level.entities)
    for (index, entity) in level.entities.enumerated() {
      for complaint in entity.complaints(in: plan) {
        add(complaint, about: [.name("entities"), .index(index)])
      }
    }
    let heroes = level.entities.indices.filter { level.entities[$0] is Hero }
    if heroes.isEmpty {
      add(
        Complaint(
          field: "entities", sentence: "there is no hero",
          advice: "add an entity of the kind \"hero\""), about: [])
    }
    for index in heroes.dropFirst() {
      add(
        Complaint(
          field: "kind", sentence: "there is a hero already, at entities[\(heroes[0])]",
          advice: "keep one hero"), about: [.name("entities"), .index(index)])
    }
  }
}
