// Only objects can be injected.
import Infusion

// expected-error@+2 {{cannot conform to class protocol}}
// expected-error@+1 {{cannot conform to class protocol}}
struct Car: Injectable {
  static var requires: Requirements { [] }
}
// expected-error@+2 {{cannot conform to class protocol}}
// expected-error@+1 {{cannot conform to class protocol}}
struct Named: NamedInjectable {
  static var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { [:] }
}
// expected-error@+2 {{cannot conform to class protocol}}
// expected-error@+1 {{cannot conform to class protocol}}
struct Awaking: AwakesFromInjection {
  func awakeFromInjection() {}
}
// expected-error@+2 {{cannot conform to class protocol}}
// expected-error@+1 {{cannot conform to class protocol}}
struct Creatable: DefaultInitializable {
  init() {}
}
struct Plain {}

func inject(with injector: Injector) throws {
  // expected-error@+1 {{requires that 'Plain' conform to 'Injectable'}}
  try injector.injectDependencies(into: Plain())
  // expected-error@+1 {{expected to be an instance of a class}}
  try injector.injectDependencies(into: 1)
}
