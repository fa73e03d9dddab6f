import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

/// Properties of a class: their keys, and the order in which they are set.
struct BlindsidePropertyTests {
  private let module = Fixtures.HouseModule()

  @Test("BLS-11: a property with a key of its own receives the value that is bound to that key")
  func bls11() throws {
    let injector = try Injector(module)
    try injector.update { $0.bind(Fixtures.Driveway.self).to(instance: Fixtures.Driveway()) }
    #expect(try injector.resolve(Fixtures.House.self).driveway === module.driveway)
  }

  @Test("BLS-12: a property without a key receives the value that is bound to its type")
  func bls12() throws {
    let injector = try Injector(module)
    try injector.update {
      $0.bind(Fixtures.Garage.self, named: "garage").to(instance: Fixtures.Garage())
    }
    #expect(try injector.resolve(Fixtures.House.self).garage === module.garage)
  }

  @Test("BLS-13: a property whose key is bound to nothing is nil, even if it had a value")
  func bls13() throws {
    let injector = try Injector(module)
    try injector.update { $0.bind(Fixtures.Driveway.self, named: "theDriveway").toNothing() }
    let house = Fixtures.House(address: module.address)
    house.driveway = Fixtures.Driveway()
    try injector.injectDependencies(into: house)
    #expect(house.driveway == nil)
    #expect(house.garage === module.garage)
  }

  @Test("BLS-14: an object awakes once its properties are set")
  func bls14() throws {
    let house = try Injector(module).resolve(Fixtures.House.self)
    #expect(house.garage === module.garage)
    #expect(module.garage.isEmpty)
  }

  @Test("BLS-15: the properties of the superclass are injected too")
  func bls15() throws {
    let mansion = try Injector(module).resolve(Fixtures.Mansion.self)
    #expect(type(of: mansion) == Fixtures.Mansion.self)
    #expect(mansion.garage === module.garage)
    #expect(mansion.tennisCourt === module.tennisCourt)
    #expect(mansion.address === module.address)
  }

  @Test("BLS-16: a subclass gives a shared property another key, and the superclass keeps its own")
  func bls16() throws {
    let injector = try Injector(module)
    let mansion = try injector.resolve(Fixtures.Mansion.self)
    let house = try injector.resolve(Fixtures.House.self)
    #expect(mansion.driveway === module.largeDriveway)
    #expect(house.driveway === module.driveway)
    #expect(try injector.resolve(Fixtures.Mansion.self).driveway === module.largeDriveway)
  }

  @Test("BLS-45: every property of a list is injected, under its own key, in the order of the list")
  func bls45() throws {
    let graph = try Injector(module).graph(including: Fixtures.Mansion.self)
    let types = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.id, ($0.type, $0.name)) })
    let mansion = try #require(graph.nodes.first { $0.type == "Mansion" })
    let properties = graph.edges.filter { $0.source == mansion.id && !$0.isForCreation }
    // The properties of the superclass come first; the re-declared property keeps its position.
    #expect(
      properties.map { types[$0.target]?.0 } == ["Garage", "Driveway", "Injector", "TennisCourt"])
    #expect(properties.map { types[$0.target]?.1 } == [nil, "10 car driveway", nil, nil])
    #expect(properties.allSatisfy { !$0.isOptional && !$0.isLazy })
  }
}
