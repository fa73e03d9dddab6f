import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

private protocol Resolving: AnyObject {}
private protocol Binding: AnyObject {}
extension Injector: Resolving, Binding {}

/// Requires the injector under more than one protocol.
private final class Cottage: DefaultInitializable, Injectable {
  weak var injector: (any Resolving & Binding)?
  static var requires: [PartialKeyPath<Cottage>] { [\.injector] }
}

/// Lists only a patio: the injector finds the marker by itself.
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

/// The injector as a dependency, and existing objects.
struct BlindsideExistingObjectTests {
  @Test("BLS-25: an object receives the injector that created it")
  func bls25() throws {
    let injector = try Injector(Fixtures.HouseModule())
    #expect(try injector.resolve(Fixtures.House.self).injector === injector)
    let child = try injector.makeChild()
    #expect(try child.resolve(Fixtures.House.self).injector === child)
  }

  @Test("BLS-26: it receives the injector as several protocols, if they are bound to it")
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

  @Test("BLS-32: an unbound composition of two protocols is an error that names the property")
  func bls32() throws {
    // Each protocol alone is a different key.
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

  @Test("BLS-33: the same property is set if a subclass gives it a bound key")
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
