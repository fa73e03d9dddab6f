import Foundation
import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

private final class Stand: NSObject, InitializerDeclaring {
  let foo: String
  let bar: String

  private init(foo: String, bar: String) {
    self.foo = foo
    self.bar = bar
  }

  static func make(foo: String, injector: Injector) throws -> Stand {
    Stand(foo: foo, bar: try injector.resolve(named: "bar"))
  }

  static var initializer: Initializer {
    Initializer(Stand.make(foo:injector:), .argument, .resolved)
  }
}

private class Cabin: NSObject, InitializerDeclaring, Injectable, NamedInjectable,
  AwakesFromInjection
{
  let address: Fixtures.Address
  var garage: Fixtures.Garage!
  var driveway: Fixtures.Driveway!
  weak var injector: Injector?

  required init(address: Fixtures.Address) { self.address = address }

  class var initializer: Initializer { Initializer(Self.init(address:)) }
  class var requires: [AnyKeyPath] { [\Cabin.garage, \Cabin.injector] }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["theDriveway": \Cabin.driveway] }
  func awakeFromInjection() { garage.isEmpty = true }
}

private final class Lodge: Cabin {
  var tennisCourt: Fixtures.TennisCourt!
  override class var requires: [AnyKeyPath] { [\Lodge.tennisCourt] }
}

/// Classes whose superclass, `NSObject`, knows nothing of injection.
struct BlindsideFoundationClassTests {
  private let module = Fixtures.HouseModule()

  @Test("BLS-39: a subclass of NSObject is created by its own factory")
  func bls39() throws {
    let injector = try Injector { $0.bind(String.self, named: "bar").to(instance: "BAR") }
    let stand = try injector.resolve(Stand.self, arguments: "FOO")
    #expect(stand.foo == "FOO")
    #expect(stand.bar == "BAR")
  }

  @Test("BLS-40: a name that is bound to it creates it with its declared initializer")
  func bls40() throws {
    let injector = try Injector(module)
    try injector.update { $0.bind(NSObject.self, named: "cabin").to(Cabin.self) { $0 } }
    let cabin = try #require(try injector.resolve(NSObject.self, named: "cabin") as? Cabin)
    #expect(cabin.address === module.address)
    #expect(cabin.garage === module.garage)
  }

  @Test("BLS-41: it receives the injector")
  func bls41() throws {
    let injector = try Injector(module)
    #expect(try injector.resolve(Cabin.self).injector === injector)
  }

  @Test("BLS-42: a property with a key of its own receives the value that is bound to that key")
  func bls42() throws {
    #expect(try Injector(module).resolve(Cabin.self).driveway === module.driveway)
  }

  @Test("BLS-43: it awakes once its properties are set")
  func bls43() throws {
    #expect(try Injector(module).resolve(Cabin.self).garage === module.garage)
    #expect(module.garage.isEmpty)
  }

  @Test("BLS-44: the properties of its superclass are injected too")
  func bls44() throws {
    let lodge = try Injector(module).resolve(Lodge.self)
    #expect(type(of: lodge) == Lodge.self)
    #expect(lodge.garage === module.garage)
    #expect(lodge.driveway === module.driveway)
    #expect(lodge.tennisCourt === module.tennisCourt)
  }
}
