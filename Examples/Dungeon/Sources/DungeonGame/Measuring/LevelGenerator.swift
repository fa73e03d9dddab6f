package import Foundation

/// Writes level files of any size.
package struct LevelGenerator {
  private let random: SeededRandom

  package init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// A level with a hero and entities of all kinds.
  ///
  /// - Parameter count: The number of entities, the hero included.
  /// - Returns: The text of a level file without mistakes.
  package func level(count: Int) -> Data {
    let roomCount = max(2, count / 50)
    let rooms = (0..<roomCount).map { room in
      let exits = [room - 1, room + 1].filter { (0..<roomCount).contains($0) }
      return """
        { "id": "r\(room)", "title": "room \(room)", \
        "exits": [\(exits.map { "\"r\($0)\"" }.joined(separator: ", "))] }
        """
    }
    let others = EntityKind.allCases.filter { $0 != .hero }
    let entities = (0..<count).map { number in
      let kind = number == 0 ? .hero : others[random.roll(below: others.count)]
      return entity(number, kind, in: random.roll(below: roomCount), of: roomCount)
    }
    return Data(
      """
      {
        "title": "A dungeon of \(count) entities",
        "rooms": [
          \(rooms.joined(separator: ",\n    "))
        ],
        "entities": [
          \(entities.joined(separator: ",\n    "))
        ]
      }

      """.utf8)
  }

  private func entity(_ number: Int, _ kind: EntityKind, in room: Int, of count: Int) -> String {
    var text = """
      { "kind": "\(kind.rawValue)", "id": "e\(number)", "name": "\(kind.rawValue) \(number)", \
      "room": "r\(room)"
      """
    if kind.type is Creature.Type {
      text += ", \"hitPoints\": \(random.die(sides: 40)), \"strength\": \(random.die(sides: 9))"
    }
    switch kind {
    case .chief: text += ", \"calls\": \"goblin\", \"guards\": \(random.roll(below: 4))"
    case .dragon: text += ", \"eggs\": \(random.roll(below: 4))"
    case .door: text += ", \"to\": \"r\(room + 1 < count ? room + 1 : room - 1)\""
    case .potion: text += ", \"healing\": \(random.die(sides: 30))"
    case .sword: text += ", \"bonus\": \(random.die(sides: 5))"
    case .hero, .goblin, .skeleton, .whelp, .key: break
    }
    return text + " }"
  }
}
