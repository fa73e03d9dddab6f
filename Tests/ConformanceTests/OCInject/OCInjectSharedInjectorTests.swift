import Infusion
import Testing

private typealias Fixtures = OCInjectFixtures

/// Reads what is injected into it from any injector that is current.
private final class Reader {
  @Injected var config: Fixtures.Config
}

@MainActor private enum Settings {
  @Injected static var config: Fixtures.Config

  /// Asks each time, as the attribute of the original did.
  static var present: Fixtures.Config {
    get throws { try inject() }
  }
}

/// The injector of the process.
///
/// Whatever sets it runs in a process of its own: the other tests of this one have theirs.
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

  @Test("OCI-12: configuring twice is an error, and the first configuration stays")
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

  @Test("OCI-14: without an injector every way to ask is an error that says so")
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

  @Test("OCI-15: inject returns what is bound to a class")
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
        // What a marker has read once it keeps; a computed property follows the injector.
        let other = Fixtures.Config(name: "Jane")
        try Injector.clearAndConfigure { $0.bind(Fixtures.Config.self).to(instance: other) }
        #expect(Settings.config === config)
        #expect(try Settings.present === other)
      }
    }
  }

  @Test("OCI-18: a class that is not bound reads from another that reads what is bound")
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

  @Test("OCI-21: asking a class for itself is the same as asking for the class")
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
      // To clear what was never configured is no error.
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
