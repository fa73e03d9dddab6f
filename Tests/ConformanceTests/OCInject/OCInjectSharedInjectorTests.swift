import Infusion
import Testing

private typealias Fixtures = OCInjectFixtures

/// Reads its property from the current injector, whichever that is.
private final class Reader {
  @Injected var config: Fixtures.Config
}

@MainActor private enum Settings {
  @Injected static var config: Fixtures.Config

  /// Asks at each read, like the attribute of the original.
  static var present: Fixtures.Config {
    get throws { try inject() }
  }
}

/// Tests of the injector of the process.
///
/// A test that sets it runs in its own process, because other tests of this one use it, too.
struct OCInjectSharedInjectorTests {
  @Test("OCI-10: configure makes the shared injector")
  func oci10() async {
    await #expect(processExitsWith: .success) {
      #expect(!Injector.isConfigured)
      let injector = try Injector.configure { _ in }
      #expect(Injector.isConfigured)
      #expect(try Injector.default === injector)
      #expect(try inject(Injector.self) === injector)
    }
  }

  @Test("OCI-11: what configure binds is used")
  func oci11() async {
    await #expect(processExitsWith: .success) {
      let config = Fixtures.Config(name: "John")
      try Injector.configure { $0.bind(Fixtures.Config.self).to(instance: config) }
      #expect(try inject(Fixtures.Config.self) === config)
    }
  }

  @Test("OCI-12: a second configuration is an error, and the first one stays")
  func oci12() async {
    await #expect(processExitsWith: .success) {
      let injector = try Injector.configure { $0.bind(String.self).to { "first" } }
      let error = try Fixtures.failure {
        try Injector.configure { _ in Issue.record("it was configured twice") }
      }
      #expect(error.code == .alreadyConfigured)
      #expect(
        error.description.hasPrefix(
          "[Infusion/alreadyConfigured] A default injector is configured already.\n"))
      #expect(try Injector.default === injector)
      #expect(try inject(String.self) == "first")
    }
  }

  @Test("OCI-13: clearAndConfigure makes another injector, configured or not")
  func oci13() async {
    await #expect(processExitsWith: .success) {
      let first = try Injector.clearAndConfigure { $0.bind(String.self).to { "first" } }
      #expect(try inject(String.self) == "first")
      let second = try Injector.clearAndConfigure { $0.bind(String.self).to { "second" } }
      #expect(first !== second)
      #expect(try Injector.default === second)
      #expect(try inject(String.self) == "second")
    }
  }

  @Test("OCI-14: without an injector every kind of request is an error that says so")
  func oci14() async {
    await #expect(processExitsWith: .success) {
      let attempts: [() throws -> Void] = [
        { _ = try Injector.default },
        { _ = try inject(Fixtures.Hello.self) },
        { _ = try Fixtures.Hello.inject() },
        { _ = try inject((any Fixtures.Greeting).self) },
        { _ = try Reader().$config.resolve() },
      ]
      for attempt in attempts {
        let error = try Fixtures.failure(attempt)
        #expect(error.code == .noDefaultInjector)
      }
    }
  }

  @Test("OCI-15: inject returns the value that is bound to a class")
  func oci15() throws {
    let config = Fixtures.Config(name: "John")
    let injector = try Injector { $0.bind(Fixtures.Config.self).to(instance: config) }
    try Injector.withCurrent(injector) { () throws in
      #expect(try inject(Fixtures.Config.self) === config)
    }
  }

  @Test("OCI-16: a marked property of an object returns the value at every read")
  func oci16() throws {
    let config = Fixtures.Config(name: "John")
    let injector = try Injector { $0.bind(Fixtures.Config.self).to(instance: config) }
    Injector.withCurrent(injector) {
      let reader = Reader()
      #expect(reader.config === config)
      #expect(reader.config === config)
      #expect(Reader().config === config)
    }
  }

  @Test("OCI-17: a marked static property returns the value at every read")
  func oci17() async {
    // A static marker keeps its value for the rest of the process.
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        let config = Fixtures.Config(name: "John")
        try Injector.configure { $0.bind(Fixtures.Config.self).to(instance: config) }
        #expect(Settings.config === config)
        #expect(Settings.config === config)
        #expect(try Settings.present === config)
        // A marker keeps the value that it has read; a computed property follows the injector.
        let other = Fixtures.Config(name: "Jane")
        try Injector.clearAndConfigure { $0.bind(Fixtures.Config.self).to(instance: other) }
        #expect(Settings.config === config)
        #expect(try Settings.present === other)
      }
    }
  }

  @Test("OCI-18: an unbound class reads from another one, which reads a bound value")
  func oci18() async {
    await #expect(processExitsWith: .success) {
      Injector.setDefault(
        try Injector(options: .init(onDemandScope: .singleton)) {
          $0.bind(Fixtures.Config.self).to(instance: Fixtures.Config(name: "John Doe"))
        })
      let user = try inject(Fixtures.User.self)
      #expect(try user.greet() == "Hello, John Doe")
      #expect(try inject(Fixtures.User.self) === user)
      #expect(try inject(Fixtures.Cache.self) === user.cache)
    }
  }

  @Test("OCI-21: inject() of a class is the same as a request for the class")
  func oci21() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    try Injector.withCurrent(injector) { () throws in
      let hello = try Fixtures.Hello.inject()
      #expect(try inject(Fixtures.Hello.self) === hello)
      #expect(try Fixtures.Hello.inject() === hello)
    }
  }

  @Test("OCI-23: after clear, configuring is allowed again")
  func oci23() async {
    await #expect(processExitsWith: .success) {
      // Clearing what was never configured is not an error.
      Injector.clear()
      try Injector.configure { $0.bind(String.self).to { "first" } }
      Injector.clear()
      #expect(!Injector.isConfigured)
      try Injector.configure { $0.bind(String.self).to { "second" } }
      #expect(try inject(String.self) == "second")
    }
  }

  @Test("OCI-24: after clear nothing from before is returned")
  func oci24() async {
    await #expect(processExitsWith: .success) {
      func configure() throws {
        Injector.setDefault(
          try Injector(options: .init(onDemandScope: .singleton)) {
            $0.bind(Fixtures.Config.self).to { Fixtures.Config(name: "John") }.in(.singleton)
          })
      }
      try configure()
      let config = try inject(Fixtures.Config.self)
      let hello = try inject(Fixtures.Hello.self)
      weak let injector = try Injector.default
      Injector.clear()
      #expect(injector == nil)
      #expect(throws: InjectionError.self) { try inject(Fixtures.Config.self) }
      try configure()
      #expect(try inject(Fixtures.Config.self) !== config)
      #expect(try inject(Fixtures.Hello.self) !== hello)
    }
  }
}
