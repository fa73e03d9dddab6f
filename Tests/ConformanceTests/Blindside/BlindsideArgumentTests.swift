import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

/// Arguments of a call, beside resolved parameters.
struct BlindsideArgumentTests {
  private let module = Fixtures.AddressModule()
  private let crossStreet = Fixtures.Line()
  private let city = Fixtures.Line()
  private let zip = Fixtures.Line()
  private let injector: Injector

  init() throws {
    injector = try Injector(module)
    try injector.update { [crossStreet] in
      $0.bind(Fixtures.Line.self, named: "street2").to(instance: crossStreet)
    }
  }

  @Test("BLS-27: more arguments than slots are an error")
  func bls27() throws {
    let error = try Fixtures.failure {
      _ = try injector.resolve(Fixtures.Intersection.self, arguments: city, zip, city)
    }
    #expect(error.code == .argumentMismatch)
    #expect(error.key == Key(Fixtures.Intersection.self))
    #expect(error.description.contains("expected: (Line?, Line)"))
    #expect(error.description.contains("given:    (Line, Line, Line)"))
  }

  @Test("BLS-28: fewer arguments than slots are an error")
  func bls28() throws {
    let one = try Fixtures.failure {
      _ = try injector.resolve(Fixtures.Intersection.self, arguments: city)
    }
    #expect(one.code == .argumentMismatch)
    #expect(one.key == Key(Fixtures.Intersection.self))
    let none = try Fixtures.failure { _ = try injector.resolve(Fixtures.Intersection.self) }
    #expect(none.code == .argumentMismatch)
  }

  @Test("BLS-29: arguments fill the slots in order, and the rest is resolved")
  func bls29() throws {
    let intersection = try injector.resolve(Fixtures.Intersection.self, arguments: city, zip)
    #expect(intersection.street === module.street)
    #expect(intersection.crossStreet === crossStreet)
    #expect(intersection.city === city)
    #expect(intersection.state === module.state)
    #expect(intersection.zip === zip)
  }

  @Test("BLS-30: nil as an argument is nil in its slot")
  func bls30() throws {
    let intersection = try injector.resolve(
      Fixtures.Intersection.self, arguments: Fixtures.Line?.none, zip)
    #expect(intersection.city == nil)
    #expect(intersection.zip === zip)
    #expect(intersection.street === module.street)
  }
}
