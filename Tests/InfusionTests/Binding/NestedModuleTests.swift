import Infusion
import Testing

private final class Inner: UnloadableModule {
  let journal: Journal
  init(_ journal: Journal = Journal()) { self.journal = journal }
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "inner" }
    binder.bind(Int.self).to { 1 }.in(.singleton)
    binder.contribute(Int.self).to { 1 }
  }
  func unload(from injector: Injector) { journal.note("inner") }
}
private final class Outer: UnloadableModule, Hashable {
  let inner: Inner
  let id: String
  init(_ inner: Inner, id: String = "outer") {
    self.inner = inner
    self.id = id
  }
  func configure(_ binder: Binder) {
    binder.install(inner)
    binder.bind(String.self, named: Name(id)).to { [id] in id }
  }
  func unload(from injector: Injector) { inner.journal.note(id) }
  static func == (left: Outer, right: Outer) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
private struct OuterOfOuter: Module {
  let modules: [any Module]
  init(_ middle: Outer, _ others: [any Module] = []) { modules = [middle] + others }
  func configure(_ binder: Binder) { for module in modules { binder.install(module) } }
}
private struct Ring: Module {
  func configure(_ binder: Binder) {
    binder.bind(Bool.self).to { true }
    binder.install(OtherHalf())
  }
}
private struct OtherHalf: Module {
  func configure(_ binder: Binder) {
    binder.install(Ring())
    binder.bind(Character.self).to { "c" }
  }
}
private struct RingInstaller: Module {
  func configure(_ binder: Binder) { binder.install(Ring()) }
}
private struct Other: Module {
  func configure(_ binder: Binder) { binder.bind(Double.self).to { 1 } }
}

/// A module owns the modules that it installs.
struct NestedModuleTests {
  @Test func uninstallingAModuleUninstallsItsModules() throws {
    let injector = try Injector(Outer(Inner()))
    let derived = try injector.removing(Outer.self)
    #expect(!derived.hasBinding(String.self))
    try injector.update { $0.uninstall(Outer.self) }
    #expect(!injector.hasBinding(String.self))
    #expect(!injector.hasBinding([Int].self))
    #expect(injector.installedModules.isEmpty)
  }

  @Test func aModuleInstalledByAnUpdateIsUninstalledWithItsModules() throws {
    let injector = try Injector { $0.bind(String.self).to { "first" } }
    let outer = Outer(Inner())
    try injector.update { $0.install(outer) }
    #expect(try injector.resolve(String.self) == "inner")
    try injector.update { $0.uninstall(outer) }
    #expect(try injector.resolve(String.self) == "first")
  }

  @Test func aModuleThatAnotherModuleAlsoInstalledStays() throws {
    let inner = Inner()
    let injector = try Injector(Outer(inner, id: "a"), Outer(inner, id: "b"))
    let value = try injector.resolve(String.self)
    try injector.update { $0.uninstall(Outer(inner, id: "a")) }
    #expect(try injector.resolve(String.self) == value)
    #expect(inner.journal.entries == ["a"])
    try injector.update { $0.uninstall(Outer(inner, id: "b")) }
    #expect(!injector.hasBinding(String.self))
    #expect(inner.journal.entries == ["a", "inner", "b"])
  }

  @Test(arguments: [true, false])
  func aModuleThatTheProgramAlsoInstalledStays(_ isFirst: Bool) throws {
    let inner = Inner()
    let modules: [any Module] = isFirst ? [inner, Outer(inner)] : [Outer(inner), inner]
    let injector = try Injector(modules)
    #expect(try injector.removing(Outer.self).hasBinding(String.self))
    try injector.update { $0.uninstall(Outer.self) }
    #expect(injector.hasBinding(String.self))
    #expect(try injector.adding(Other()).hasBinding(String.self))
  }

  @Test func aModuleThatAnUpdateAlsoInstalledStays() throws {
    let inner = Inner()
    let injector = try Injector(Outer(inner))
    try injector.update { $0.install(inner) }
    try injector.update { $0.uninstall(Outer.self) }
    #expect(injector.hasBinding(String.self))
  }

  @Test func modulesThatInstallOneAnotherAreUninstalledTogether() throws {
    let injector = try Injector(RingInstaller())
    #expect(injector.installedModules.count == 3)
    try injector.update { $0.uninstall(RingInstaller.self) }
    #expect(injector.installedModules.isEmpty)
    #expect(!injector.hasBinding(Bool.self))
    #expect(!injector.hasBinding(Character.self))
  }

  @Test func innerModulesAreUnloadedFirst() throws {
    func journal(_ end: (Injector) throws -> Void) throws -> [String] {
      let journal = Journal()
      let inner = Inner(journal)
      try end(Injector(Outer(inner, id: "a"), Outer(inner, id: "b")))
      return journal.entries
    }
    let expected = ["inner", "a", "b"]
    #expect(try journal { try $0.update { $0.uninstall(Outer.self) } } == expected)
    #expect(
      try journal {
        try $0.update { binder in
          binder.uninstall(Outer.self)
          binder.uninstall(Inner.self)
        }
      } == expected)
    #expect(try journal { $0.reset() } == expected)
    #expect(try journal { try $0.shutdown() } == expected)
  }

