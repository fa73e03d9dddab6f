import Infusion
import Testing

private final class Clock {
  let kind: String
  init(_ kind: String = "") { self.kind = kind }
}
private struct ClockModule: Module {
  func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock("module") } }
}

/// Each value is a module of its own.
private struct EndlessModule: Module {
  let value: [Any]
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to(instance: 1)
    binder.install(EndlessModule(value: value))
    binder.install(EndlessModule(value: value))
  }
}

private final class ObjectModule: Module {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) { journal.note("object") }
}
private class EqualObjectModule: Module, Hashable {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) { journal.note("equal object") }
  static func == (left: EqualObjectModule, right: EqualObjectModule) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
private final class OtherEqualObjectModule: EqualObjectModule {
  override func configure(_ binder: Binder) { journal.note("other equal object") }
}
private struct ValueModule: Module, Hashable {
  let id: Int
  let journal: Journal
  func configure(_ binder: Binder) { journal.note("value \(id)") }
  static func == (left: ValueModule, right: ValueModule) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
private struct OtherValueModule: Module, Hashable {
  let id: Int
  func configure(_ binder: Binder) { binder.bind(Int.self, named: Name("\(id)")).to { 1 } }
}
private struct PlainModule: Module {
  let journal: Journal
  func configure(_ binder: Binder) { journal.note("plain") }
}
private struct TypeModule: Module {
  func configure(_ binder: Binder) { binder.contribute(String.self).to { "type" } }
}
private struct Installing: Module {
  let modules: [any Module]
  func configure(_ binder: Binder) { for module in modules { binder.install(module) } }
}
private struct Failing: Module {
  struct Refused: Error { let id: Int }
  let id: Int
  func configure(_ binder: Binder) throws {
    binder.bind(Int.self).to { 1 }
    throw Refused(id: id)
  }
}

private struct App: Module {
  func configure(_ binder: Binder) {
    binder.bind(Clock.self).to { Clock("app") }.in(.singleton)
    binder.bind(Clock.self, named: "spare").to { Clock("app spare") }
    binder.bind(String.self).to { "app" }
    binder.contribute(Int.self).to { 1 }
  }
}
private struct Replacement: Module {
  func configure(_ binder: Binder) {
    binder.bind(Clock.self).to { Clock("replacement") }
    binder.bind(Int.self).to { 7 }
  }
}
private final class Unloading: UnloadableModule {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) { binder.bind(String.self).to { "unloading" } }
  func unload(from injector: Injector) { journal.note("unload") }
}

struct ModuleTests {
  @Test func modulesAreConfiguredInOrder() throws {
    let journal = Journal()
    _ = try Injector(
      Configuring { _ in journal.note("1") }, Configuring { _ in journal.note("2") },
      Configuring { _ in journal.note("3") })
    #expect(journal.entries == ["1", "2", "3"])
  }

