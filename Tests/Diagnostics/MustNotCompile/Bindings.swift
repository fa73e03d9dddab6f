// A binding provides a value of the bound type.
import Infusion

protocol Engine: AnyObject {}
final class V8: Engine {}
final class NotAnEngine {}
class Store {}
class Cache { init(store: Store) {} }

struct NotAnEngineProvider: ProviderProtocol {
  func provide(from injector: Injector) throws -> NotAnEngine { NotAnEngine() }
}

struct EngineModule: Module {
  func configure(_ binder: Binder) throws {
    // expected-error@+1 {{cannot convert value of type 'NotAnEngine' to closure result type}}
    binder.bind((any Engine).self).to(NotAnEngine.self) { $0 }
    // expected-error@+1 {{cannot convert value of type 'NotAnEngine' to closure result type}}
    binder.bind((any Engine).self).to { NotAnEngine() }
    // expected-error@+1 {{argument type 'NotAnEngine' does not conform to}}
    binder.bind((any Engine).self).to(instance: NotAnEngine())
    // expected-error@+1 {{instance method 'to(provider:isolation:)' requires}}
    binder.bind((any Engine).self).to(provider: NotAnEngineProvider())
    // expected-error@+1 {{to expected argument type}}
    binder.bind((any Engine).self).toInitializer(NotAnEngine.init)
    // expected-error@+1 {{argument type 'NotAnEngine' does not conform to}}
    binder.bind((any Engine.Type).self).to(instance: NotAnEngine.self)
    // expected-error@+1 {{'nil' is not compatible with expected argument type 'V8'}}
    binder.bind(V8.self).to(instance: nil)
    // expected-error@+1 {{cannot convert value of type 'V8' to expected argument type 'Store'}}
    binder.bind(Cache.self).to { Cache(store: try $0.resolve(V8.self)) }
    // expected-error@+1 {{cannot convert value of type 'NotAnEngine' to closure result type}}
    binder.contribute((any Engine).self).to { NotAnEngine() }
    // expected-error@+1 {{cannot convert value of type 'Int' to expected argument type 'Name'}}
    binder.bind(V8.self, named: 3).to { V8() }
    // expected-error@+1 {{argument type 'V8' does not conform to}}
    binder.install(V8())
  }
}
