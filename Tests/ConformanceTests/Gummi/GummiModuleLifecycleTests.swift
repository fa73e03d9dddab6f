import Infusion
import Testing

extension Gummi {
  /// Modules that come and go while the injector is in use.
  ///
  /// The original asks an injector for its modules (`hasModule`, `hasModuleClass`). Here the graph
  /// names the modules that have bound something, and `hasBinding(_:to:)` says which module it was.
  struct ModuleLifecycleTests {
    final class DerivedModule: ServiceModule {}

    private func modules(of injector: Injector) -> Set<String> {
      Set(injector.graph.nodes.flatMap(\.modules))
    }

    private func expectAbsent(
      _ module: ServiceModule, in injector: Injector,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(modules(of: injector).isEmpty, sourceLocation: sourceLocation)
      #expect(
        !injector.hasBinding(Service.self, to: module.service), sourceLocation: sourceLocation)
    }

    @Test("GUM-56: A module type that was never installed is not there, and can be uninstalled")
    func gum56() throws {
      let injector = try Injector()
      #expect(modules(of: injector).isEmpty)
      try injector.update { $0.uninstall(ServiceModule.self) }
      #expect(modules(of: injector).isEmpty)
    }

    @Test("GUM-57: A module that was never installed is not there, and is not unloaded")
    func gum57() throws {
      let (module, installed) = (ServiceModule(), ServiceModule())
      let injector = try Injector(installed)
      module.service.start()
      try injector.update { $0.uninstall(module) }
      #expect(module.service.isRunning)
      #expect(!injector.hasBinding(Service.self, to: module.service))
      #expect(injector.hasBinding(Service.self, to: installed.service))
    }

    @Test("GUM-58: An installed module is there: installing it again changes nothing")
    func gum58() throws {
      let module = ServiceModule()
      let injector = try Injector()
      try injector.update { $0.install(module) }
      try injector.update { $0.install(module) }
      #expect(module.configureCount == 1)
      #expect(injector.hasBinding(Service.self, to: module.service))
    }

    @Test("GUM-59: The type of an installed module is there")
    func gum59() throws {
      let injector = try Injector()
      try injector.update { $0.install(ServiceModule()) }
      #expect(modules(of: injector) == ["ServiceModule"])
      #expect(modules(of: try injector.makeChild()) == ["ServiceModule"])
    }

    @Test("GUM-60: The bindings of an installed module are there")
    func gum60() throws {
      let module = ServiceModule()
      let injector = try Injector()
      #expect(!injector.hasBinding(Service.self))
      try injector.update { $0.install(module) }
      #expect(injector.hasBinding(Service.self))
      #expect(try injector.resolve(Service.self) === module.service)
    }

    @Test("GUM-61: A module that is uninstalled is gone: installing it configures it again")
    func gum61() throws {
      let module = ServiceModule()
      let injector = try Injector(module)
      try injector.update { $0.uninstall(module) }
      try injector.update { $0.install(module) }
      #expect(module.configureCount == 2)
      #expect(module.service.isRunning)
    }

    @Test("GUM-62: The type of a module that is uninstalled is gone")
    func gum62() throws {
      let module = ServiceModule()
      let injector = try Injector(module, EngineModule())
      #expect(modules(of: injector) == ["ServiceModule", "EngineModule"])
      try injector.update { $0.uninstall(module) }
      #expect(modules(of: injector) == ["EngineModule"])
    }

    @Test("GUM-63: The bindings of a module that is uninstalled are gone, those of another stay")
    func gum63() throws {
      let module = ServiceModule()
      let injector = try Injector(module, EngineModule())
      try injector.update { $0.uninstall(module) }
      #expect(!injector.hasBinding(Service.self))
      #expect(injector.hasBinding((any Engine).self))
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Service.self) }
      #expect(error.code == .missingBinding)
    }

    @Test("GUM-64: A module that is uninstalled by its type is gone")
    func gum64() throws {
      let module = ServiceModule()
      let injector = try Injector(module)
      try injector.update { $0.uninstall(ServiceModule.self) }
      expectAbsent(module, in: injector)
    }

    @Test(
      "GUM-65: The type of a superclass uninstalls modules of subclasses, but not vice versa"
    )
    func gum65() throws {
      let derived = DerivedModule()
      let injector = try Injector(derived)
      try injector.update { $0.uninstall(ServiceModule.self) }
      expectAbsent(derived, in: injector)
      let base = ServiceModule()
      try injector.update { $0.install(base) }
      try injector.update { $0.uninstall(DerivedModule.self) }
      #expect(injector.hasBinding(Service.self, to: base.service))
    }

    @Test("GUM-66: The bindings of all modules of a type are gone when it is uninstalled")
    func gum66() throws {
      let (first, second) = (ServiceModule(), DerivedModule())
      let injector = try Injector(first, second)
      #expect(injector.hasBinding(Service.self, to: second.service))
      try injector.update { $0.uninstall(ServiceModule.self) }
      #expect(!injector.hasBinding(Service.self))
      expectAbsent(first, in: injector)
      expectAbsent(second, in: injector)
    }

    @Test("GUM-67: Installing runs configure, which may start something")
    func gum67() throws {
      let module = ServiceModule()
      #expect(!module.service.isRunning)
      try Injector().update { $0.install(module) }
      #expect(module.configureCount == 1)
      #expect(module.service.isRunning)
    }

    @Test("GUM-68: Uninstalling runs unload, while the bindings of the module are still there")
    func gum68() throws {
      let module = ServiceModule()
      let injector = try Injector(module)
      #expect(module.service.isRunning)
      try injector.update { $0.uninstall(module) }
      // unload stops the service, which it resolves from the injector.
      #expect(!module.service.isRunning)
    }

    @Test("GUM-69: A reset runs unload of every module, and leaves nothing bound")
    func gum69() throws {
      let module = ServiceModule()
      let injector = try Injector(module, EngineModule())
      #expect(injector.reset().isEmpty)
      #expect(!module.service.isRunning)
      expectAbsent(module, in: injector)
      #expect(!injector.hasBinding((any Engine).self))
    }
  }
}
