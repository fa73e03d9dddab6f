import Infusion
import Testing

extension Gummi {
  /// The behavior of an injector for unbound keys.
  struct UnmappedTests {
    @Test("GUM-22: A new injector is valid, and provides only itself")
    func gum22() throws {
      let injector = try Injector()
      #expect(try injector.validate().notExamined.isEmpty)
      #expect(injector.graph.nodes.allSatisfy { $0.kind == .injector })
      #expect(injector.graph.edges.isEmpty)
    }

    @Test("GUM-23: The shared injector stays the same once it is set")
    func gum23() async {
      // The original makes a shared injector at its first use. Here it is configured, once. All
      // tests share the injector of the process, so this test runs in its own process.
      await #expect(processExitsWith: .success) {
        #expect(!Injector.isConfigured)
        let shared = try Injector.configureOnce { _ in }
        #expect(try Injector.configureOnce { _ in Issue.record("configured twice") } === shared)
        #expect(try Injector.default === shared)
        #expect(try Injector.default === shared)
        #expect(try inject(Injector.self) === shared)
      }
    }

    @Test("GUM-24: Nothing is bound to an object or to a class")
    func gum24() throws {
      let injector = try Injector()
      #expect(!injector.hasBinding(Wheel.self, to: Wheel()))
      #expect(!injector.hasBinding((any Engine).self, to: HybridEngine()))
      #expect(!injector.hasBinding((any Engine).self, to: HybridEngine.self))
    }

    @Test("GUM-25: A key has no binding even after an object was created for it")
    func gum25() throws {
      let injector = try Injector()
      #expect(!injector.hasBinding(Wheel.self))
      _ = try injector.resolve(Wheel.self)
      #expect(!injector.hasBinding(Wheel.self))
      #expect(try injector.resolveIfBound((any Engine).self) == nil)
    }

    @Test("GUM-26: Each request for an unbound class creates a new object")
    func gum26() throws {
      let injector = try Injector()
      let wheel: Wheel = try injector.resolve(Wheel.self)
      #expect(try injector.resolve(Wheel.self) !== wheel)
    }

    @Test("GUM-27: The dependencies of an unbound class are satisfied")
    func gum27() throws {
      let car = try Injector(EngineModule()).resolve(Car.self)
      #expect(car.canDrive)
      #expect(Set(car.wheels.map { ObjectIdentifier($0) }).count == 4)
      #expect(car.engine is HybridEngine)
    }

    @Test("GUM-28: An unbound protocol is an error, for a direct request and for a property")
    func gum28() throws {
      let injector = try Injector()
      let direct = try #require(throws: InjectionError.self) {
        try injector.resolve((any Engine).self)
      }
      #expect(direct.code == .missingBinding)
      #expect(direct.key == Key((any Engine).self))
      let indirect = try #require(throws: InjectionError.self) { try injector.resolve(Car.self) }
      #expect(indirect.code == .missingBinding)
      #expect(indirect.key == Key((any Engine).self))
      #expect(indirect.property?.owner == Car.self)
      #expect(indirect.property?.name == "engine")
    }

    // GUM-29 and GUM-30, a class and an instance that do not conform to the protocol they are bound
    // to, are rejected by the compiler: see `FormerRuntimeErrors.swift` under
    // `Tests/Diagnostics/MustNotCompile`.
  }
}