  @Test func anInnerModuleIsRemovedFromAllInstallersAndStaysRemoved() throws {
    let inner = Inner()
    func check(_ injector: Injector) throws {
      #expect(!injector.hasBinding(String.self))
      #expect(injector.hasBinding(String.self, named: "a"))
      #expect(injector.hasBinding(String.self, named: "b"))
      #expect(injector.installedModules.count == 2)
    }
    let injector = try Injector { binder in
      binder.install(Outer(inner, id: "a"))
      binder.install(Outer(inner, id: "b"))
    }
    try check(injector.removing(Inner.self))
    try check(injector.removing(Inner.self).removing(Other.self))
    for byValue in [true, false] {
      let derived = try injector.removing(Other.self)
      try derived.update { byValue ? $0.uninstall(inner) : $0.uninstall(Inner.self) }
      try check(derived)
      try check(derived.removing(Other.self))
      let later = try derived.adding(Other()).removing(Other.self)
      try check(later)
      try later.update { $0.install(inner) }
      #expect(try later.removing(Other.self).resolve(String.self) == "inner")
    }
    #expect(injector.hasBinding(String.self))
  }

  @Test func aRemovedInnerModuleStaysOutWhicheverOfItsInstallersRemains() throws {
    let inner = Inner()
    let middle = Outer(inner, id: "middle")
    let orders: [[any Module]] = [[OuterOfOuter(middle), middle], [middle, OuterOfOuter(middle)]]
    for modules in orders {
      let injector = try Injector(modules)
      try injector.update { $0.uninstall(Inner.self) }
      let derived = try injector.adding(Other())
      for injector in [derived, try derived.removing(OuterOfOuter.self)] {
        #expect(!injector.hasBinding(String.self))
      }
    }
  }

  @Test(arguments: [false, true])
  func anInstallerThatIsInstalledAlreadyBringsNoInnerModuleBack(_ bringsBack: Bool) throws {
    let inner = Inner()
    let middle = Outer(inner, id: "middle")
    let injector = try Injector(Installer(modules: [middle]))
    try injector.update { $0.uninstall(Inner.self) }
    let second = OuterOfOuter(middle, bringsBack ? [inner] : [])
    try injector.update { $0.install(second) }
    for isLeft in [true, false] {
      if !isLeft { try injector.update { $0.uninstall(Installer.self) } }
      for injector in [injector, try injector.adding(Other()).removing(Other.self)] {
        #expect(injector.hasBinding(String.self, named: "middle"))
        #expect(injector.hasBinding(String.self) == bringsBack)
      }
    }
  }

  @Test func aLaterModuleInstallsAModuleThatWasRemovedFromAnother() throws {
    let inner = Inner()
    let injector = try Injector(Outer(inner, id: "a"))
    try injector.update { $0.uninstall(Inner.self) }
    try injector.update { $0.install(Outer(inner, id: "b")) }
    #expect(injector.hasBinding(String.self))
    #expect(try injector.removing(Other.self).hasBinding(String.self))
  }

  @Test func anAddedModuleInstallsAModuleThatWasRemovedFromAnother() throws {
    let removed = try Injector(Outer(Inner())).removing(Inner.self)
    #expect(try !removed.adding(Other()).hasBinding(String.self))
    #expect(try removed.adding(Outer(Inner(), id: "later")).resolve(String.self) == "inner")
  }

  @Test func aModuleThatWasOverriddenIsNotConfiguredAgain() throws {
    let inner = Inner()
    let overriding = inner.overriding { $0.bind(String.self).to { "replaced" } }
    for modules in [[overriding, inner], [inner, overriding], [overriding, Outer(inner)]] {
      let injector = try Injector(modules)
      #expect(try injector.resolve(String.self) == "replaced")
      #expect(try injector.resolve([Int].self) == [1])
      #expect(injector.installedModules.filter { $0 is Inner }.count == 1)
    }
  }

  @Test func anOverrideIsUninstalledWithItsModule() throws {
    func makeInjector() throws -> (Injector, Inner) {
      let inner = Inner()
      let overriding = inner.overriding(with: Replacement())
      return (try Injector(Installer(modules: [overriding, Other()])), inner)
    }
    for remove: (Binder, Inner) -> Void in [
      { binder, _ in binder.uninstall(Inner.self) }, { $0.uninstall($1) },
      { binder, _ in binder.uninstall(Installer.self) },
    ] {
      let (injector, inner) = try makeInjector()
      #expect(try injector.resolve(String.self) == "replacement")
      try injector.update { remove($0, inner) }
      #expect(!injector.hasBinding(String.self))
      #expect(!injector.hasBinding(Float.self))
      #expect(inner.journal.entries == ["inner"])
      #expect(!(try injector.removing(Ring.self).hasBinding(Float.self)))
    }
  }

