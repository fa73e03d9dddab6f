import Infusion
import Testing

/// A module owns the modules that it installs.
struct ModuleOwnershipTests {
  @Test
  func uninstallingAModuleUninstallsItsModules() throws {
    let injector = try Injector(Outer(), Other())
    try injector.update { $0.uninstall(Outer.self) }
    #expect(!injector.hasBinding(Int.self, named: "outer"))
    #expect(!injector.hasBinding(Int.self, named: "inner"))
    #expect(injector.hasBinding(Int.self, named: "other"))
  }

  @Test func aModuleThatAnotherModuleAlsoInstalledStays() throws {
    let injector = try Injector(Outer(), SecondOuter())
    try injector.update { $0.uninstall(Outer.self) }
    #expect(!injector.hasBinding(Int.self, named: "outer"))
    #expect(try injector.resolve(Int.self, named: "inner") == 2)
  }

  @Test func aModuleThatTheProgramAlsoInstalledStays() throws {
    let injector = try Injector(Outer(), Inner())
    try injector.update { $0.uninstall(Outer.self) }
    #expect(!injector.hasBinding(Int.self, named: "outer"))
    #expect(try injector.resolve(Int.self, named: "inner") == 2)
  }

  @Test func removingAModuleRemovesItsModules() throws {
    let injector = try Injector(Outer(), Other()).removing(Outer.self)
    #expect(!injector.hasBinding(Int.self, named: "outer"))
    #expect(!injector.hasBinding(Int.self, named: "inner"))
    #expect(injector.hasBinding(Int.self, named: "other"))
  }

  @Test
  func removingAnInnerModuleRemovesItFromAllInstallers() throws {
    let injector = try Injector(Outer(), SecondOuter()).removing(Inner.self)
    #expect(injector.hasBinding(Int.self, named: "outer"))
    #expect(!injector.hasBinding(Int.self, named: "inner"))
    // It stays removed.
    #expect(!(try injector.adding(Other()).hasBinding(Int.self, named: "inner")))
  }

  @Test func uninstallingAnInnerModuleRemovesItFromAllInstallers() throws {
    let injector = try Injector(Outer(), SecondOuter())
    try injector.update { $0.uninstall(Inner.self) }
    #expect(injector.hasBinding(Int.self, named: "outer"))
    #expect(!injector.hasBinding(Int.self, named: "inner"))
  }

  @Test
  func anUninstalledInnerModuleStaysOutOfDerivedInjectors() throws {
    let injector = try Injector(Outer())
    try injector.update { $0.uninstall(Inner.self) }
    let derived = try injector.adding(Other())
    #expect(derived.hasBinding(Int.self, named: "outer"))
    #expect(derived.hasBinding(Int.self, named: "other"))
    #expect(!derived.hasBinding(Int.self, named: "inner"))
  }

  @Test
  func innerModulesAreUnloadedFirst() throws {
    let unloaded = Locked<[String]>([])
    let injector = try Injector(LoggingOuter(log: unloaded))
    try injector.update { $0.uninstall(LoggingOuter.self) }
    #expect(unloaded.current == ["inner", "outer"])
  }

  @Test
  func anOverrideIsUninstalledWithItsModule() throws {
    let injector = try Injector(
      Outer().overriding { binder in
        binder.install(Other())
        binder.bind(Int.self, named: "inner").to { 20 }
      })
    #expect(try injector.resolve(Int.self, named: "inner") == 20)
    try injector.update { $0.uninstall(Outer.self) }
    for name in ["outer", "inner", "other"] as [Name] {
      #expect(!injector.hasBinding(Int.self, named: name), "\(name)")
    }
  }

  @Test
  func keysUnboundByAnUpdateStayUnboundInDerivedInjectors() throws {
    let injector = try Injector(Outer())
    try injector.update { $0.unbind(Int.self, named: "outer") }
    let derived = try injector.adding(Other())
    #expect(derived.hasBinding(Int.self, named: "inner"))
    #expect(!derived.hasBinding(Int.self, named: "outer"))
  }

  @Test
  func bindingsRescopedByAnUpdateStaySoInDerivedInjectors() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    try injector.update { $0.rescope(Wheel.self, to: .singleton) }
    let derived = try injector.adding(Other())
    #expect(try derived.resolve(Wheel.self) === derived.resolve(Wheel.self))
  }

  @Test func bindingsOfAnUpdateAreInForceInDerivedInjectors() throws {
    let injector = try Injector(Outer())
    try injector.update { $0.bind(Int.self, named: "outer").to { 10 } }
    #expect(try injector.adding(Other()).resolve(Int.self, named: "outer") == 10)
    #expect(try injector.removing(Other.self).resolve(Int.self, named: "outer") == 10)
  }

  @Test
  func extensionsOfAnUpdateAreInForceInDerivedInjectors() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    try injector.update { $0.extend(Bare.self).injecting(\.wheel) }
    let bare = Bare()
    try injector.adding(Other()).injectDependencies(into: bare)
    #expect(bare.wheel != nil)
  }
}

private final class Bare {
  var wheel: Wheel?
}

private struct Outer: Module {
  func configure(_ binder: Binder) {
    binder.bind(Int.self, named: "outer").to { 1 }
    binder.install(Inner())
  }
}

private struct SecondOuter: Module {
  func configure(_ binder: Binder) { binder.install(Inner()) }
}

private struct Inner: Module {
  func configure(_ binder: Binder) { binder.bind(Int.self, named: "inner").to { 2 } }
}

private struct Other: Module {
  func configure(_ binder: Binder) { binder.bind(Int.self, named: "other").to { 3 } }
}

private struct LoggingOuter: UnloadableModule {
  let log: Locked<[String]>
  func configure(_ binder: Binder) { binder.install(LoggingInner(log: log)) }
  func unload(from injector: Injector) { log.with { $0.append("outer") } }
}

private struct LoggingInner: UnloadableModule {
  let log: Locked<[String]>
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) { log.with { $0.append("inner") } }
}
