// No declaring protocol has a default: a class that conforms implements its requirements.
import Infusion

// expected-error@+2 {{type 'WithoutList' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutList: Injectable {}
// expected-error@+2 {{type 'WithoutNames' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutNames: NamedInjectable {}
// expected-error@+2 {{type 'WithoutAwakening' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutAwakening: AwakesFromInjection {}
// expected-error@+2 {{type 'WithoutScope' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutScope: Scoped {}
// expected-error@+2 {{type 'WithoutInitializer' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutInitializer: InitializerDeclaring {}
// expected-error@+2 {{type 'WithoutArgumentlessInitializer' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
class WithoutArgumentlessInitializer: DefaultInitializable {
  init(number: Int) {}
}
class NotForSubclasses: DefaultInitializable {
  // expected-error@+1 {{initializer requirement 'init()'}}
  init() {}
}
