// Mistakes for which only Swift has a message: the page Understanding Errors has each of them.
import Infusion

protocol Device: AnyObject {}
protocol Engine: Device {}
final class V8: Engine, DefaultInitializable {}
class Turbo {}
class Basket { init(customer: String, count: Int) {} }
class Single { init(customer: String) {} }
class Crate {
  init(number: Int) {}  // expected-note {{found this candidate}}
  init(name: String) {}  // expected-note {{found this candidate}}
}
@MainActor class Screen {
  nonisolated init(number: Int) {}
  init() {}
  func show() {}  // expected-note {{calls to instance method 'show()'}}
}
// expected-note@+1 {{calls to global function 'makeScreen()'}}
@MainActor func makeScreen() -> Screen { Screen() }

// MARK: Lists

class Car: Injectable {
  var engine: (any Engine)!
  // expected-note@+1 {{attempt to override property here}}
  class var requires: [AnyKeyPath] { [\Car.engine] }
}
class SportsCar: Car {
  var turbo: Turbo!
  // expected-error@+2 {{property 'requires' with type 'Requirements' cannot override a property with type '[AnyKeyPath]'}}
  // expected-error@+1 {{cannot convert value of type '[AnyKeyPath]' to expected argument type 'Requirements'}}
  override class var requires: Requirements { super.requires + requiring(\.turbo) }
}
class Van: Injectable {
  var engine: (any Engine)!
  // expected-error@+1 {{covariant 'Self' or 'Self?' can only appear at the top level of property type}}
  class var requires: [PartialKeyPath<Self>] { [\.engine] }
}
class Truck: Injectable {
  var engine: (any Engine)!
  // expected-note@+1 {{overridden declaration is here}}
  class var requires: Requirements { requiring(\.engine) }
}
class FastTruck: Truck {
  var turbo: Turbo!
  override class var requires: Requirements {
    var all = super.requires
    // expected-error@+2 {{value of type 'Requirements' has no member 'append'}}
    // expected-error@+1 {{cannot infer key path type from context}}
    all.append(\.turbo)
    return all
  }
}
class Bus: Injectable {
  var engine: (any Engine)!
  // expected-error@+3 {{cannot convert value of type '[Any]' to expected argument type 'ReferenceWritableKeyPath<Bus, A>'}}
  // expected-error@+2 {{generic parameter 'A' could not be inferred}}
  // expected-error@+1 {{cannot infer key path type from context}}
  class var requires: Requirements { requiring([\.engine]) }
}
class Vessel: Injectable {
  // expected-error@+2 {{missing argument for parameter #1 in call}}
  // expected-error@+1 {{generic parameter 'A' could not be inferred}}
  class var requires: Requirements { requiring() }
}
class Tram {
  var engine: (any Engine)!
}
extension Tram: Injectable {
  // expected-note@+1 {{overridden declaration is here}}
  class var requires: Requirements { requiring(\.engine) }
}
class LongTram: Tram {
  var turbo: Turbo!
  // expected-error@+1 {{class property 'requires' is declared in extension of 'Tram' and cannot be overridden}}
  override class var requires: Requirements { requiring(\.turbo) }
}
class FastVan: Truck {
  var turbo: Turbo!
}
extension FastVan {
  // expected-error@+1 {{class property 'requires' declared in 'Truck' cannot be overridden from extension}}
  override class var requires: Requirements { requiring(\.turbo) }
}
class Trolley: NamedInjectable {
  var turbo: Turbo!
  // expected-note@+1 {{attempt to override property here}}
  class var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Trolley>> { ["left": \.turbo] }
}
class LongTrolley: Trolley {
  // expected-error@+1 {{property 'requiresNamed' with type 'KeyValuePairs<Name, PartialKeyPath<LongTrolley>>' cannot override a property}}
  override class var requiresNamed: KeyValuePairs<Name, PartialKeyPath<LongTrolley>> { [:] }
}
// expected-error@+1 {{type 'Ferry' does not conform to protocol 'NamedInjectable'}}
final class Ferry: NamedInjectable {
  var turbo: Turbo!
  // expected-note@+1 {{candidate would match and infer}}
  static var requiresNamed: [Name: PartialKeyPath<Ferry>] { ["left": \.turbo] }
}
actor Depot: Injectable {
  var turbo: Turbo!
  // expected-error@+1 {{cannot form key path to actor-isolated property 'turbo'}}
  static var requires: Requirements { requiring(\.turbo) }
}

final class Pallet<Item> { var item: Item? }
// expected-note@+3 {{did you mean to explicitly state the conformance with the same bounds using 'where Item: Device'?}}
// expected-note@+2 {{did you mean to explicitly state the conformance with different bounds?}}
// expected-error@+1 {{conditional conformance of type 'Pallet<Item>' to protocol 'Injectable' does not imply conformance to inherited protocol 'InjectionDeclaring'}}
extension Pallet: Injectable where Item: Device {
  static var requires: Requirements { requiring(\.item) }
}
final class Rack<Item> { var item: Item? }
extension Rack: InjectionDeclaring, Injectable where Item: Device {
  static var requires: Requirements { requiring(\.item) }
}

// MARK: The current injector

class Journal: DefaultInitializable {
  // expected-error@+1 {{cannot use instance member 'inject' within property initializer}}
  let turbo: Turbo = try! inject()
  required init() {}
}

// MARK: Bindings

