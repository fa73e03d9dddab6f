// The compiler reports what Gummi-Injection reports at run time. The numbers are those of the
// behaviors that ConformanceTests re-creates; GUM-29 and GUM-30 are in FormerRuntimeErrors.swift.
import Infusion

protocol Toy: AnyObject {}
final class Ball: Toy { init(color: String) {} }

final class OtherBall: InitializerDeclaring {
  // GUM-84: an initializer that does not exist, named by the class.
  // expected-error@+2 {{could not be inferred}}
  // expected-error@+1 {{type 'OtherBall' has no member 'alternative'}}
  static var initializer: Initializer { Initializer(OtherBall.alternative) }
}

struct ToyModule: Module {
  func configure(_ binder: Binder) {
    // GUM-20: nil instead of an object; toNothing() is the explicit form.
    // expected-error@+1 {{'nil' is not compatible with expected argument type 'Ball'}}
    binder.bind(Ball.self).to(instance: nil)

    // GUM-21: a protocol instead of an object or a class.
    // expected-error@+1 {{requires that 'any Toy' be a class type}}
    binder.bind((any Toy).self).to((any Toy).self) { $0 }
    // expected-error@+1 {{argument type '(any Toy).Type' does not conform to expected type 'Toy'}}
    binder.bind((any Toy).self).to(instance: (any Toy).self)

    // GUM-72: a completion that does not exist.
    // expected-error@+1 {{value of type 'Ball' has no member 'roll'}}
    binder.extend(Ball.self).completing { $0.roll() }

    // GUM-84: an initializer that does not exist, named by a module.
    // expected-error@+2 {{generic parameter 'each Input' could not be inferred}}
    // expected-error@+1 {{type 'Ball' has no member 'alternative'}}
    binder.bind(Ball.self).toInitializer(Ball.alternative)
  }
}
