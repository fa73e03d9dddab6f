import Infusion

/// A part has a serial number, which is injected into it before the part is handed to a vehicle.
class Part: Injectable {
  private(set) var number: SerialNumber!

  class var requires: Requirements { requiring(\.number) }
}

final class Turbo: Part, DefaultInitializable {}

final class Tire: Part, DefaultInitializable {}

final class Coupling: Part, DefaultInitializable {}

/// Nobody provides one until a module binds it: it cannot be created on demand.
final class Radio: Part {}
