import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

/// Neither bound nor created on demand: the class does not offer its initializer to injectors.
private final class Locked {
  private init() {}
}

/// Bindings to closures, and keys that are bound to classes.
struct BlindsideBindingTests {
  private let module = Fixtures.HouseModule()

  @Test("BLS-17: a closure provides a dependency")
  func bls17() throws {
    let injector = try Injector(module)
    let garage = Fixtures.Garage()
    var askers: [ObjectIdentifier] = []
    try injector.update {
      $0.bind(Fixtures.Garage.self).to { injector in
        askers.append(ObjectIdentifier(injector))
        return garage
      }
    }
    #expect(try injector.resolve(Fixtures.House.self).garage === garage)
    #expect(askers == [ObjectIdentifier(injector)])
  }

  @Test("BLS-18: a name that is bound to a class creates it with its declared initializer")
  func bls18() throws {
    let injector = try Injector(module)
    try injector.update {
      $0.bind(Fixtures.House.self, named: "house").to(Fixtures.House.self) { $0 }
    }
    let house = try injector.resolve(Fixtures.House.self, named: "house")
    #expect(house.address === module.address)
    #expect(house.garage === module.garage)
  }

  @Test("BLS-19: a name that is bound to a class without a declaration creates it with init()")
  func bls19() throws {
    let injector = try Injector {
      $0.bind(Fixtures.Patio.self, named: "patio").to(Fixtures.Patio.self) { $0 }
    }
    let patio = try injector.resolve(Fixtures.Patio.self, named: "patio")
    #expect(try injector.resolve(Fixtures.Patio.self, named: "patio") !== patio)
  }

  @Test("BLS-20: a class that is bound to itself is created as if it were not bound")
  func bls20() throws {
    let instance = Fixtures.House(address: module.address)
    let injector = try Injector(module)
    try injector.update { $0.bind(Fixtures.House.self).to(instance: instance) }
    #expect(try injector.resolve(Fixtures.House.self) === instance)
    try injector.update { $0.bind(Fixtures.House.self).to(Fixtures.House.self) { $0 } }
    let house = try injector.resolve(Fixtures.House.self)
    #expect(house !== instance)
    #expect(house.address === module.address)
    #expect(try injector.resolve(Fixtures.House.self) !== house)
  }

  @Test("BLS-21: a class that neither declares an initializer nor allows init() is an error")
  func bls21() throws {
    let error = try Fixtures.failure { _ = try Injector().resolve(Locked.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Locked.self))
    #expect(error.description.contains("conform the class to DefaultInitializable"))
  }
}

/// The lifetime of an instance.
struct BlindsideScopeTests {
  private let module = Fixtures.HouseModule()

  @Test("BLS-22: a class that is bound as a singleton is created once")
  func bls22() throws {
    let injector = try Injector(module)
    try injector.update { $0.bind(Fixtures.House.self).in(.singleton) }
    let house = try injector.resolve(Fixtures.House.self)
    #expect(house.address === module.address)
    #expect(try injector.resolve(Fixtures.House.self) === house)
  }

  @Test("BLS-23: a name that is linked to a singleton class shares its object")
  func bls23() throws {
    let injector = try Injector(module)
    try injector.update {
      $0.bind(Fixtures.House.self, named: "house").to(Fixtures.House.self) { $0 }
      $0.bind(Fixtures.House.self).in(.singleton)
    }
    let houses = [
      try injector.resolve(Fixtures.House.self, named: "house"),
      try injector.resolve(Fixtures.House.self),
      try injector.resolve(Fixtures.House.self, named: "house"),
      try injector.resolve(Fixtures.House.self),
    ]
    #expect(Set(houses.map { ObjectIdentifier($0) }).count == 1)
  }

  @Test("BLS-24: a class without a scope is created for every request")
  func bls24() throws {
    let injector = try Injector(module)
    let house = try injector.resolve(Fixtures.House.self)
    #expect(try injector.resolve(Fixtures.House.self) !== house)
  }
}
