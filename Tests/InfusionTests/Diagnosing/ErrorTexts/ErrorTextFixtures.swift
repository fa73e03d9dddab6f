import Infusion
import Testing

// The classes of the golden texts. Their locations are those of an invented program: each
// `#sourceLocation` says where the next lines would be in it.

enum Golden {
  protocol Engine: AnyObject {}
  final class V8Engine: Engine {}
  final class Diesel: Engine, DefaultInitializable {}
  class Brakes {}
  class Radio {}
  final class Sensor {}
  final class Pump {
    let sensor: Sensor?
    init(sensor: Sensor?) { self.sensor = sensor }
  }
  struct Color {}
  struct Tint: InitializerDeclaring, Scoped {
    static var initializer: Initializer { Initializer(Tint.init) }
    static var scope: Scope { .weak }
  }
  protocol Shelf<Item> { associatedtype Item }

  #sourceLocation(file:"App/Car.swift",line:10)
  class Car: Injectable {
    var engine: (any Engine)!
    class var requires: Requirements { requiring(\.engine) }
  }
  #sourceLocation()

  final class SportsCar: Car, DefaultInitializable {}

  #sourceLocation(file:"App/RaceCar.swift",line:7)
  final class RaceCar: Car {
    override class var requires: Requirements {
      Car.requiring(\.engine, named: "racing")
    }
  }
  #sourceLocation()

  final class Workshop: Injectable {
    var brakes: Provider<Brakes>!
    static var requires: [PartialKeyPath<Workshop>] { [\.brakes] }
  }

  final class Planet: Injectable {
    var moon: Moon!
    static var requires: [PartialKeyPath<Planet>] { [\.moon] }
  }
  final class Moon: Injectable {
    weak var planet: Planet!
    static var requires: [PartialKeyPath<Moon>] { [\.planet] }
  }

  final class Garage: Injectable, DefaultInitializable {
    var car: Car!
    static var requires: [PartialKeyPath<Garage>] { [\.car] }
  }

  #sourceLocation(file:"App/Cockpit.swift",line:5)
  class Cockpit {
    @Injected("main") var radio: Radio
    init() {}
  }
  #sourceLocation()

  #sourceLocation(file:"App/Truck.swift",line:6)
  class Truck: Injectable {
    @Injected var radio: Radio
    var brakes: Brakes! { didSet { read = Result { try $radio.resolve() } } }
    var read: Result<Radio, any Error>?
    class var requires: Requirements { requiring(\.brakes) }
  }
  #sourceLocation()

  protocol Bird: AnyObject {}
  class Nest {
    init(bird: any Bird) {}
  }
  class Hen: Bird {
    init(nest: Nest) {}
  }

  #sourceLocation(file:"App/Headlights.swift",line:7)
  class Headlights: Injectable {
    var left: Brakes!
    var right: Brakes!
    class var requires: Requirements { requiring(\.left, named: "left \"L\"") }
  }
  #sourceLocation()

  final class Cache {
    init(store: Store) {}
  }
  final class Store {
    init(cache: Cache) {}
    init() {}
  }

  class Base: Injectable {
    let serial = 7
    var radio: Radio? { nil }
    class var requires: [AnyKeyPath] { [\Base.serial, \Base.radio] }
  }

  final class Plate: Injectable {
    let serial = 7
    static var requires: [PartialKeyPath<Plate>] { [\.serial] }
  }

  class Bus: Injectable {
    var driver: Brakes!
    class var requires: [AnyKeyPath] { [\Bus.driver, \Lamp.bulb] }
  }

  class Person: InitializerDeclaring {
    init(name: String, age: Int) {}
    class var initializer: Initializer {
      Initializer(Person.init(name:age:), .default("Anna"), .default("forty"))
    }
  }
  final class Employee: Person {}

  class Miscounting: InitializerDeclaring {
    init(name: String, age: Int) {}
    class var initializer: Initializer { Initializer(Miscounting.init(name:age:), .argument) }
  }

  final class Sleeper: Injectable, AwakesFromInjection, DefaultInitializable {
    static var requires: [PartialKeyPath<Sleeper>] { [] }
    func awakeFromInjection() throws { throw Failure.tooEarly }
  }

