import Infusion

/// Declares two lists: what it requires, and what it requires under a name.
class Car: Vehicle, NamedInjectable {
  var engine: (any Engine)!  // not private(set): SportsCar lists it again
  private(set) var radio: Radio?
  // Final, so that messages and the graph can name two properties of one type.
  final private(set) var left: Headlight!
  final private(set) var right: Headlight!

  // Its own properties only: the injector adds those of Vehicle.
  override class var requires: Requirements {
    requiring(\.engine) + accepting(\.radio)
  }

  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    [.left: \Car.left, .right: \Car.right]
  }
}
