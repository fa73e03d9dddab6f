import Infusion

/// Where monsters come from that do not stand in the level file, and what they have in common.
struct MonsterModule: Module {
  func configure(_ binder: Binder) {
    // Those that are injected in one call share it: all of the level file, or all whelps of a
    // dragon.
    binder.bind(Band.self).to { Band() }.in(.graph)

    // A level file names the kind that a chief calls; so it is the name of a binding. Id, name and
    // room are arguments of the call.
    for kind in EntityKind.allCases {
      guard let type = kind.type as? Monster.Type else { continue }
      binder.bind(Monster.self, named: Name(kind.rawValue)).to {
        (_, id: String, name: String, room: String) in type.init(id: id, name: name, room: room)
      }
    }

    // Another rule, beside those of the module of combat.
    binder.contribute((any CombatRule).self).to { VengeanceRule() }.in(.singleton)
  }
}
