import Infusion

/// Says two things about itself: what it needs, and what it needs under a name.
class Car: Vehicle, NamedInjectable {
  var engine: (any Engine)!  // not private(set): SportsCar lists it again
  private(set) var radio: Radio?
  // Two of one type are told apart in messages and in the graph if they are final.
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
