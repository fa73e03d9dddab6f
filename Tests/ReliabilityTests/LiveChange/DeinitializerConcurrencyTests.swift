import Infusion
import Testing

/// Deinitializers are user code, so none of them runs under a lock.
struct DeinitializerConcurrencyTests {
  @Test(arguments: Change.allCases)
  func aDroppedObjectMayUseTheInjectorInItsDeinitializer(change: Change) async {
    // In its own process, because a test that fails hangs.
    await #expect(processExitsWith: .success) { [change] in
      guardAgainstHanging()
      try change.perform()
    }
  }

  enum Change: String, CaseIterable, Codable {
    case rebind, rebindTwice, unbind, unbindContributions, uninstall, reset, releaseSingletons

    fileprivate func perform() throws {
      let injector = try Injector { binder in
        binder.bind(Parting.self).to(instance: Parting())
        binder.bind(Parting.self, named: "made").to { Parting() }.in(.singleton)
        binder.contribute(Parting.self).to(instance: Parting())
      }
      Parting.injector.with { $0 = injector }
      defer { Parting.injector.with { $0 = nil } }
      if self == .releaseSingletons { _ = try injector.resolve(Parting.self, named: "made") }
      let before = Parting.farewells.value
      switch self {
      case .rebind: try injector.update { $0.bind(Parting.self).to { Parting() } }
      case .rebindTwice:
        try injector.update { $0.bind(Parting.self).to(instance: Parting()) }
        try injector.update { $0.bind(Parting.self).to(instance: Parting()) }
      case .unbind: try injector.update { $0.unbind(Parting.self) }
      case .unbindContributions: try injector.update { $0.unbind([Parting].self) }
      case .uninstall:
        try injector.update { $0.install(PartingModule(parting: Parting())) }
        try injector.update { $0.uninstall(PartingModule.self) }
      case .reset: injector.reset()
      case .releaseSingletons: injector.releaseSingletons()
      }
      // The first update hides a binding of the initial configuration, which then returns.
      #expect((Parting.farewells.value > before) == (self != .rebind))
    }
  }
}

/// What user code changes elsewhere at the end of an update does not wait for that update.
struct UpdateAtTheEndOfAnUpdateTests {
  @Test(arguments: Ending.allCases)
  func itsEagerSingletonIsVisibleToOtherThreads(ending: Ending) async {
    // In its own process, because a test that fails hangs.
    await #expect(processExitsWith: .success) { [ending] in
      guardAgainstHanging()
      let app = try Injector()
      try ending.perform { try app.update { $0.bind(Late.self).to { Late() }.asEagerSingleton() } }
      #expect(app.hasBinding(Late.self))
      let found = Counter()
      // A task might run on the thread that has made the object.
      onThreads(1, within: .seconds(30)) { _ in
        if (try? app.resolve(Late.self)) != nil { found.increment() }
      }
      #expect(found.value == 1)
    }
  }

  enum Ending: String, CaseIterable, Codable {
    case droppedByTheUpdate, droppedByAFailedUpdate, releasedByAFailedUpdate

    fileprivate func perform(_ change: @escaping () throws -> Void) throws {
      let injector = try Injector()
      switch self {
      case .droppedByTheUpdate:
        try injector.update { $0.bind(Leaving.self).to(instance: Leaving(dropped: change)) }
        try injector.update { $0.unbind(Leaving.self) }
      case .droppedByAFailedUpdate:
        #expect(throws: InjectionError.self) {
          try injector.update { binder in
            binder.bind(Leaving.self).to(instance: Leaving(dropped: change))
            binder.bind(Late.self).to { throw CancellationError() }.asEagerSingleton()
          }
        }
      case .releasedByAFailedUpdate:
        #expect(throws: InjectionError.self) {
          try injector.update { binder in
            binder.bind(Leaving.self).to { Leaving(released: change) }.asEagerSingleton()
            binder.bind(Late.self).to { throw CancellationError() }.asEagerSingleton()
          }
        }
      }
    }
  }
}

private final class Late: Sendable {}

private final class Leaving: ReleasesFromInjection {
  let released: () throws -> Void
  let dropped: () throws -> Void
  init(released: @escaping () throws -> Void = {}, dropped: @escaping () throws -> Void = {}) {
    (self.released, self.dropped) = (released, dropped)
  }
  func releaseFromInjection() throws { try released() }
  deinit { try? dropped() }
}

private final class Parting: Sendable {
  static let injector = Locked<Injector?>(nil)
  static let farewells = Counter()
  deinit {
    guard let injector = Parting.injector.current else { return }
    Parting.farewells.increment()
    _ = injector.hasBinding(Parting.self)
    _ = try? injector.resolve(ObjectFactory.self)
  }
}

private struct PartingModule: Module {
  let parting: Parting
  func configure(_ binder: Binder) {
    let parting = parting
    binder.bind(Parting.self, named: "module").to(instance: parting)
  }
}

/// What a deinitializer sees at the end of a call is forgotten with that call.
struct AskingDeinitializerTests {
  @Test func laterRequestsSeeLaterUpdates() throws {
    let app = try Injector { binder in
      binder.bind(String.self).to(instance: "old")
      binder.bind(Worker.self).to { injector in
        // The child is dropped with the call, and its instance with it.
        #expect(throws: InjectionError.self) {
          try injector.makeChild { binder in
            binder.bind(Asking.self).to(instance: Asking(injector))
            binder.bind(Late.self).to { throw CancellationError() }.asEagerSingleton()
          }
        }
        return Worker()
      }
    }
    let before = Asking.ends.value
    _ = try app.resolve(Worker.self)
    #expect(Asking.ends.value == before + 1)
    try app.update { $0.bind(String.self).to(instance: "new") }
    let other = try Injector { $0.bind(Page.self).to { Page(text: try app.resolve()) } }
    #expect(try other.resolve(Page.self).text == "new")
  }
}

private final class Worker {}

private final class Page {
  let text: String
  init(text: String) { self.text = text }
}

private final class Asking {
  static let ends = Counter()
  let injector: Injector
  init(_ injector: Injector) { self.injector = injector }
  deinit {
    _ = injector.hasBinding(Int.self)
    Self.ends.increment()
  }
}
