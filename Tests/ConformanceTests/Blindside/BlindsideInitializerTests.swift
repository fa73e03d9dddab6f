import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

/// Lists fewer parameters than its initializer has.
private final class TooFewKeys: InitializerDeclaring {
  init(first: Fixtures.Line, second: Fixtures.Line) {}
  static var initializer: Initializer {
    Initializer(TooFewKeys.init(first:second:), .named("street"))
  }
}

/// Lists more parameters than its initializer has.
private final class TooManyKeys: InitializerDeclaring {
  init(only: Fixtures.Line) {}
  static var initializer: Initializer {
    Initializer(TooManyKeys.init(only:), .named("street"), .named("city"))
  }
}

private final class Country: InitializerDeclaring {
  let name: String
  private init(name: String) { self.name = name }
  static func country(named name: String) -> Country { Country(name: name) }
  static var initializer: Initializer { Initializer(Country.country(named:), .argument) }
}

/// Declared initializers, and the values that are resolved for their parameters.
///
/// BLS-35 and BLS-36, an initializer and a factory that do not exist, are rejected by the compiler:
/// see `Tests/Diagnostics/MustNotCompile/UnknownNames.swift`.
struct BlindsideInitializerTests {
  @Test("BLS-7: a declared initializer receives the value that is bound for its parameter")
  func bls7() throws {
    let module = Fixtures.HouseModule()
    let house = try Injector(module).resolve(Fixtures.House.self)
    #expect(house.address === module.address)
  }

  @Test("BLS-8: each of four parameters receives its own value")
  func bls8() throws {
    let module = Fixtures.AddressModule()
    let address = try Injector(module).resolve(Fixtures.Address.self)
    #expect(address.street === module.street)
    #expect(address.city === module.city)
    #expect(address.state === module.state)
    #expect(address.zip === module.zip)
  }

  @Test("BLS-9: an unbound parameter is an error", arguments: 0..<4)
  func bls9(missing: Int) throws {
    let names: [Name] = ["street", "city", "state", "zip"]
    let injector = try Injector(Fixtures.AddressModule())
    try injector.update { $0.unbind(Fixtures.Line.self, named: names[missing]) }
    let error = try Fixtures.failure { _ = try injector.resolve(Fixtures.Address.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Fixtures.Line.self, named: names[missing]))
    let step = try #require(error.path.first)
    #expect(step.kind == .parameter)
    #expect(step.detail.contains("parameter \(missing + 1) "))
  }

  @Test("BLS-10: a parameter bound to nothing is nil, and the others keep their values")
  func bls10() throws {
    let module = Fixtures.AddressModule()
    let injector = try Injector(module)
    try injector.update {
      $0.bind(Fixtures.Line.self, named: "city").toNothing()
      $0.bind(Fixtures.Line.self, named: "zip").toNothing()
    }
    let address = try injector.resolve(Fixtures.Address.self)
    #expect(address.street === module.street)
    #expect(address.city == nil)
    #expect(address.state === module.state)
    #expect(address.zip == nil)
  }

  @Test("BLS-37: a parameter list of the wrong length is an error that names both lengths")
  func bls37() throws {
    let injector = try Injector(Fixtures.AddressModule())
    let few = try Fixtures.failure { _ = try injector.resolve(TooFewKeys.self) }
    #expect(few.code == .argumentMismatch)
    #expect(few.key == Key(TooFewKeys.self))
    #expect(few.description.contains("has 2 parameters, but 1 is listed"))
    let many = try Fixtures.failure { _ = try injector.resolve(TooManyKeys.self) }
    #expect(many.code == .argumentMismatch)
    #expect(many.description.contains("has 1 parameter, but 2 are listed"))
  }

  @Test("BLS-37: validation finds it without a request")
  func bls37Validated() throws {
    let injector = try Injector {
      $0.install(Fixtures.AddressModule())
      $0.bind(TooFewKeys.self)
    }
    let error = try Fixtures.failure { try injector.validate() }
    #expect(error.code == .argumentMismatch)
    #expect(error.key == Key(TooFewKeys.self))
  }

  @Test("BLS-38: a static method can serve as the initializer, and receives its argument")
  func bls38() throws {
    #expect(try Injector().resolve(Country.self, arguments: "USA").name == "USA")
  }
}
