import Infusion
import Testing

/// Objects of the main actor that other code releases elsewhere.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct MainActorReleaseTests {
  @MainActor private final class Window: @MainActor ReleasesFromInjection {
    private let note: @MainActor () -> Void
    var fails = false
    init(_ note: @escaping @MainActor () -> Void = {}) { self.note = note }
    func releaseFromInjection() throws {
      MainActor.assertIsolated()
      note()
      if fails { throw Mishap() }
    }
  }

  /// A module that needs the main actor when it is unloaded.
  private final class Closing: UnloadableModule, Sendable {
    @MainActor var closed = 0
    func configure(_ binder: Binder) {
      binder.onMainActor.bind(Window.self).to { Window() }.in(.singleton)
    }
    func unload(from injector: Injector) throws {
      _ = try injector.resolve(Window.self)
      MainActor.assumeIsolated { closed += 1 }
    }
  }

  /// A module of the main actor.
  @MainActor private final class ScreenModule: @MainActor UnloadableModule {
    var closed = 0
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) { closed += 1 }
  }

  private nonisolated struct OuterModule: Module {
    let inner: any Module
    func configure(_ binder: Binder) { binder.install(inner) }
  }

  /// Its object belongs to no actor.
  private nonisolated struct ToolModule: Module {
    let journal: Journal
    func configure(_ binder: Binder) {
      let journal = journal
      binder.bind(Resource.self).to { Resource("tool", journal) }.in(.singleton)
    }
  }

  private nonisolated func shutDownElsewhere(_ injector: Injector) async throws -> InjectionError {
    try await asyncFailure { try await Task.detached { try injector.shutdown() }.value }
  }

  /// Lets the main actor run its enqueued work.
  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<10_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }

  /// The class belongs to no actor; the closure that makes the object belongs to the main actor.
  private nonisolated final class Cache: ReleasesFromInjection {
    private let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func releaseFromInjection() {
      MainActor.assertIsolated()
      journal.note("-cache")
    }
  }

  @Test func whatTheMainActorHasMadeIsReleasedThere() async throws {
    let journal = Journal()
    let injector = try Injector { $0.bind(Cache.self).to { Cache(journal) }.in(.singleton) }
    _ = try injector.resolve(Cache.self)
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    #expect(await Task.detached { injector.releaseSingletons() }.value.isEmpty)
    await settled { journal.entries.count == 1 }
    _ = try injector.resolve(Cache.self)
    try await Task.detached { try await injector.shutdownGracefully() }.value
    #expect(journal.take() == "-cache -cache")
  }

  /// Its initializer belongs to the main actor.
  private nonisolated final class Store: InitializerDeclaring, Scoped, ReleasesFromInjection {
    let journal: Journal
    @MainActor init(_ journal: Journal) { self.journal = journal }
    static var initializer: Initializer { Initializer(Store.init) }
    static var scope: Scope { .singleton }
    func releaseFromInjection() {
      MainActor.assertIsolated()
      journal.note("-store")
    }
  }
  private nonisolated struct LinkModule: Module {
    let journal: Journal
    func configure(_ binder: Binder) {
      binder.bind(Journal.self).to(instance: journal)
      nonisolated(unsafe) let journal = journal
      binder.onMainActor.bind(Cache.self).to { Cache(journal) }
      binder.bind(AnyObject.self).to(Cache.self) { $0 }.in(.singleton)
    }
  }

  @Test func whatIsPassedOnOrCreatedOnDemandIsReleasedThere() async throws {
    let journal = Journal()
    let injector = try Injector(LinkModule(journal: journal))
    _ = try injector.resolve(AnyObject.self)
    _ = try injector.resolve(Store.self)
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    #expect(await Task.detached { injector.releaseSingletons() }.value.isEmpty)
    await settled { journal.entries.count == 2 }
    #expect(journal.take() == "-store -cache")
  }

  /// The shutdown keeps the main actor busy, which the task waits for.
  @Test func aShutdownReleasesWhatATaskHasNotReached() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to { Window { journal.note("-window") } }
        .in(.singleton)
    }
    _ = try injector.resolve(Window.self)
    _ = onThreads(1) { _ in injector.releaseSingletons() }
    #expect(journal.entries.isEmpty)
    _ = try injector.resolve(Window.self)
    try injector.shutdown()
    #expect(journal.take() == "-window -window")
  }

  @Test func objectsReplacedElsewhereAreReleasedOnTheMainActorInOrder() async throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "first").to { Resource("first", journal) }.in(.singleton)
      binder.onMainActor.bind(Window.self).to { Window { journal.note("-window") } }
        .in(.singleton)
      binder.bind(Resource.self, named: "last").to { Resource("last", journal) }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self, named: "first")
    _ = try injector.resolve(Window.self)
    _ = try injector.resolve(Resource.self, named: "last")
    journal.clear()
    let errors = await Task.detached { injector.releaseSingletons() }.value
    #expect(errors.isEmpty)
    await settled { journal.entries.count == 3 }
    #expect(journal.take() == "-last -window -first")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  /// The main actor is busy, so no task has begun to release the first object.
  @Test func whatIsDroppedElsewhereLaterWaitsForTheMainActorToo() async throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to { Window { journal.note("-window") } }
        .in(.singleton)
      binder.install(ToolModule(journal: journal))
    }
    _ = try injector.resolve(Window.self)
    _ = try injector.resolve(Resource.self)
    journal.clear()
    _ = onThreads(1) { _ in
      try injector.update { $0.unbind(Window.self) }
      try injector.update { $0.unbind(Resource.self) }
    }
    #expect(journal.entries.isEmpty)
    await settled { journal.entries.count == 2 }
    #expect(journal.take() == "-window -tool")
  }

  @Test func theShutdownReportsFailuresOnTheMainActor() async throws {
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to { Window() }.in(.singleton)
    }
    try injector.resolve(Window.self).fails = true
    try await Task.detached { try injector.update { $0.unbind(Window.self) } }.value
    let error = try failure { try injector.shutdown() }
    #expect(error.code == .releaseFailed && error.underlying is Mishap)
  }

  @Test func aModuleThatNeedsTheMainActorIsUnloadedThereOrNotAtAll() async throws {
    let module = Closing()
    let injector = try Injector(module)
    let error = try await shutDownElsewhere(injector)
    #expect(error.code == .mainActorRequired)
    #expect(!injector.isShutDown && module.closed == 0)
    _ = try injector.resolve(Window.self)
    try injector.shutdown()
    #expect(injector.isShutDown && module.closed == 1)
  }

  @Test func aModuleThatMayUseAContributionOfTheMainActorIsUnloadedThere() async throws {
    let module = ModuleOfContribution()
    let injector = try Injector(module)
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    try injector.shutdown()
  }

  @Test func aModuleThatMayUseAClassOfTheMainActorIsUnloadedThere() async throws {
    let module = ModuleOfClass()
    let injector = try Injector(module)
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    #expect(!injector.isShutDown)
    try await Task.detached { try await injector.shutdownGracefully() }.value
    #expect(injector.isShutDown)
  }

  @MainActor private final class Panel: @MainActor DefaultInitializable { init() {} }

  private final class ModuleOfClass: UnloadableModule, Sendable {
    func configure(_ binder: Binder) { binder.bind(Panel.self).in(.singleton) }
    func unload(from injector: Injector) throws { _ = try injector.resolve(Panel.self) }
  }

  private final class ModuleOfContribution: UnloadableModule, Sendable {
    func configure(_ binder: Binder) { binder.onMainActor.contribute(Window.self).to { Window() } }
    func unload(from injector: Injector) throws { _ = try injector.resolve([Window].self) }
  }

  private nonisolated final class Tool {
    var isOiled = false
  }
  /// The module belongs to no actor, and neither does its binding.
  private nonisolated struct ToolOwner: UnloadableModule {
    let journal: SafeJournal
    func configure(_ binder: Binder) { binder.bind(Tool.self).to { Tool() } }
    func unload(from injector: Injector) throws {
      _ = try injector.resolve(Tool.self)
      journal.note("unloaded")
    }
  }
  /// What belongs to the main actor beside the bindings of the module.
  private enum Addition: CaseIterable {
    case extended, extendedInParent, scope, scopeInParent, scopeOfContributions

    @MainActor func makeInjector(_ module: ToolOwner) throws -> Injector {
      let parent = try Injector()
      let injector = try parent.makeChild(module)
      let stores = ScopeStore()
      let scope = Scope("drawer") { _ in
        MainActor.assertIsolated()
        return stores
      }
      switch self {
      case .extended:
        try injector.update { $0.extend(Tool.self).completing { $0.isOiled = true } }
      case .extendedInParent:
        try parent.update { $0.extend(Tool.self).completing { $0.isOiled = true } }
      case .scope: try injector.update { $0.rescope(Tool.self, to: scope) }
      case .scopeInParent:
        try parent.update { $0.bind(Tool.self, named: "parent").in(scope).toNothing() }
      case .scopeOfContributions: try injector.update { $0.bind([Tool].self).in(scope) }
      }
      return injector
    }
  }

  @Test(arguments: Addition.allCases)
  private func aModuleThatMayNeedWhatTheMainActorAddsIsUnloadedThere(_ addition: Addition)
    async throws
  {
    let journal = SafeJournal()
    let injector = try addition.makeInjector(ToolOwner(journal: journal))
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    #expect(!injector.isShutDown && journal.all.isEmpty)
    #expect(injector.installedModules.count == 1)
    _ = try injector.resolve(Tool.self)
    try await Task.detached { try await injector.shutdownGracefully() }.value
    #expect(injector.isShutDown && journal.all == ["unloaded"])
  }

  @Test func anExtensionThatKeepsNoCodeOfTheMainActorLetsAModuleBeUnloadedAnywhere() async throws {
    let journal = SafeJournal()
    let injector = try await Task.detached {
      let injector = try Injector(ToolOwner(journal: journal))
      try injector.update { $0.extend(Tool.self).completing { $0.isOiled = true } }
      return injector
    }.value
    try await Task.detached { try injector.shutdown() }.value
    #expect(injector.isShutDown && journal.all == ["unloaded"])
  }

  @Test func aModuleThatIsNotUnloadedNeedsNoActor() async throws {
    let injector = try Injector(OuterModule(inner: Drawing()))
    try await Task.detached { try injector.shutdown() }.value
    #expect(injector.isShutDown)
  }

  private struct Drawing: Module {
    func configure(_ binder: Binder) {
      binder.onMainActor.bind(Window.self).to { Window() }.in(.singleton)
    }
  }

  @Test func aShutdownElsewhereIsRefusedWhileAnObjectWaitsForTheMainActor() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to { Window { journal.note("-window") } }.in(.singleton)
    }
    _ = try injector.resolve(Window.self)
    _ = onThreads(1) { _ in try injector.update { $0.unbind(Window.self) } }
    let outcomes = onThreads(1) { _ in try injector.shutdown() }
    #expect(throws: InjectionError.self) { try outcomes[0]?.get() }
    #expect(!injector.isShutDown && journal.take() == "")
    try injector.shutdown()
    #expect(journal.take() == "-window")
  }

  @Test func aModuleOfTheMainActorIsUnloadedThereOrNotAtAll() async throws {
    let module = ScreenModule()
    let injector = try Injector(module)
    #expect(try await shutDownElsewhere(injector).code == .mainActorRequired)
    #expect(!injector.isShutDown)
    try injector.shutdown()
    #expect(module.closed == 1)
  }

  @Test func aModuleOfTheMainActorIsNotSilentlyUninstalledElsewhere() async throws {
    let module = ScreenModule()
    let injector = try Injector(OuterModule(inner: module))
    let error = try await asyncFailure {
      try await Task.detached { try injector.update { $0.uninstall(OuterModule.self) } }.value
    }
    #expect(error.code == .mainActorRequired)
    #expect(module.closed == 0)
    try injector.update { $0.uninstall(OuterModule.self) }
    #expect(module.closed == 1)
  }

  @Test func aModuleOfTheMainActorThatIsNotUnloadedByAResetElsewhereIsReported() async throws {
    let module = ScreenModule()
    let injector = try Injector(module)
    let errors = await Task.detached { injector.reset() }.value
    #expect(errors.map(\.code) == [.mainActorRequired])
    #expect(module.closed == 0 && injector.installedModules.isEmpty)
  }

  private nonisolated struct FirstModule: UnloadableModule {
    let journal: Journal
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) { journal.note("unloaded") }
  }

  @Test func aRefusedUpdateHasCreatedAndUnloadedNothing() async throws {
    let journal = Journal()
    let first = FirstModule(journal: journal)
    let injector = try Injector(OuterModule(inner: first), OuterModule(inner: ScreenModule()))
    nonisolated(unsafe) let shared = journal
    let uninstall: @Sendable (Binder) -> Void = { binder in
      binder.uninstall(OuterModule.self)
      binder.bind(Resource.self).to { Resource("eager", shared) }.asEagerSingleton()
    }
    let error = try await asyncFailure {
      try await Task.detached { try injector.update(uninstall) }.value
    }
    #expect(error.code == .mainActorRequired)
    #expect(journal.take() == "" && injector.installedModules.count == 4)
    try injector.update(uninstall)
    #expect(journal.take().contains("unloaded") && injector.installedModules.isEmpty)
  }

  @Test func aRefusedShutdownHasNotTouchedTheChildren() async throws {
    let journal = Journal()
    let parent = try Injector(Closing())
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self).to { Resource("child", journal) }.in(.singleton)
    }
    _ = try child.resolve(Resource.self)
    journal.clear()
    #expect(try await shutDownElsewhere(parent).code == .mainActorRequired)
    #expect(!child.isShutDown && journal.take() == "")
    try parent.shutdown()
    #expect(child.isShutDown && journal.take() == "-child")
  }
}
