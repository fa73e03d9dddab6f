import Infusion
import Testing

/// What the OCInject tests inject: a user, who greets with what a cache reads from a configuration.
enum OCInjectFixtures {
  protocol Greeting: AnyObject {
    var text: String { get }
  }
  final class Hello: Greeting, DefaultInitializable {
    let text = "Hello"
  }

  final class Config {
    let name: String
    init(name: String) { self.name = name }
  }

  /// Made without a binding; asks for its configuration where it needs it.
  final class Cache: DefaultInitializable {
    // In a class that declares something to an injector, `inject` alone means the class's own.
    func name() throws -> String { try Infusion.inject(Config.self).name }
  }

  final class User: DefaultInitializable {
    @Injected var cache: Cache
    func greet() throws -> String { "Hello, \(try cache.name())" }
  }

  /// Makes the bindings of an application.
  struct GreetingModule: Module {
    let hello: Hello
    func configure(_ binder: Binder) {
      binder.bind((any Greeting).self).to(instance: hello)
    }
  }

  /// What is wrong with a request that has to fail.
  static func failure(_ request: () throws -> Void) throws -> InjectionError {
    try #require(throws: InjectionError.self) { try request() }
  }
}
