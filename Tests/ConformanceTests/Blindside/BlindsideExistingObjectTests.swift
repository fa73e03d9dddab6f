import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

private protocol Resolving: AnyObject {}
private protocol Binding: AnyObject {}
extension Injector: Resolving, Binding {}

/// Wants the injector under more than one protocol.
private final class Cottage: DefaultInitializable, Injectable {
  weak var injector: (any Resolving & Binding)?
  static var requires: [PartialKeyPath<Cottage>] { [\.injector] }
}

/// Lists a patio only: the marker is found by itself.
private final class Shed: Injectable {
  var patio: Fixtures.Patio!
  @Injected var injector: Injector
  static var requires: [PartialKeyPath<Shed>] { [\.patio] }
}

private protocol Neighbor: AnyObject {}
private protocol Taxpayer: AnyObject {}
private final class Resident: Neighbor, Taxpayer {}

private class Village: Injectable {
  var resident: (any Neighbor & Taxpayer)!
  class var requires: Requirements { requiring(\.resident) }
}
private final class VillageWithKey: Village {
  override class var requires: Requirements { Village.requiring(\.resident, named: "mayor") }
}

/// The injector as a dependency, and objects that exist already.
struct BlindsideExistingObjectTests {
  @Test("BLS-25: an object receives the injector that has made it")
  func bls25() throws {
    let injector = try Injector(Fixtures.HouseModule())
    #expect(try injector.resolve(Fixtures.House.self).injector === injector)
    let child = try injector.makeChild()
    #expect(try child.resolve(Fixtures.House.self).injector === child)
  }

  @Test("BLS-26: it does so under several protocols, once they are bound to the injector")
  func bls26() throws {
    let injector = try Injector {
      $0.bind((any Resolving & Binding).self).to(Injector.self) { $0 }
    }
    #expect(try injector.resolve(Cottage.self).injector === injector)
    let child = try injector.makeChild()
    #expect(try child.resolve(Cottage.self).injector === child)
  }

  @Test("BLS-31: an existing object receives the injector without listing it")
  func bls31() throws {
    let injector = try Injector()
    let shed = Shed()
    try injector.injectDependencies(into: shed)
    #expect(shed.injector === injector)
    #expect(shed.patio != nil)
  }

  @Test("BLS-32: a property of two protocols that nothing provides is an error that names it")
  func bls32() throws {
    // Each protocol alone is another key.
    let injector = try Injector {
      $0.bind((any Neighbor).self).to(instance: Resident())
      $0.bind((any Taxpayer).self).to(instance: Resident())
    }
    let village = Village()
    let error = try Fixtures.failure { try injector.injectDependencies(into: village) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key((any Neighbor & Taxpayer).self))
    #expect(error.property?.description == "Village.resident")
    #expect(village.resident == nil)
  }

  @Test("BLS-33: with a key that is bound it is set")
  func bls33() throws {
    let resident = Resident()
    let injector = try Injector {
      $0.bind((any Neighbor & Taxpayer).self, named: "mayor").to(instance: resident)
    }
    let village = VillageWithKey()
    try injector.injectDependencies(into: village)
    #expect(village.resident === resident)
  }
}
