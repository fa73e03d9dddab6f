// Every name and form that a client of the library uses.
import Infusion

protocol Engine: AnyObject {}
final class V8Engine: Engine, DefaultInitializable { init() {} }
class Brakes {
  init() {}
  init(kind: Int) {}
}
class Headlight {}
class Turbo: DefaultInitializable { required init() {} }
class Radio {}
class Store: DefaultInitializable { required init() {} }
class Clock: DefaultInitializable { required init() {} }
class Cache { init(store: Store, clock: Clock) {} }
class Person {}
class Directory: DefaultInitializable {
  required init() {}
  func owner() -> Person { Person() }
}
class Telemetry: DefaultInitializable { required init() {} }
protocol Utility { static func run() }
enum UtilityImpl: Utility { static func run() {} }
protocol Plugin: AnyObject {}
final class AudioPlugin: Plugin {}
class Legacy {
  var store: Store!
  var clock: Clock!
}
class ThirdParty {
  var store: Store!
  func start() {}
}
final class Node { var next: Node? }
@MainActor final class Screen: @MainActor Injectable {
  var store: Store!
  init() {}
  static var requires: [PartialKeyPath<Screen>] { [\.store] }
}

extension Name {
  static let left: Name = "LeftHeadlight"
}

// Declarations of a class
final class Garage: Injectable, NamedInjectable, AwakesFromInjection {
  var owner: Person!
  private(set) var cars: [Car] = []
  var left: Headlight!
  var right: Headlight!
  static var requires: [PartialKeyPath<Garage>] { [\.owner, \.cars] }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Garage>> {
    [.left: \.left, "RightHeadlight": \.right]
  }
  func awakeFromInjection() {}
}
class Vehicle: Injectable {
  var registry: Directory!
  class var requires: [AnyKeyPath] { [\Vehicle.registry] }
}
class Truck: Vehicle, AwakesFromInjection {
  var store: Store!
  override class var requires: [AnyKeyPath] { [\Truck.store] }
  func awakeFromInjection() throws {}
}
class Car: Injectable, InitializerDeclaring, Scoped {
  var engine: (any Engine)!
  var brakes: Brakes!
  var radio: Radio?
  let make: String
  init(make: String = "", model: String) { self.make = make }
  class var requires: Requirements { requiring(\.engine, \.brakes) + accepting(\.radio) }
  class var initializer: Initializer {
    Initializer(Car.init(make:model:), .argument, .default("?"))
  }
  class var scope: Scope { self == Car.self ? .singleton : .unscoped }
}
class SportsCar: Car {
  var turbo: Turbo!
  var left: Headlight!
  var plugins: [any Plugin] = []
  var lazyStore: Lazy<Store>!
  var clocks: Provider<Clock>!
  override class var requires: Requirements {
    requiring(\.turbo)
      + requiring(\.left, named: "LeftHeadlight")
      + requiring(\.plugins, \.lazyStore, \.clocks)
      + Car.requiring(\.engine, named: "turbo")
      + Car.excluding(\.radio)
  }
}
class Mixed: Injectable {
  var store: Store!
  class var requires: Requirements { [\Mixed.store] }
}
class Marked {
  @Injected var store: Store
  @Injected("LeftHeadlight") var left: Headlight
  @Injected var radio: Radio?
}

// Declarations of a module
struct ClockProvider: ProviderProtocol {
  func provide(from injector: Injector) throws -> Clock { Clock() }
}
struct ClockModule: Module {
  func configure(_ binder: Binder) throws { binder.bind(Clock.self).to(provider: ClockProvider()) }
}
struct GarageModule: Module {
  func configure(_ binder: Binder) throws {
    let leftLight = Headlight()
    binder.bind((any Engine).self).to(V8Engine.self) { $0 }
    binder.bind(Brakes.self).to { Brakes(kind: 3) }
    binder.bind(Brakes.self, named: "spare").to { injector in
      _ = injector
      return Brakes()
    }
    binder.bind(Person.self).to { try $0.resolve(Directory.self).owner() }
    binder.bind(Cache.self).toInitializer(Cache.init(store:clock:)).in(.singleton)
    binder.bind(Car.self).to { (_, make: String, model: String) in Car(make: make, model: model) }
    binder.bind(Headlight.self, named: .left).to(instance: leftLight)
    binder.bind((any Utility.Type).self).to(instance: UtilityImpl.self)
    binder.bind(Telemetry.self).asEagerSingleton()
    binder.bind(Radio.self).toNothing()
    binder.bind(Legacy.self).to { Legacy() }.injecting(\.store, \.clock)
    binder.bind(Node.self, named: Name("n\(1)")).to { Node() }.injecting(\.next, named: Name("n2"))
    binder.extend(ThirdParty.self).injecting(\.store).completing { $0.start() }
    binder.contribute((any Plugin).self).to { AudioPlugin() }
    binder.onMainActor.bind(Screen.self).to { Screen() }
    binder.bind(Store.self).to { Store() }.in(.graph).asIs()
    binder.install(ClockModule())
  }
}

// Calls of an injector
func use(existing car: Car, decoded: [Car]) throws {
  let injector = try Injector(GarageModule(), ClockModule())
  let configured = try Injector { binder in binder.bind(Brakes.self).to { Brakes() } }
  try injector.injectDependencies(into: car)
  try injector.injectDependencies(intoEach: decoded)
  let one = try injector.resolve(Car.self)
  let inferred: Car = try injector.resolve()
  let named = try injector.resolve(Brakes.self, named: "spare")
  let withArguments = try injector.resolve(Car.self, arguments: "VW", "Passat")
  let adHoc = try injector.create { Car(model: "Passat") }
  let subscripted = try injector[Car.self]
  let perhaps: Radio? = try injector.resolveIfBound(Radio.self)
  let factory = try injector.resolve(ObjectFactory.self)
  let made = try factory.resolve(Turbo.self)
  let derived = try injector.adding(ClockModule()).removing(ClockModule.self)
  let child = try injector.makeChild { binder in binder.bind(Person.self).to { Person() } }
  try injector.update { binder in
    binder.unbind(Radio.self)
    binder.uninstall(ClockModule.self)
  }
  _ = injector.hasBinding(Car.self)
  injector.releaseSingletons()
  Injector.setDefault(injector)
  let standard = try Injector.default
  try Injector.withCurrent(child) { _ = try inject(Person.self) }
  _ = (
    configured, one, inferred, named, withArguments, adHoc, subscripted, perhaps, made, derived,
    standard
  )
  do {
    try injector.validate()
  } catch {
    print(error.code == .missingBinding, error)
  }
  print(injector.graph.dot, injector.graph.mermaid, injector.explain(Car.self))
}

@MainActor func show(_ screen: Screen, with injector: Injector) throws {
  try injector.injectDependencies(into: screen)
}
