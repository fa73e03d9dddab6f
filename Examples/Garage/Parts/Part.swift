import Infusion

/// A part with a serial number, which it receives before a vehicle receives the part.
class Part: Injectable {
  private(set) var number: SerialNumber!

  class var requires: Requirements { requiring(\.number) }
}

final class Turbo: Part, DefaultInitializable {}

final class Tire: Part, DefaultInitializable {}

final class Coupling: Part, DefaultInitializable {}

/// Not available until a module binds it: the injector cannot create it on demand.
final class Radio: Part {}
