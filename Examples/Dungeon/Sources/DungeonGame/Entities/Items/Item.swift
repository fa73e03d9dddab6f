/// Lies in a room until the hero takes it.
class Item: Entity {
  /// The bonus that it adds to the blows of the hero who carries it.
  var weaponBonus: Int { 0 }
}

/// Opens the doors that name it.
final class Key: Item {}
