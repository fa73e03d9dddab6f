import Infusion
import Testing

extension Gummi {
  /// One module before, during and after its installation.
  ///
  /// In the original a module is itself a mapper that can be asked and changed. Here a module binds
  /// in `configure`, the injector answers questions about bindings, and the graph names the module
  /// of each binding.
  struct ModuleTests {
    private let module = ServiceModule()

    /// The modules that bind the service; nil if none does.
    private func origin(in injector: Injector) -> [String]? {
      injector.graph.nodes.first { $0.type == "\(Key(Service.self))" }?.modules
    }

    @Test("GUM-73: A module is created like any value, and configures nothing on its own")
    func gum73() {
      #expect(module.configureCount == 0)
      #expect(!module.service.isRunning)
    }

    @Test("GUM-74: Before a module is installed, it binds nothing")
    func gum74() throws {
      let injector = try Injector(EngineModule())
      #expect(origin(in: injector) == nil)
      #expect(!injector.hasBinding(Service.self, to: module.service))
    }

    @Test("GUM-75: The graph names the module of each binding")
    func gum75() throws {
      let injector = try Injector(EngineModule(), module)
      #expect(origin(in: injector) == ["ServiceModule"])
    }

    @Test("GUM-76: The bindings of a module are bindings of the injector")
    func gum76() throws {
      let injector = try Injector(EngineModule(), module)
      #expect(injector.hasBinding(Service.self, to: module.service))
    }

    @Test("GUM-77: The injector provides the instance that the module binds")
    func gum77() throws {
      let injector = try Injector(EngineModule(), module)
      #expect(try injector.resolve(Service.self) === module.service)
    }

    @Test("GUM-78: A binding of a module that is removed no longer belongs to the module")
    func gum78() throws {
      let injector = try Injector(module)
      try injector.update { $0.unbind(Service.self) }
      #expect(origin(in: injector) == nil)
      try injector.update { $0.bind(Service.self).to { Service() } }
      #expect(origin(in: injector) == [])
    }

    @Test("GUM-79: A binding of a module that is removed is gone from the injector")
    func gum79() throws {
      let injector = try Injector(module)
      try injector.update { $0.unbind(Service.self) }
      #expect(!injector.hasBinding(Service.self))
      #expect(!injector.hasBinding(Service.self, to: module.service))
    }

    @Test("GUM-80: A request for a key of a module is an error once the module is removed")
    func gum80() throws {
      let injector = try Injector(module)
      try injector.update { $0.unbind(Service.self) }
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Service.self) }
      #expect(error.code == .missingBinding)
      #expect(error.key == Key(Service.self))
    }

    @Test("GUM-81: After it is unloaded a module has no binding, and can be installed again")
    func gum81() throws {
      let injector = try Injector(module)
      try injector.update { $0.uninstall(module) }
      #expect(origin(in: injector) == nil)
      try injector.update { $0.install(module) }
      #expect(origin(in: injector) == ["ServiceModule"])
    }

    @Test("GUM-82: After a module is unloaded the injector has no binding of it")
    func gum82() throws {
      // The original asks the module once more, although it means the injector: it forgets the
      // binding, and what the module had hidden is in force again.
      let service = Service()
      let injector = try Injector(module)
      try injector.update { $0.uninstall(module) }
      #expect(!injector.hasBinding(Service.self))
      let other = try Injector { $0.bind(Service.self).to(instance: service) }
      try other.update { $0.install(module) }
      #expect(try other.resolve(Service.self) === module.service)
      try other.update { $0.uninstall(module) }
      #expect(try other.resolve(Service.self) === service)
    }
  }
}
