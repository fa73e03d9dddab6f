import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

private protocol TestProtocol: AnyObject {}
private final class Conforming: TestProtocol {}

/// Keys that can be bound, and the errors about unbound ones.
struct BlindsideKeyTests {
  @Test("BLS-1: an instance that is bound to a class is provided")
  func bls1() throws {
    let garage = Fixtures.Garage()
    let injector = try Injector { $0.bind(Fixtures.Garage.self).to(instance: garage) }
    #expect(try injector.resolve(Fixtures.Garage.self) === garage)
    #expect(try injector.resolve(Fixtures.Garage.self) === garage)
    #expect(!garage.isEmpty)
  }

  @Test("BLS-2: an instance that is bound to a name is provided under that name only")
  func bls2() throws {
    let garage = Fixtures.Garage()
    let injector = try Injector {
      $0.bind(Fixtures.Garage.self, named: "a key").to(instance: garage)
    }
    #expect(try injector.resolve(Fixtures.Garage.self, named: "a key") === garage)
    #expect(try injector.resolve(Fixtures.Garage.self, named: Name("a" + " key")) === garage)
    #expect(!injector.hasBinding(Fixtures.Garage.self))
  }

  @Test("BLS-3: an instance that is bound to a protocol is provided")
  func bls3() throws {
    let conforming = Conforming()
    let injector = try Injector { $0.bind((any TestProtocol).self).to(instance: conforming) }
    #expect(try injector.resolve((any TestProtocol).self) === conforming)
    // The key is the protocol, not the class of the instance.
    #expect(!injector.hasBinding(Conforming.self))
  }

  @Test("BLS-4: a class is created by its own factory, from an argument and a resolved value")
  func bls4() throws {
    let injector = try Injector { $0.bind(String.self, named: "bar").to(instance: "BAR") }
    let kiosk = try injector.resolve(Fixtures.Kiosk.self, arguments: "FOO")
    #expect(kiosk.foo == "FOO")
    #expect(kiosk.bar == "BAR")
  }

  @Test("BLS-5: an unbound name is an error")
  func bls5() throws {
    let injector = try Injector {
      $0.bind(Fixtures.Line.self, named: "bound").to(instance: Fixtures.Line())
    }
    let error = try Fixtures.failure {
      _ = try injector.resolve(Fixtures.Line.self, named: "unbound")
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Fixtures.Line.self, named: "unbound"))
  }

  @Test("BLS-6: an unbound protocol is an error that names it")
  func bls6() throws {
    let error = try Fixtures.failure { _ = try Injector().resolve((any TestProtocol).self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key((any TestProtocol).self))
    #expect(
      error.description.hasPrefix(
        "[Infusion/missingBinding] Nothing provides 'any TestProtocol'.\n"))
  }
}