  @Test func anOverridingModuleUninstallsItself() throws {
    let overriding = Inner().overriding(with: Replacement())
    let injector = try Injector(overriding)
    try injector.update { $0.uninstall(overriding) }
    #expect(!injector.hasBinding(String.self))
    #expect(injector.installedModules.isEmpty)
  }

  @Test func whatAModuleInstallsAfterItHasUninstalledItselfIsIgnored() throws {
    struct Leaving: Module {
      let inner: Inner
      func configure(_ binder: Binder) {
        binder.uninstall(Leaving.self)
        binder.install(inner)
      }
    }
    struct Installing: Module {
      let leaving: Leaving
      func configure(_ binder: Binder) { binder.install(leaving) }
    }
    let inner = Inner()
    let leaving = Leaving(inner: inner)
    let updated = try Injector(Other())
    try updated.update { $0.install(leaving) }
    let injectors = [
      try Injector(leaving, Other()), try Injector(Other(), Installing(leaving: leaving)), updated,
    ]
    for injector in injectors {
      #expect(!injector.installedModules.contains { $0 is Inner })
      #expect(!injector.hasBinding(String.self))
      try injector.update { $0.uninstall(Other.self) }
      #expect(inner.journal.entries == [])
      try injector.update { $0.install(inner) }
      try injector.update { $0.uninstall(Other.self) }
      #expect(injector.hasBinding(String.self))
      try injector.shutdown()
      #expect(inner.journal.entries == ["inner"])
      inner.journal.clear()
    }
  }

  @Test func installedModulesListsOnlyModulesOfThisInjector() throws {
    let parent = try Injector(Other())
    let child = try parent.makeChild { $0.install(Outer(Inner())) }
    #expect(parent.installedModules.map { "\(type(of: $0))" } == ["Other"])
    #expect(child.installedModules.map { "\(type(of: $0))" } == ["Outer", "Inner"])
    let derived = try child.adding(Inner().overriding(with: Replacement()))
    #expect(
      derived.installedModules.map { "\(type(of: $0))" } == ["Outer", "Inner", "Inner"])
    try child.update { binder in
      binder.uninstall(Outer.self)
      #expect(child.installedModules.count == 2)
      binder.install(Ring())
    }
    #expect(child.installedModules.map { "\(type(of: $0))" } == ["Ring", "OtherHalf"])
    child.reset()
    #expect(child.installedModules.isEmpty)
  }

  @Test func changesOfUpdatesAreCarriedOver() throws {
    let injector = try Injector(Outer(Inner()), Other())
    try injector.update { binder in
      binder.unbind([Int].self)
      binder.unbind(Double.self)
      binder.rescope(Int.self, to: .unscoped)
      binder.bind(Bool.self).to { true }
      binder.extend(Holder.self).completing { $0.isCompleted = true }
    }
    try injector.update { $0.bind(Double.self).to { 2 } }
    for derived in [try injector.adding(Ring()), try injector.removing(Ring.self)] {
      let again = try derived.removing(Ring.self)
      for injector in [derived, again] {
        #expect(!injector.hasBinding([Int].self))
        #expect(try injector.resolve(Double.self) == 2)
        #expect(injector.graph.nodes.contains { $0.type == "Int" && $0.scope == "unscoped" })
        #expect(try injector.resolve(Bool.self))
        #expect(try injector.create { Holder() }.isCompleted)
      }
    }
    let without = try injector.removing(Outer.self)
    #expect(!without.hasBinding(Int.self))
    #expect(try injector.resolve(Double.self) == 2)
  }

  @Test func anUnboundKeyIsBoundAgainByALaterModule() throws {
    let injector = try Injector(Other())
    try injector.update { $0.unbind(Double.self) }
    try injector.update { $0.install(Configuring { $0.bind(Double.self).to { 3 } }) }
    #expect(try injector.removing(Ring.self).resolve(Double.self) == 3)
  }

  @Test func undoingChangesRepeatedlyTakesNoMemory() throws {
    let injector = try Injector(Other())
    for _ in 0..<100 {
      try injector.update { $0.install(Ring()) }
      try injector.update { binder in
        binder.rescope(Bool.self, to: .singleton)
        binder.unbind(Character.self)
      }
      try injector.update { $0.uninstall(Ring.self) }
    }
    #expect(injector.layerCount <= 2)
  }
}

private struct Replacement: Module {
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "replacement" }
    binder.bind(Float.self).to { 1 }
  }
}
private struct Installer: Module {
  let modules: [any Module]
  func configure(_ binder: Binder) { for module in modules { binder.install(module) } }
}
private final class Holder: Injectable {
  var isCompleted = false
  static var requires: [PartialKeyPath<Holder>] { [] }
}
