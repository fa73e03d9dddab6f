import Infusion

/// Binds the monsters that are born in the dungeon, and what all monsters need.
struct MonsterModule: Module {
  func configure(_ binder: Binder) {
    // Monsters that are injected in one call share a band: all of a level file, or all whelps of a
    // dragon.
    binder.bind(Band.self).to { Band() }.in(.graph)

    // A level file names the kind that a chief calls; the kind is the name of a binding. Id, name
    // and room are arguments of the call.
    for kind in EntityKind.allCases {
      guard let type = kind.type as? Monster.Type else { continue }
      binder.bind(Monster.self, named: Name(kind.rawValue)).to {
        (_, id: String, name: String, room: String) in type.init(id: id, name: name, room: room)
      }
    }

    // One more rule, beside those of CombatModule.
    binder.contribute((any CombatRule).self).to { VengeanceRule() }.in(.singleton)
  }
}
