/// The word in a level file that selects the class of an entity.
enum EntityKind: String, CaseIterable, Decodable {
  case hero, goblin, chief, skeleton, dragon, whelp, door, key, potion, sword

  var type: Entity.Type {
    switch self {
    case .hero: Hero.self
    case .goblin: Goblin.self
    case .chief: GoblinChief.self
    case .skeleton: Skeleton.self
    case .dragon: Dragon.self
    case .whelp: Whelp.self
    case .door: Door.self
    case .key: Key.self
    case .potion: Potion.self
    case .sword: Sword.self
    }
  }
}