  #sourceLocation(file:"App/Boat.swift",line:3)
  final class Boat: Injectable {
    var engine: any Engine = V8Engine()
    static var requires: Requirements { requiring(\.engine) }
  }
  #sourceLocation()

  final class OddStore: InstanceStore, Sendable {
    enum Kind { case wrongType, failing }
    let kind: Kind
    init(_ kind: Kind) { self.kind = kind }
    func value(for key: Key) throws -> Any? {
      if kind == .failing { throw Failure.closed }
      return "a value that must not be shown"
    }
    func publish(_ value: Any, for key: Key) {}
  }

  @MainActor final class Screen: @MainActor Injectable {
    static var requires: [PartialKeyPath<Screen>] { [] }
  }

  struct LongFailure: Error, CustomStringConvertible {
    let description: String
  }

  final class Lamp: Injectable {
    var bulb: Brakes!
    static var requires: [PartialKeyPath<Lamp>] { [\.bulb] }
  }

  final class Van {
    var brakes: Brakes!
  }

  final class Trailer: InitializerDeclaring {
    init(brakes: Brakes) {}
    static var initializer: Initializer { Initializer(Trailer.init(brakes:)) }
  }

  final class Pair: Injectable {
    private(set) var first: Brakes!
    class Inner: Injectable {
      // Computed: nothing reveals its name.
      var unseen: Brakes! {
        get { nil }
        set {}
      }
      class var requires: Requirements { requiring(\.unseen, fileID: "App/Inner.swift", line: 3) }
    }
    static var requires: [PartialKeyPath<Pair>] { [\.first] }
  }

  enum Failure: Error {
    case tooEarly
    case closed
  }

  struct AppModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Car.self, fileID: "App/AppModule.swift", line: 20).to { Car() }
    }
  }
  struct OtherModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Car.self, fileID: "App/OtherModule.swift", line: 8).to { Car() }
      binder.bind((any Engine).self, fileID: "App/OtherModule.swift", line: 9).to { Diesel() }
    }
  }
  struct BrokenModule: Module {
    func configure(_ binder: Binder) throws { throw Failure.closed }
  }
  struct EarlyModule: Module {
    func configure(_ binder: Binder) throws { throw Failure.tooEarly }
  }
  struct CarelessModule: Module {
    func configure(_ binder: Binder) {
      binder.install(BrokenModule(), fileID: "App/CarelessModule.swift", line: 5)
    }
  }
  struct LampModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Lamp.self, fileID: "App/LampModule.swift", line: 5).to(instance: Lamp())
        .injecting(\.bulb)
    }
  }
  struct StubbornModule: UnloadableModule {
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) throws { throw Failure.closed }
  }
  struct OuterModule: Module {
    func configure(_ binder: Binder) { binder.install(AppModule()) }
  }
}

/// The error that a closure throws; nil if it throws none.
func error(_ body: () throws -> Void) -> InjectionError? {
  do {
    try body()
    return nil
  } catch {
    return error as? InjectionError
  }
}

/// An injector configured by a closure, at a fixed location.
func injector(
  _ options: Injector.Options = .init(), _ configure: @escaping (Binder) throws -> Void = { _ in }
) throws -> Injector {
  try Injector(options: options, fileID: "App/main.swift", line: 1, configure)
}

/// Expects that a closure throws an error with the given text.
func expect(
  _ text: String, _ sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let found = error(body)?.description ?? "no error"
  if text == "?" {
    print("=====\(sourceLocation.fileName):\(sourceLocation.line)\n\(found)\n=====end")
  }
  #expect(found == text, sourceLocation: sourceLocation)
}

#sourceLocation(file:"InfusionTests/Cabin.swift",line:5)
/// The metadata finds this class and this structure by their names: no other type is around them.
class Cabin {
  @Injected var brakes: Golden.Brakes
  @Injected var left: Golden.Radio
  @Injected var right: Golden.Radio
}
func brake() throws -> Golden.Brakes {
  @Injected var brakes: Golden.Brakes
  return try $brakes.resolve()
}
#sourceLocation()

struct Shed {
  @Injected var brakes: Golden.Brakes
}

actor Silo {
  @Injected private var value: Golden.Brakes
  func brake() throws { try $value.resolve() }
}
