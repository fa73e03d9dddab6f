// No key can be bound to nil, and nil is not a key; Swift has to know the type of nil. The numbers are
// those of the behaviors that ConformanceTests re-creates.
import Infusion

class Config {}
final class Numbered {
  init?(number: Int) {}
}
enum Mode { case fast }
final class Engine: InitializerDeclaring {
  init(config: Config?, mode: Mode) {}
  static var initializer: Initializer {
    // expected-error@+1 {{type 'Any?' has no member 'fast'}}
    Initializer(Engine.init(config:mode:), .default(nil), .default(.fast))
  }
}

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

    // What may be nil has an Optional key.
    // expected-note@+3 {{coalesce}}
    // expected-note@+2 {{force-unwrap}}
    // expected-error@+1 {{value of optional type 'Numbered?' must be unwrapped}}
    binder.bind(Numbered.self).to { Numbered(number: 0) }
    // expected-error@+1 {{to expected argument type '(Int) throws -> Numbered'}}
    binder.bind(Numbered.self).toInitializer(Numbered.init(number:))
    // expected-error@+1 {{'nil' is not compatible with closure result type 'Config'}}
    binder.bind(Config.self).to { return nil }
  }
}

func passArguments(to injector: Injector) throws {
  // expected-error@+1 {{cannot infer contextual base in reference to member 'fast'}}
  _ = try injector.resolve(Engine.self, arguments: Config(), .fast)
}
