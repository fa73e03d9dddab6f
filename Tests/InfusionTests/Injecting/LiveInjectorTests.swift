import Infusion
import Testing

private protocol Engine: AnyObject {}
private class V8: Engine, DefaultInitializable { required init() {} }
private final class Single: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .singleton }
}
private final class Holder: Injectable, DefaultInitializable {
  var engine: V8!
  init() {}
  static var requires: [PartialKeyPath<Holder>] { [\.engine] }
}
private final class Told: UnloadableModule {
  struct Refused: Error {}
  let journal: Journal
  let fails: Bool
  init(_ journal: Journal, fails: Bool = false) {
    self.journal = journal
    self.fails = fails
  }
  func configure(_ binder: Binder) { binder.bind(Int.self).to { 1 } }
  func unload(from injector: Injector) throws {
    journal.note("unload \(try injector.resolve(Int.self))")
    if fails { throw Refused() }
  }
}

/// Questions to a live injector, the release of its instances, and its reset.
struct LiveInjectorTests {
  @Test(arguments: Arrangement.allCases)
  func hasBindingSaysWhetherAKeyIsBound(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).to { V8() }
      binder.bind(Int.self, named: "n").to { 1 }
      binder.bind(String.self).toNothing()
      binder.bind(Double?.self).to { nil }
    }
    #expect(injector.hasBinding(V8.self))
    #expect(injector.hasBinding(V8?.self))
    #expect(!injector.hasBinding(V8.self, named: "n"))
    #expect(injector.hasBinding(Int.self, named: "n"))
    #expect(!injector.hasBinding(Int.self))
    #expect(injector.hasBinding(String.self))
    #expect(injector.hasBinding(Double.self))
    #expect(!injector.hasBinding(Holder.self))
    _ = try injector.resolve(Holder.self)
    #expect(!injector.hasBinding(Holder.self))
    #expect(injector.hasBinding(Injector.self))
    #expect(injector.hasBinding(ObjectFactory.self))
  }

  @Test(arguments: Arrangement.allCases)
  func hasBindingComparesTheInstance(_ arrangement: Arrangement) throws {
    let engine = V8()
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(instance: engine)
      binder.bind(V8?.self, named: "optional").to(instance: engine)
      binder.bind([V8].self).to(instance: [engine])
      binder.bind(V8.self).to { engine }
    }
    #expect(injector.hasBinding((any Engine).self, to: engine))
    #expect(!injector.hasBinding((any Engine).self, to: V8()))
    #expect(!injector.hasBinding((any Engine).self, named: "n", to: engine))
    #expect(!injector.hasBinding(V8.self, to: engine))
    #expect(injector.hasBinding(V8.self, named: "optional", to: engine))
    #expect(!injector.hasBinding([V8].self, to: engine))
  }

  @Test(arguments: Arrangement.allCases)
  func hasBindingComparesTheLinkedClass(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind((any Engine)?.self, named: "optional").to(V8.self) { $0 }
      binder.bind((any Engine).self, named: "closure").to { V8() }
    }
    #expect(injector.hasBinding((any Engine).self, to: V8.self))
    #expect(!injector.hasBinding((any Engine).self, to: Single.self))
    #expect(!injector.hasBinding((any Engine).self, named: "closure", to: V8.self))
    #expect(injector.hasBinding((any Engine).self, named: "optional", to: V8.self))
  }

  @Test(arguments: Arrangement.allCases)
  func hasBindingFindsAClassThatIsBoundToItself(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Single.self).to(Single.self) { $0 }
      binder.bind(Single.self, named: "scope").in(.singleton)
      binder.bind(V8.self).to { V8() }
    }
    #expect(injector.hasBinding(Single.self, to: Single.self))
    #expect(injector.hasBinding(Single.self, named: "scope", to: Single.self))
    #expect(!injector.hasBinding(Single.self, named: "n", to: Single.self))
    #expect(!injector.hasBinding(Single.self, to: V8.self))
    #expect(!injector.hasBinding(V8.self, to: V8.self))
  }

  @Test func hasBindingOfAnUpdatedInjectorKnowsTheBindingInForce() throws {
    let engine = V8()
    let injector = try Injector { $0.bind((any Engine).self).to(instance: engine) }
    let child = try injector.makeChild()
    try injector.update { $0.bind((any Engine).self).to(V8.self) { $0 } }
    for asked in [injector, child] {
      #expect(!asked.hasBinding((any Engine).self, to: engine))
      #expect(asked.hasBinding((any Engine).self, to: V8.self))
    }
  }

  @Test(arguments: Arrangement.allCases)
  func releaseSingletonsForgetsInstancesAndKeepsBindings(_ arrangement: Arrangement) throws {
    let instance = V8()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).to { V8() }.in(.singleton)
      binder.bind(V8.self, named: "eager").to { V8() }.asEagerSingleton()
      binder.bind(V8.self, named: "instance").to(instance: instance)
      binder.contribute(V8.self).to { V8() }.in(.singleton)
    }
    let engine = try injector.resolve(V8.self)
    let eager = try injector.resolve(V8.self, named: "eager")
    let onDemand = try injector.resolve(Single.self)
    let contributed = try injector.resolve([V8].self)[0]
    let holder = try injector.resolve(Holder.self)
    #expect(holder.engine === engine)
    var next: Injector? = injector
    while let one = next {
      one.releaseSingletons()
      next = one.parent
    }
    #expect(injector.hasBinding(V8.self))
    #expect(try injector.resolve(V8.self) !== engine)
    #expect(try injector.resolve(V8.self) === injector.resolve(V8.self))
    #expect(try injector.resolve(V8.self, named: "eager") !== eager)
    #expect(try injector.resolve(V8.self, named: "instance") === instance)
    #expect(try injector.resolve(Single.self) !== onDemand)
    #expect(try injector.resolve([V8].self)[0] !== contributed)
    try injector.injectDependencies(into: holder)
    #expect(try injector.resolve(V8.self) === holder.engine)
  }

  @Test func releaseSingletonsForgetsWeakInstances() throws {
    let injector = try Injector { $0.bind(V8.self).to { V8() }.in(.weak) }
    let engine = try injector.resolve(V8.self)
    injector.releaseSingletons()
    #expect(try injector.resolve(V8.self) !== engine)
  }

  @Test func resetEmptiesTheInjector() throws {
    let journal = Journal()
    let injector = try Injector(Told(journal))
    try injector.update { binder in
      binder.bind(V8.self).to { V8() }.in(.singleton)
      binder.contribute(V8.self).to { V8() }
      binder.extend(Holder.self).completing { _ in Issue.record("completed") }
    }
    let single = try injector.resolve(Single.self)
    weak let engine = try injector.resolve(V8.self)
    #expect(injector.reset().isEmpty)
    #expect(journal.entries == ["unload 1"])
    #expect(engine == nil)
    #expect(!injector.hasBinding(Int.self))
    #expect(!injector.hasBinding(V8.self))
    #expect(!injector.hasBinding([V8].self))
    #expect(try injector.resolve(Single.self) !== single)
    #expect(try injector.resolve(Holder.self).engine != nil)
    #expect(try injector.resolve(Injector.self) === injector)
    #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
  }

  @Test func resetRemovesModulesThatFailToUnloadAndReportsThem() throws {
    let journal = Journal()
    let injector = try Injector(Told(journal, fails: true), Told(journal))
    let errors = injector.reset()
    #expect(errors.count == 1)
    #expect(errors.first?.underlying is Told.Refused)
    #expect(journal.entries == ["unload 1", "unload 1"])
    #expect(!injector.hasBinding(Int.self))
  }

  @Test func anEmptiedInjectorCanBeFilledAgain() throws {
    let journal = Journal()
    let module = Told(journal)
    let injector = try Injector(module)
    injector.reset()
    #expect(!(try injector.adding(Configuring { _ in }).hasBinding(Int.self)))
    try injector.update { $0.install(module) }
    #expect(try injector.resolve(Int.self) == 1)
  }

  @Test func resetOfAChildLeavesItsParent() throws {
    let parent = try Injector { $0.bind(Int.self).to { 1 } }
    let child = try parent.makeChild { $0.bind(Int.self).to { 2 } }
    #expect(try child.resolve(Int.self) == 2)
    child.reset()
    #expect(try child.resolve(Int.self) == 1)
    parent.reset()
    #expect(!child.hasBinding(Int.self))
  }

  @Test func resetUnloadsModulesThatAnUpdateOrAModuleHasInstalled() throws {
    let journal = Journal()
    let injector = try Injector { $0.install(Told(journal)) }
    try injector.update { $0.install(Told(journal)) }
    injector.reset()
    #expect(journal.entries.count == 2)
  }
}
