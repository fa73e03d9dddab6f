// No key can be bound to nil, and nil is not a key. The numbers are those of the behaviors that
// ConformanceTests re-creates.
import Infusion

class Config {}

struct ConfigModule: Module {
  func configure(_ binder: Binder) {
    // OCI-2: nil as the key, and a class that may be nil.
    // expected-error@+2 {{generic parameter 'Value' could not be inferred}}
    // expected-error@+1 {{'nil' is not compatible with expected argument type}}
    binder.bind(nil)
    let type: Config.Type? = Config.self
    // expected-note@+3 {{coalesce}}
    // expected-note@+2 {{force-unwrap}}
    // expected-error@+1 {{must be unwrapped to a value of type 'Config.Type'}}
    binder.bind(type)

    // OCI-5: nil as the closure that is called for each request.
    // expected-error@+1 {{no exact matches in call to instance method 'to'}}
    binder.bind(Config.self).to(nil)

    // OCI-7: nil as the closure that is called once.
    // expected-error@+1 {{no exact matches in call to instance method 'to'}}
    binder.bind(Config.self).to(nil).in(.singleton)

    // The same as an instance.
    // expected-error@+1 {{'nil' is not compatible with expected argument type 'Config'}}
    binder.bind(Config.self).to(instance: nil)
  }
}
