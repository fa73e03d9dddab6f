import Infusion

/// The entities of a game, and the rooms that they are in.
///
/// Each game has one. Entities enter by themselves when they awake.
final class World: Injectable {
  private var floorPlan: FloorPlan!
  /// In the order of entering, without those that have left.
  private(set) var entities: [Entity] = []

  private var ids: Set<String> = []
  private var inhabitants: [String: [Entity]] = [:]
  private var births: [String: Int] = [:]

  static var requires: [PartialKeyPath<World>] { [\.floorPlan] }

  // MARK: - Entering, leaving, moving

  func enter(_ entity: Entity) throws(WorldError) {
    guard floorPlan[entity.room] != nil else { throw .noSuchRoom(entity.room, entity.id) }
    guard ids.insert(entity.id).inserted else { throw .taken(entity.id) }
    entities.append(entity)
    inhabitants[entity.room, default: []].append(entity)
  }

  func leave(_ entity: Entity) {
    entities.removeAll { $0 === entity }
    inhabitants[entity.room]?.removeAll { $0 === entity }
  }

  func move(_ entity: Entity, from old: String, to new: String) {
    inhabitants[old]?.removeAll { $0 === entity }
    inhabitants[new, default: []].append(entity)
  }

  /// An id and a name for a monster that is born in the dungeon.
  func newName(for kind: String) -> (id: String, text: String) {
    var name: (id: String, text: String)
    repeat {
      births[kind, default: 0] += 1
      let number = births[kind, default: 0]
      name = ("\(kind)-\(number)", "\(kind.prefix(1).uppercased())\(kind.dropFirst()) \(number)")
    } while ids.contains(name.id)
    return name
  }

  // MARK: - Inhabitants

  var hero: Hero? { entities.lazy.compactMap { $0 as? Hero }.first }

  var hasMonsters: Bool { entities.contains { $0 is Monster } }

  func contains(_ entity: Entity) -> Bool {
    inhabitants[entity.room]?.contains { $0 === entity } == true
  }

  func creatures(in room: String) -> [Creature] { all(in: room) }

  func items(in room: String) -> [Item] { all(in: room) }

  func hero(in room: String) -> Hero? {
    let heroes: [Hero] = all(in: room)
    return heroes.first
  }

  private func all<Kind: Entity>(in room: String) -> [Kind] {
    (inhabitants[room] ?? []).compactMap { $0 as? Kind }
  }

  // MARK: - Rooms and doors

  func title(of room: String) -> String { floorPlan[room]?.title ?? room }

  /// The doors of a room, from either side.
  func doors(of room: String) -> [Door] {
    (floorPlan[room]?.exits ?? []).compactMap { door(between: room, and: $0) }
  }

  /// The neighbors of a room that can be entered at present.
  func openExits(of room: String) -> [String] {
    (floorPlan[room]?.exits ?? []).filter { door(between: room, and: $0)?.isLocked != true }
  }

  /// The first room on the shortest way to a wanted room.
  func firstStep(from start: String, toward isWanted: (String) -> Bool) -> String? {
    var seen: Set = [start]
    var ways = openExits(of: start).map { (room: $0, first: $0) }[...]
    while let way = ways.popFirst() {
      guard seen.insert(way.room).inserted else { continue }
      if isWanted(way.room) { return way.first }
      ways += openExits(of: way.room).map { (room: $0, first: way.first) }
    }
    return nil
  }

  private func door(between first: String, and second: String) -> Door? {
    let doors: [Door] = all(in: first) + all(in: second)
    return doors.first { $0.isBetween(first, second) }
  }
}

/// Why an entity cannot enter the world.
enum WorldError: Error, Equatable, CustomStringConvertible {
  case noSuchRoom(String, String)
  case taken(String)

  var description: String {
    switch self {
    case .noSuchRoom(let room, let id): "'\(id)' cannot be in the room '\(room)': there is none"
    case .taken(let id): "the id '\(id)' is taken already"
    }
  }
}