final class Fixed { let turbo: Turbo? = nil }

struct AppModule: Module {
  func configure(_ binder: Binder) {
    // expected-error@+2 {{to expected argument type 'ReferenceWritableKeyPath<Fixed, A>'}}
    // expected-error@+1 {{generic parameter 'A' could not be inferred}}
    binder.bind(Fixed.self).to { Fixed() }.injecting(\.turbo)

    // expected-error@+1 {{no exact matches in call to instance method 'to'}}
    binder.bind(Single.self).to { (customer: String) in Single(customer: customer) }
    // expected-error@+1 {{no exact matches in call to instance method 'to'}}
    binder.bind(Single.self).to { (_, done: () -> Void) in Single(customer: "Anna") }
    // expected-error@+3 {{instance method 'to(provider:isolation:)' requires the types}}
    // expected-error@+2 {{cannot conform to 'ProviderProtocol'}}
    // expected-note@+1 {{only concrete types}}
    binder.bind(Basket.self).to { (customer: String, count: Int) in
      Basket(customer: customer, count: count)
    }
    // expected-error@+1 {{to expected argument type '() throws -> Single'}}
    binder.bind(Single.self).to(Single.init(customer:))

    // expected-error@+1 {{no exact matches in call to instance method 'toInitializer'}}
    binder.bind((any Engine).self).toInitializer(V8.self)
    // expected-error@+1 {{contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored}}
    binder.bind((any Engine).self).to(V8.self) { V8() }

    // expected-error@+1 {{'completing(_:isolation:)' on 'BindingBuilder' requires that 'any Engine' be a class type}}
    binder.bind((any Engine).self).to { V8() }.completing { _ in }
    // expected-error@+2 {{'completing(_:isolation:)' on 'BindingBuilder' requires that 'V8?' be a class type}}
    // expected-note@+1 {{wrapped type 'V8' satisfies this requirement}}
    binder.bind(V8?.self).to { V8() }.completing { _ in }
    // expected-error@+4 {{'injecting(_:isolation:)' on 'BindingBuilder' requires that 'any Engine' be a class type}}
    // expected-error@+3 {{cannot convert value of type 'KeyPath<any Engine, Value>'}}
    // expected-error@+2 {{generic parameter 'A' could not be inferred}}
    // expected-error@+1 {{value of type 'any Engine' has no member 'turbo'}}
    binder.bind((any Engine).self).to { V8() }.injecting(\.turbo)
    // expected-error@+1 {{extra argument 'named' in call}}
    binder.bind(FastVan.self).to { FastVan() }.injecting(\.turbo, \.engine, named: "left")
    // expected-error@+1 {{ambiguous use of 'init'}}
    binder.bind(Crate.self).toInitializer(Crate.init)

    // expected-error@+1 {{requires that 'any Engine' be a class type}}
    binder.bind((any Device).self).to((any Engine).self) { $0 }
    // expected-error@+3 {{extra arguments at positions #2, #3 in call}}
    // expected-error@+2 {{cannot infer contextual base in reference to member 'argument'}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'resolved'}}
    binder.bind(Basket.self).toInitializer(Basket.init, .argument, .resolved)

    // expected-error@+2 {{cannot pass function of type '() async -> Screen' to parameter expecting synchronous function type}}
    // expected-note@+1 {{'async' inferred}}
    binder.bind(Screen.self).to { await Screen() }
    // expected-error@+1 {{call to main actor-isolated global function 'makeScreen()'}}
    binder.bind(Screen.self).to { makeScreen() }
    // expected-error@+1 {{call to main actor-isolated instance method 'show()'}}
    binder.bind(Screen.self).to { Screen(number: 1) }.completing { $0.show() }
  }
}

func makeInjectors() throws {
  // expected-error@+1 {{converting non-escaping value to '() -> Void' may allow it to escape}}
  _ = try Injector { $0.bind(Single.self).to { (_, done: () -> Void) in Single(customer: "") } }
  // expected-error@+1 {{contextual closure type '() throws -> Single' expects 0 arguments, but 1 was used in closure body}}
  _ = try Injector { $0.bind(Single.self).to { (customer: String) in Single(customer: customer) } }
  // expected-error@+1 {{contextual closure type '() throws -> Single' expects 0 arguments, but 1 was used in closure body}}
  _ = try Injector { $0.bind(Single.self).to { Single(customer: $0) } }
}

func explain(_ injector: Injector, _ object: AnyObject) {
  // expected-error@+1 {{failed to produce diagnostic for expression}}
  print(injector.explain(type(of: object)))
  let cls: AnyClass = type(of: object)
  print(injector.explain(cls))
}

func resolve(_ injector: Injector) throws {
  // expected-error@+1 {{no exact matches in call to instance method 'resolve'}}
  _ = try injector.resolve(Single.self, "Anna")
  // expected-error@+1 {{extra argument 'customer' in call}}
  _ = try injector.resolve(Single.self, customer: "Anna")
  // expected-error@+1 {{failed to produce diagnostic for expression}}
  let single = try injector.resolve("left")
  let name = "left"
  // expected-error@+1 {{cannot convert value of type 'String' to expected argument type 'Name'}}
  _ = try injector.resolve(Single.self, named: name)
  // expected-error@+1 {{argument type '[Single]' expected to be an instance of a class}}
  try injector.injectDependencies(into: [Single(customer: "Anna")])
}
