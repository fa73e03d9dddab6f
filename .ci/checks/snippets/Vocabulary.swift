// What the examples in documentation comments speak of. They import it as a module, so that an
// example which declares one of these itself means its own.
public import Infusion

// MARK: - Vehicles

public protocol Engine: AnyObject {}
public final class V8Engine: Engine, DefaultInitializable { public init() {} }
public final class Brakes: Sendable { public init() {} }
public final class Headlight { public init() {} }
public final class Heater { public init() {} }
public final class Person { public init() {} }
public final class Radio { public init() {} }
public final class Turbo { public init() {} }
public final class Wheel { public init() {} }
open class Car { public init() {} }
public final class Taxi {
  public var wheels: Provider<Wheel>!
  public init() {}
}
public final class Trip { public init(name: String, clock: Clock) {} }
public final class Assembly {
  public var factory: ObjectFactory!
  public init() {}
}
public final class Garage { public init() {} }
public final class Registry: DefaultInitializable { public init() {} }
public struct GarageModule: Module {
  public init() {}
  public func configure(_ binder: Binder) {}
}

// MARK: - Services

public final class Clock: Sendable {
  public init() {}
  public let now = 0
}
public final class Store: Sendable { public init() {} }
public final class Cache {
  public init(store: Store) {}
  public init(store: Store, clock: Clock) {}
}
public final class Database: Sendable {
  public static func open() async throws -> Database { Database() }
}
public final class Index: Sendable {
  public init() {}
  public static func build(from database: Database, at time: Int) async throws -> Index { Index() }
}
public final class Logger { public init(label: String) {} }
public final class Server {
  public init() {}
  public func stop() {}
}
public final class ThirdParty {
  public init() {}
  public var store: Store!
  public func start() {}
}
@MainActor public final class Screen { public init() {} }
public struct Request: Sendable {}
public final class Archive {
  public var index: Lazy<Index>!
  public init() {}
}
public final class Account { public init() {} }
public final class Session { public init() {} }
public final class Delegate { public init() {} }
public final class Handler { public func run() {} }
public final class RequestStore: InstanceStore, Sendable {
  public init() {}
  public func value(for key: Key) -> Any? { nil }
  public func publish(_ value: Any, for key: Key) {}
}
public protocol Source {}
public struct FileSource: Source { public init() {} }
public struct NetworkModule: Module {
  public func configure(_ binder: Binder) {}
}
public struct AppModule: Module {
  public init() {}
  public func configure(_ binder: Binder) {}
}

// MARK: - A shop, for tests

public final class Till { public init() {} }
public final class CardReader { public init() {} }
open class Gateway { public init() {} }
public final class FakeGateway: Gateway {}
public final class Checkout { public var gateway: Gateway! }
public struct ShopModule: Module {
  public init() {}
  public func configure(_ binder: Binder) {}
}
public struct ClockModule: Module {
  public init() {}
  public func configure(_ binder: Binder) {}
}
public struct FakesModule: Module {
  public init() {}
  public func configure(_ binder: Binder) {}
}
