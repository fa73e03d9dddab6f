// The compiler reports what dependency injection for Objective-C reports at run time. The numbers
// are those of the behaviors that ConformanceTests re-creates.
import Infusion

protocol GearBox: AnyObject {}
protocol MetaCar: AnyObject {
  static func manufacture()
}
class Part {}
class Car: Injectable, NamedInjectable {
  var part: Part!
  init(part: Part) {}

  // OBJ-33, BLS-46: an unknown property.
  // expected-error@+1 {{value of type 'Car' has no member 'badProperty'}}
  class var requires: Requirements { requiring(\.badProperty) }

  // OBJ-37: an unknown property of a named requirement.
  // expected-error@+1 {{value of type 'Car' has no member 'badProperty'}}
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["name": \Car.badProperty] }
}

class Declared: InitializerDeclaring {
  // OBJ-28, BLS-35, BLS-36: an unknown initializer.
  // expected-error@+2 {{could not be inferred}}
  // expected-error@+1 {{type 'Car' has no member 'init(nonexistent:)'}}
  class var initializer: Initializer { Initializer(Car.init(nonexistent:)) }
}

class Unknown {
  // BLS-48, BLS-52: a property whose class or protocol does not exist.
  // expected-error@+1 {{cannot find type 'Nonexistent' in scope}}
  @Injected var part: Nonexistent
}

struct CarModule: Module {
  func configure(_ binder: Binder) {
    // OBJ-35: an unknown scope.
    // expected-error@+1 {{type 'Scope' has no member 'nonexistent'}}
    binder.bind(Part.self).to { Part() }.in(.nonexistent)

    // OBJ-41, GUM-30: an instance that does not conform to the protocol.
    // expected-error@+1 {{argument type 'Part' does not conform to}}
    binder.bind((any GearBox).self).to(instance: Part())

    // GUM-29: a class that does not conform to the protocol.
    // expected-error@+1 {{cannot convert value of type 'Part' to closure result type 'any}}
    binder.bind((any GearBox).self).to(Part.self) { $0 }

    // OBJ-50: a value that is not a metatype.
    // expected-error@+1 {{cannot convert value of type 'String' to expected argument type 'any}}
    binder.bind((any MetaCar.Type).self).to(instance: "sneaky")
  }
}
