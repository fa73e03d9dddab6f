// What the tables of the pages on migrating use: each of their cells is the body of a method of
// `Migration`.
import Infusion

protocol Engine: AnyObject {}
final class V8: Engine, DefaultInitializable {}
final class Electric: Engine, DefaultInitializable {}
protocol Manufacturing {
  static func manufacture() -> Truck
}

final class Radio {}
final class Headlight {}
final class Clock: DefaultInitializable {}
final class Store: DefaultInitializable {}

class Car: Injectable, DefaultInitializable {
  var engine: (any Engine)!
  var left: Headlight!
  var radio: Radio?
  required init() {}
  class var requires: Requirements { requiring(\.engine) }
}
final class SportsCar: Car {}

class Truck: InitializerDeclaring, Manufacturing {
  var engine: (any Engine)!
  let make: String
  let power: Int
  required init(make: String, power: Int) {
    self.make = make
    self.power = power
  }
  class var initializer: Initializer {
    Initializer(Self.init(make:power:), .argument, .default(200))
  }
  static func manufacture() -> Truck { Truck(make: "Ford", power: 200) }
}

final class Pickup: Car, Manufacturing {
  static func manufacture() -> Truck { Truck(make: "Ford", power: 100) }
}
final class Trailer: InitializerDeclaring {
  init(lamp: Headlight?) {}
  static var initializer: Initializer { Initializer(Trailer.init(lamp:), .argument) }
}

final class Legacy {
  var store: Store!
  init() {}
  init(clock: Clock) {}
  func start() {}
}

final class CarProvider: ProviderProtocol {
  func provide(from injector: Injector) -> Car { Car() }
}
final class RequestStore: InstanceStore {
  func value(for key: Key) -> Any? { nil }
  func publish(_ value: Any, for key: Key) {}
}

struct Payment {
  var clock: Clock
}
struct CreationLog: InjectionObserver {}

struct PartsModule: Module {
  func configure(_ binder: Binder) {}
}
struct TestModule: Module {
  func configure(_ binder: Binder) {}
}

/// The names that the cells use, beside those of the types.
struct Migration {
  let injector: Injector
  let binder: Binder
  let factory: ObjectFactory
  let module: any Module
  let modules: [any Module]
  let car: Car
  let engine: any Engine
  let headlight: Headlight
  let requests: RequestStore
  let login: ScopeStore
  let log: CreationLog
  let isPreview: Bool
}
