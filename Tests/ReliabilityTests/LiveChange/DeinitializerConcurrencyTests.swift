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
