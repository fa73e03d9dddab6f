import Infusion
import Testing

private typealias Fixtures = OCInjectFixtures

/// The sources that a binder accepts: instances, constructors, which make singletons, and
/// providers, which do not.
///
/// OCI-2, OCI-5 and OCI-7, nil as a key, a provider or a constructor, are rejected by the compiler:
/// see `Tests/Diagnostics/MustNotCompile/NilBindings.swift`.
struct OCInjectBinderTests {
  @Test("OCI-1: an instance is recorded, and every request provides it")
  func oci1() throws {
    let config = Fixtures.Config(name: "John")
    let injector = try Injector { $0.bind(Fixtures.Config.self).to(instance: config) }
    #expect(injector.hasBinding(Fixtures.Config.self, to: config))
    #expect(try injector.resolve(Fixtures.Config.self) === config)
    #expect(try injector.resolve(Fixtures.Config.self) === config)
  }

  @Test("OCI-3: a key that is bound again is an error if rebinding is forbidden")
  func oci3() throws {
    func bindTwice(_ binder: Binder) {
      binder.bind(Fixtures.Config.self, line: 3).to { Fixtures.Config(name: "John") }
      binder.bind(Fixtures.Config.self, line: 7).to { Fixtures.Config(name: "Jane") }
    }
    let error = try Fixtures.failure {
      _ = try Injector(options: .init(forbidsRebinding: true), bindTwice)
    }
    #expect(error.code == .duplicateBinding)
    #expect(error.key == Key(Fixtures.Config.self))
    #expect(
      error.description.contains(
        "Config: bound at OCInjectBinderTests.swift:3; bound at OCInjectBinderTests.swift:7\n"))
    // Without the option the later binding is in force.
    #expect(try Injector(bindTwice).resolve(Fixtures.Config.self).name == "Jane")
  }

  @Test("OCI-4: a provider is recorded, and called for each injection")
  func oci4() throws {
    var calls = 0
    let injector = try Injector {
      $0.bind(Fixtures.Config.self).to {
        calls += 1
        return Fixtures.Config(name: "John \(calls)")
      }
    }
    #expect(injector.hasBinding(Fixtures.Config.self))
    let first = try injector.resolve(Fixtures.Config.self)
    let second = try injector.resolve(Fixtures.Config.self)
    #expect(first !== second)
    #expect([first.name, second.name] == ["John 1", "John 2"])
    #expect(calls == 2)
  }

  @Test("OCI-6: a constructor is called once")
  func oci6() throws {
    var calls = 0
    let injector = try Injector {
      $0.bind(Fixtures.Config.self).to {
        calls += 1
        return Fixtures.Config(name: "John")
      }.in(.singleton)
    }
    let config = try injector.resolve(Fixtures.Config.self)
    #expect(try injector.resolve(Fixtures.Config.self) === config)
    #expect(calls == 1)
  }

  @Test("OCI-8: an unbound class is one object, if the option says so")
  func oci8() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    let hello = try injector.resolve(Fixtures.Hello.self)
    #expect(try injector.resolve(Fixtures.Hello.self) === hello)
    #expect(!injector.hasBinding(Fixtures.Hello.self))
    // Without the option every request creates an object.
    let other = try Injector()
    let first = try other.resolve(Fixtures.Hello.self)
    #expect(try other.resolve(Fixtures.Hello.self) !== first)
  }

  @Test("OCI-9: a type that cannot be created without a binding is an error that names it")
  func oci9() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    let greeting = try Fixtures.failure { _ = try injector.resolve((any Fixtures.Greeting).self) }
    #expect(greeting.code == .missingBinding)
    #expect(greeting.key == Key((any Fixtures.Greeting).self))
    let config = try Fixtures.failure { _ = try injector.resolve(Fixtures.Config.self) }
    #expect(config.code == .missingBinding)
    #expect(config.key == Key(Fixtures.Config.self))
  }

  @Test("OCI-19: a protocol is bound to a constructor")
  func oci19() throws {
    var calls = 0
    let injector = try Injector {
      $0.bind((any Fixtures.Greeting).self).to {
        calls += 1
        return Fixtures.Hello()
      }.in(.singleton)
    }
    let greeting = try injector.resolve((any Fixtures.Greeting).self)
    #expect(greeting is Fixtures.Hello)
    #expect(try injector.resolve((any Fixtures.Greeting).self) === greeting)
    #expect(calls == 1)
  }

  @Test("OCI-20: a protocol is bound to an instance")
  func oci20() throws {
    let hello = Fixtures.Hello()
    let injector = try Injector { $0.bind((any Fixtures.Greeting).self).to(instance: hello) }
    #expect(try injector.resolve((any Fixtures.Greeting).self) === hello)
    #expect(injector.hasBinding((any Fixtures.Greeting).self, to: hello))
  }

  @Test("OCI-22: an installed module adds its bindings to those of others")
  func oci22() throws {
    let hello = Fixtures.Hello()
    let injector = try Injector {
      $0.install(Fixtures.GreetingModule(hello: hello))
      $0.bind(Fixtures.Config.self).to { Fixtures.Config(name: "John") }
    }
    #expect(try injector.resolve((any Fixtures.Greeting).self) === hello)
    #expect(try injector.resolve(Fixtures.Config.self).name == "John")
  }

  @Test("OCI-25: a constructor does not run before its value is needed")
  func oci25() throws {
    var calls = 0
    let injector = try Injector {
      $0.bind(Fixtures.Config.self).to {
        calls += 1
        return Fixtures.Config(name: "John")
      }.in(.singleton)
    }
    #expect(calls == 0)
    _ = try injector.resolve(Fixtures.Config.self)
    #expect(calls == 1)
  }

  @Test("OCI-27: a constructor may request other values, even of other constructors")
  func oci27() throws {
    let injector = try Injector {
      $0.bind(String.self).to { "John" }.in(.singleton)
      $0.bind(Fixtures.Config.self).to { Fixtures.Config(name: try inject()) }.in(.singleton)
      $0.bind((any Fixtures.Greeting).self).to {
        let config: Fixtures.Config = try $0.resolve()
        #expect(config.name == "John")
        return Fixtures.Hello()
      }.in(.singleton)
    }
    try Injector.withCurrent(injector) { () throws in
      let greeting = try inject((any Fixtures.Greeting).self)
      #expect(try inject((any Fixtures.Greeting).self) === greeting)
      #expect(try inject(Fixtures.Config.self).name == "John")
    }
  }
}
