import Infusion
import Testing

/// The classes of the OCInject tests: a user, a cache, and a configuration that the cache reads.
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

  /// Created without a binding; requests its configuration at each use.
  final class Cache: DefaultInitializable {
    // In a class that conforms to a declaring protocol, plain `inject` is the class's own method.
    func name() throws -> String { try Infusion.inject(Config.self).name }
  }

  final class User: DefaultInitializable {
    @Injected var cache: Cache
    func greet() throws -> String { "Hello, \(try cache.name())" }
  }

  /// Binds the classes of an application.
  struct GreetingModule: Module {
    let hello: Hello
    func configure(_ binder: Binder) {
      binder.bind((any Greeting).self).to(instance: hello)
    }
  }

  /// The error of a request that must fail.
  static func failure(_ request: () throws -> Void) throws -> InjectionError {
    try #require(throws: InjectionError.self) { try request() }
  }
}
