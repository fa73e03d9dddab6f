/// Changes the damage of a blow.
///
/// Modules contribute any number of rules.
protocol CombatRule {
  func adjust(_ damage: Int, of blow: Blow) -> Int
}

/// One creature strikes another.
struct Blow {
  let attacker: Creature
  let target: Creature
  let omen: Omen
}

/// Monsters are stronger at night.
struct NightRule: CombatRule {
  let clock: any Clock

  func adjust(_ damage: Int, of blow: Blow) -> Int {
    clock.isNight && blow.attacker is Monster ? damage + 1 : damage
  }
}

/// The omen of the turn changes every blow alike.
struct OmenRule: CombatRule {
  func adjust(_ damage: Int, of blow: Blow) -> Int {
    switch blow.omen.meaning {
    case .good: damage + 2
    case .none: damage
    case .bad: damage - 2
    }
  }
}

/// Monsters whose band has lost members are angry.
struct VengeanceRule: CombatRule {
  func adjust(_ damage: Int, of blow: Blow) -> Int {
    guard let monster = blow.attacker as? Monster else { return damage }
    return damage + min(2, monster.band.fallenCount)
  }
}