  @Test(arguments: Arrangement.allCases)
  func anInstalledModuleIsConfigured(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.install(ClockModule()) }
    #expect(try injector.resolve(Clock.self).kind == "module")
  }

  @Test(arguments: Arrangement.allCases)
  func laterBindingsHideAnInstalledModuleAndItHidesEarlierOnes(
    _ arrangement: Arrangement
  ) throws {
    let after = try arrangement.makeInjector { binder in
      binder.install(ClockModule())
      binder.bind(Clock.self).to { Clock("own") }
    }
    #expect(try after.resolve(Clock.self).kind == "own")
    let before = try arrangement.makeInjector { binder in
      binder.bind(Clock.self).to { Clock("own") }
      binder.install(ClockModule())
    }
    #expect(try before.resolve(Clock.self).kind == "module")
  }

  @Test func theSameObjectIsConfiguredOnce() throws {
    let journal = Journal()
    let module = ObjectModule(journal)
    _ = try Injector(module, Installing(modules: [module]), module)
    #expect(journal.entries == ["object"])
    _ = try Injector(module, ObjectModule(journal))
    #expect(journal.entries.count == 3)
  }

  @Test func equalHashableValuesAreConfiguredOnce() throws {
    let journal = Journal()
    _ = try Injector(
      ValueModule(id: 1, journal: journal), ValueModule(id: 2, journal: journal),
      Installing(modules: [ValueModule(id: 1, journal: journal), OtherValueModule(id: 1)]),
      ValueModule(id: 2, journal: journal))
    #expect(journal.entries == ["value 1", "value 2"])
  }

  @Test func unequalValuesWithTheSameHashAreDifferentModules() throws {
    struct Hashed: Module, Hashable {
      let id: Int
      func configure(_ binder: Binder) { binder.contribute(Int.self).to { id } }
      func hash(into hasher: inout Hasher) {}
    }
    let injector = try Injector(Hashed(id: 1), Hashed(id: 2), Hashed(id: 1))
    #expect(try injector.resolve([Int].self) == [1, 2])
  }

  @Test func hashableValuesOfDifferentTypesAreDifferentModules() throws {
    let injector = try Injector(ValueModule(id: 1, journal: Journal()), OtherValueModule(id: 1))
    #expect(injector.hasBinding(Int.self, named: "1"))
  }

  @Test func equalHashableObjectsAreConfiguredOnce() throws {
    let journal = Journal()
    _ = try Injector(EqualObjectModule(journal), EqualObjectModule(journal))
    #expect(journal.entries == ["equal object"])
  }

  @Test func equalHashableObjectsOfDifferentClassesAreDifferentModules() throws {
    let journal = Journal()
    let modules: [EqualObjectModule] = [
      EqualObjectModule(journal), OtherEqualObjectModule(journal),
    ]
    _ = try Injector(modules + modules)
    #expect(journal.entries == ["equal object", "other equal object"])
  }

  @Test func valuesOfATypeWithoutStoredPropertiesAreConfiguredOnce() throws {
    let injector = try Injector(TypeModule(), Installing(modules: [TypeModule()]), TypeModule())
    #expect(try injector.resolve([String].self) == ["type"])
  }

  @Test func otherValuesAreSeparateModules() throws {
    let journal = Journal()
    let module = PlainModule(journal: journal)
    _ = try Injector(module, module)
    #expect(journal.entries == ["plain", "plain"])
  }

  @Test func modulesThatInstallEachOtherAreConfiguredOnce() throws {
    struct Left: Module {
      func configure(_ binder: Binder) {
        binder.bind(Int.self).to(instance: 1)
        binder.install(Right())
      }
    }
    struct Right: Module {
      func configure(_ binder: Binder) {
        binder.bind(String.self).to(instance: "right")
        binder.install(Left())
      }
    }
    let injector = try Injector(Left())
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(String.self) == "right")
    #expect(injector.installedModules.count == 2)
  }

  @Test func modulesThatInstallNewOnesWithoutEndAreAnError() throws {
    let injector = try Injector()
    let errors = [
      error { _ = try Injector(EndlessModule(value: [])) },
      error { try injector.update { $0.install(EndlessModule(value: [])) } },
      error { _ = try injector.adding(EndlessModule(value: [])) },
    ]
    #expect(errors.map { $0?.code } == [.cyclicDependency, .cyclicDependency, .cyclicDependency])
    #expect(injector.installedModules.isEmpty)
    #expect(!injector.hasBinding(Int.self))
  }

  @Test func aModuleThatIsInstalledTwiceIsNoRebinding() throws {
    let injector = try Injector(
      [ClockModule(), Installing(modules: [ClockModule()]), ClockModule()],
      options: .init(forbidsRebinding: true))
    #expect(injector.hasBinding(Clock.self))
  }

  @Test func whatAnOverridingModuleInstallsIsNoRebinding() throws {
    struct First: Module {
      func configure(_ binder: Binder) { binder.bind(Int.self).to { 1 } }
    }
    struct Second: Module {
      func configure(_ binder: Binder) { binder.bind(Int.self).to { 2 } }
    }
    struct Replacement: Module {
      func configure(_ binder: Binder) { binder.install(Second()) }
    }
    let injector = try Injector(
      [First().overriding(with: Replacement())], options: .init(forbidsRebinding: true))
    #expect(try injector.resolve(Int.self) == 2)
    #expect(validationErrors(of: injector).isEmpty)
  }

  @Test func aModuleThatInstallsItselfIsConfiguredOnce() throws {
    struct Recursive: Module {
      func configure(_ binder: Binder) {
        binder.install(Recursive())
        binder.bind(Int.self).to { 1 }
      }
    }
    #expect(try Injector(Recursive()).resolve(Int.self) == 1)
  }

  @Test func errorsOfModulesAreReportedTogether() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector(Failing(id: 1), ClockModule(), Installing(modules: [Failing(id: 2)]))
    }
    #expect(error.code == .several)
    #expect(error.errors.map { ($0.underlying as? Failing.Refused)?.id } == [1, 2])
    let single = try #require(throws: InjectionError.self) { _ = try Injector(Failing(id: 1)) }
    #expect(single.code == .providerFailed)
    #expect(single.underlying is Failing.Refused)
  }

  @Test func overridingReplacesOverlappingKeysAndKeepsTheRest() throws {
    let injector = try Injector(App().overriding(with: Replacement()))
    #expect(try injector.resolve(Clock.self).kind == "replacement")
    #expect(try injector.resolve(Clock.self) !== injector.resolve(Clock.self))
    #expect(try injector.resolve(Clock.self, named: "spare").kind == "app spare")
    #expect(try injector.resolve(String.self) == "app")
    #expect(try injector.resolve(Int.self) == 7)
    #expect(try injector.resolve([Int].self) == [1])
  }

  @Test(arguments: Arrangement.allCases)
  func anOverridingModuleCanBeInstalled(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector {
      $0.install(App().overriding(with: Replacement()))
    }
    #expect(try injector.resolve(Clock.self).kind == "replacement")
    #expect(try injector.resolve(String.self) == "app")
  }

  @Test func contributionsOfAnOverridingModuleAreAdded() throws {
    let module = TypeModule().overriding { $0.contribute(String.self).to { "more" } }
    #expect(try Injector(module).resolve([String].self) == ["type", "more"])
  }

  @Test func overridingAnArrayReplacesTheContributions() throws {
    let module = TypeModule().overriding { $0.bind([String].self).to { ["only"] } }
    #expect(try Injector(module).resolve([String].self) == ["only"])
  }

  @Test func overridingsChain() throws {
    let last = Configuring { $0.bind(Clock.self).to { Clock("last") } }
    let injector = try Injector(
      App().overriding(with: Replacement()).overriding(with: last))
    #expect(try injector.resolve(Clock.self).kind == "last")
    let nested = try Injector(App().overriding(with: Replacement().overriding(with: last)))
    #expect(try nested.resolve(Clock.self).kind == "last")
    #expect(try nested.resolve(Int.self) == 7)
  }

  @Test func anOverriddenModuleReplacesEvenIfItIsInstalledAlready() throws {
    let journal = Journal()
    let base = Unloading(journal)
    for replacement in [base, base.overriding { $0.bind(Int.self).to { 7 } }] as [any Module] {
      let injector = try Injector(base, App().overriding(with: replacement))
      #expect(try injector.resolve(String.self) == "unloading")
      #expect(injector.installedModules.count == 2)
      injector.reset()
      #expect(journal.entries == ["unload", "unload"])
      journal.clear()
    }
  }

  @Test func overridingIsNoRebinding() throws {
    let options = Injector.Options(forbidsRebinding: true)
    let injector = try Injector([App().overriding(with: Replacement())], options: options)
    #expect(try injector.resolve(Clock.self).kind == "replacement")
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector([App().overriding(with: Replacement()), ClockModule()], options: options)
    }
    #expect(error.code == .duplicateBinding)
  }

  @Test func aReplacementThatBindsAKeyTwiceIsARebinding() throws {
    let module = App().overriding { binder in
      binder.bind(Clock.self).to { Clock("first") }
      binder.bind(Clock.self).to { Clock("second") }
    }
    let forbidden = try #require(throws: InjectionError.self) {
      _ = try Injector([module], options: .init(forbidsRebinding: true))
    }
    #expect(forbidden.code == .duplicateBinding)
    let injector = try Injector(module)
    let found = try #require(throws: InjectionError.self) { try injector.validate() }
    #expect(found.code == .shadowedBinding)
    #expect(try injector.resolve(Clock.self).kind == "second")
  }

  @Test func bindingWhatEveryInjectorProvidesIsARebinding() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector(options: Injector.Options(forbidsRebinding: true)) { binder in
        binder.bind(Injector.self).to { $0 }
      }
    }
    #expect(error.code == .duplicateBinding)
  }

  @Test func overridingReplacesWhatTheModuleInstalls() throws {
    let injector = try Injector(
      Installing(modules: [ClockModule()]).overriding(with: Replacement()))
    #expect(try injector.resolve(Clock.self).kind == "replacement")
  }

  @Test(arguments: Arrangement.allCases)
  func aClosureReplacesOverlappingKeys(_ arrangement: Arrangement) throws {
    let replacement = Clock("closure")
    let injector = try arrangement.makeInjector {
      $0.install(App().overriding { $0.bind(Clock.self).to(instance: replacement) })
    }
    #expect(try injector.resolve(Clock.self) === replacement)
    #expect(try injector.resolve(String.self) == "app")
  }

  @Test func anOverriddenBindingKeepsTheNameOfItsModule() throws {
    let injector = try Injector(
      App().overriding(with: Replacement()).overriding { $0.bind(Bool.self).to { true } })
    let nodes = injector.graph.nodes
    func modules(of type: String) -> [String]? {
      nodes.first { $0.type == type && $0.name == nil }?.modules
    }
    #expect(modules(of: "String") == ["App"])
    #expect(modules(of: "Clock") == ["Replacement"])
    #expect(modules(of: "Bool") == [])
  }

  @Test(arguments: Arrangement.allCases)
  func aKeyThatAModuleRescopesWithoutABindingIsBoundByTheModule(_ arrangement: Arrangement) throws {
    struct Rescoping: Module {
      func configure(_ binder: Binder) { binder.rescope(Idle.self, to: .singleton) }
    }
    let injector = try arrangement.makeInjector { $0.install(Rescoping()) }
    let node = injector.graph.nodes.first { $0.type == "Idle" }
    #expect(node?.modules.last == "Rescoping")
  }
  private final class Idle: DefaultInitializable {}

  @Test func errorsOfOverridingModulesAreReportedTogetherWithTheirNames() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector(
        Failing(id: 1).overriding(with: Failing(id: 2)).overriding { _ in
          throw Failing.Refused(id: 3)
        })
    }
    #expect(error.errors.map { ($0.underlying as? Failing.Refused)?.id } == [1, 2, 3])
    #expect(
      error.errors.map { $0.description.prefix { $0 != "\n" } } == [
        "[Infusion/providerFailed] Configuring 'Failing' failed.",
        "[Infusion/providerFailed] Configuring 'Failing' failed.",
        "[Infusion/providerFailed] Configuring the injector failed.",
      ])
  }

  @Test func errorsOfInstallingAnOverridingModuleNameTheOverriddenOne() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector { $0.install(App().overriding(with: Failing(id: 1)).overriding { _ in }) }
    }
    #expect(error.path.map(\.subject) == ["install(App)", "creating an injector"])
  }

  @Test func anOverridingModuleThatAnUpdateInstallsIsUninstalledAsAWhole() throws {
    let injector = try Injector { $0.bind(Clock.self).to { Clock("first") } }
    try injector.update { binder in
      binder.install(
        Installing(modules: [ClockModule()]).overriding { $0.bind(Clock.self).to { Clock("last") } }
      )
    }
    #expect(try injector.resolve(Clock.self).kind == "last")
    try injector.update { binder in
      binder.uninstall(Installing.self)
      binder.uninstall(ClockModule.self)
    }
    #expect(try injector.resolve(Clock.self).kind == "first")
  }

  @Test func aModuleThatIsOverriddenTwiceIsUninstalledAsAWhole() throws {
    let injector = try Injector(
      ClockModule().overriding { $0.bind(Int.self).to { 1 } }
        .overriding { $0.bind(String.self).to { "text" } })
    try injector.update { $0.uninstall(ClockModule()) }
    #expect(!injector.hasBinding(Clock.self) && !injector.hasBinding(Int.self))
    #expect(!injector.hasBinding(String.self))
  }

  @Test func anOverriddenModuleIsUnloaded() throws {
    let journal = Journal()
    let injector = try Injector(Unloading(journal).overriding(with: Replacement()))
    #expect(injector.reset().isEmpty)
    #expect(journal.entries == ["unload"])
  }

  @Test func aBuilderOfABindingThatWasRemovedHasNoEffect() throws {
    let injector = try Injector { binder in
      let first = binder.bind(Clock.self)
      let second = binder.bind(Clock.self, named: "rescoped").to { Clock("second") }
      binder.unbind(Clock.self)
      binder.rescope(Clock.self, named: "rescoped", to: .singleton)
      first.to { Clock("first") }.in(.singleton)
      second.in(.unscoped)
    }
    #expect(!injector.hasBinding(Clock.self))
    let clock = try injector.resolve(Clock.self, named: "rescoped")
    #expect(try injector.resolve(Clock.self, named: "rescoped") === clock)
  }
}

struct LateBinderTests {
  /// A binder that is used after its call stops the program, before it changes the injector.
  @Test func aBinderThatIsUsedLateStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var saved: Binder?
      let injector = try Injector { binder in
        binder.bind(String.self).to { "text" }
        saved = binder
      }
      saved?.unbind(String.self)
      _ = injector.hasBinding(String.self)
    }
    await #expect(processExitsWith: .failure) {
      var saved: Binder?
      _ = try Injector { saved = $0 }
      saved?.bind(String.self).to { "text" }
    }
  }

  @Test func aBuilderThatIsUsedLateStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var saved: BindingBuilder<String>?
      _ = try Injector { saved = $0.bind(String.self).to { "text" } }
      saved?.in(.singleton)
    }
    await #expect(processExitsWith: .failure) {
      var saved: ExtensionBuilder<Injector>?
      _ = try Injector { saved = $0.extend(Injector.self) }
      saved?.completing { _ in }
    }
  }

  private struct LateModule: Module {
    func configure(_ binder: Binder) { binder.bind(String.self).to { "text" } }
  }

  @Test func aModuleThatIsInstalledLateStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var saved: Binder?
      _ = try Injector { saved = $0 }
      saved?.install(LateModule())
    }
  }
}
