/// What lies around until the hero takes it.
class Item: Entity {
  /// What it adds to the blows of whoever carries it.
  var weaponBonus: Int { 0 }
}

/// Opens the doors that name it.
final class Key: Item {}
