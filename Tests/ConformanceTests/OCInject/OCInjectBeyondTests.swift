import Infusion
import Testing

private typealias Fixtures = OCInjectFixtures

private struct Refusal: Error {}

/// Defects of the library and its successors, and what they learned later.
struct OCInjectBeyondTests {
  @Test("OCI-D1: a constructor that threw runs again at the next request")
  func ociD1() throws {
    var calls = 0
    let injector = try Injector {
      $0.bind(Fixtures.Config.self).to {
        calls += 1
        if calls == 1 { throw Refusal() }
        return Fixtures.Config(name: "John")
      }.in(.singleton)
    }
    let error = try Fixtures.failure { _ = try injector.resolve(Fixtures.Config.self) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying is Refusal)
    let config = try injector.resolve(Fixtures.Config.self)
    #expect(try injector.resolve(Fixtures.Config.self) === config)
    #expect(calls == 2)
  }

  @Test("OCI-D2: a cycle of constructors is an error that prints the chain")
  func ociD2() throws {
    let injector = try Injector {
      $0.bind(Fixtures.Config.self).to { injector in
        Fixtures.Config(name: try injector.resolve())
      }.in(.singleton)
      $0.bind(String.self).to { try $0.resolve(Fixtures.Config.self).name }.in(.singleton)
    }
    let error = try Fixtures.failure { _ = try injector.resolve(Fixtures.Config.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("  Config → String → Config\n"))
  }

  @Test("OCI-D3: an explicit override is allowed even if rebinding is forbidden")
  func ociD3() throws {
    struct Production: Module {
      func configure(_ binder: Binder) {
        binder.bind(Fixtures.Config.self).to { Fixtures.Config(name: "John") }
      }
    }
    struct Replacement: Module {
      func configure(_ binder: Binder) {
        binder.bind(Fixtures.Config.self).to { Fixtures.Config(name: "Test") }
      }
    }
    let strict = Injector.Options(forbidsRebinding: true)
    let injector = try Injector([Production().overriding(with: Replacement())], options: strict)
    #expect(try injector.resolve(Fixtures.Config.self).name == "Test")
    let error = try Fixtures.failure {
      _ = try Injector([Production(), Replacement()], options: strict)
    }
    #expect(error.code == .duplicateBinding)
  }

  @Test("OCI-D4: nothing is created without a binding if the option says so")
  func ociD4() throws {
    let injector = try Injector([], options: .init(requiresExplicitBindings: true))
    let error = try Fixtures.failure { _ = try injector.resolve(Fixtures.Hello.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Fixtures.Hello.self))
    try injector.update { $0.bind(Fixtures.Hello.self) }
    #expect(try injector.resolve(Fixtures.Hello.self).text == "Hello")
  }
}
