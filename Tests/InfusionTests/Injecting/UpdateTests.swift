import Dispatch
import Infusion
import Testing

private final class Clock: DefaultInitializable {
  let text: String
  init() { text = "" }
  init(_ text: String) { self.text = text }
}
private final class Service: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}
private final class Reader: Injectable, DefaultInitializable {
  var text: String!
  init() {}
  static var requires: [PartialKeyPath<Reader>] { [\.text] }
}
private struct Texts: Module, Hashable {
  let text: String
  func configure(_ binder: Binder) {
    binder.bind(String.self).to(instance: text)
    binder.contribute(String.self).to(instance: text)
  }
}
private struct Clocks: Module {
  func configure(_ binder: Binder) {
    binder.bind(Clock.self).to { Clock("clocks") }.in(.singleton)
    binder.bind(Clock.self, named: "other").to { Clock("other") }.in(.singleton)
  }
}
private struct MoreClocks: Module {
  func configure(_ binder: Binder) {
    binder.bind(Clock.self).to { Clock("more") }.in(.singleton)
  }
}
private class Server: UnloadableModule {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) {
    binder.bind(Service.self).to { Service("server") }.in(.singleton)
  }
  func unload(from injector: Injector) throws {
    journal.note("unload \(try injector.resolve(Service.self).text)")
  }
}
private final class BetterServer: Server {}
private struct Refused: Error {}

struct UpdateTests {
  @Test func anUpdateBinds() throws {
    let injector = try Injector()
    try injector.update { $0.bind(String.self).to { "one" } }
    #expect(try injector.resolve(Reader.self).text == "one")
    try injector.update { $0.bind(String.self).to { "two" } }
    #expect(try injector.resolve(Reader.self).text == "two")
  }

  @Test func anUpdateUnbindsHiddenBindingsToo() throws {
    let injector = try Injector(Texts(text: "a"), Texts(text: "b"))
    try injector.update { $0.unbind(String.self) }
    #expect(!injector.hasBinding(String.self))
    let error = try #require(throws: InjectionError.self) { try injector.resolve(String.self) }
    #expect(error.code == .missingBinding)
    #expect(try injector.resolve([String].self) == ["a", "b"])
    try injector.update { $0.unbind(Int.self) }
  }

  @Test func anUnboundKeyIsCreatedOnDemandAgain() throws {
    let injector = try Injector(Clocks())
    #expect(try injector.resolve(Clock.self).text == "clocks")
    try injector.update { $0.unbind(Clock.self) }
    #expect(try injector.resolve(Clock.self).text == "")
    #expect(try injector.resolve(Clock.self, named: "other").text == "other")
  }

  @Test func anUpdateRescopes() throws {
    let injector = try Injector(Clocks())
    let clock = try injector.resolve(Clock.self)
    try injector.update { $0.rescope(Clock.self, to: .unscoped) }
    #expect(try injector.resolve(Clock.self) !== clock)
    #expect(try injector.resolve(Clock.self) !== injector.resolve(Clock.self))
    #expect(try injector.resolve(Clock.self).text == "clocks")
    try injector.update { $0.rescope(Clock.self, to: .singleton) }
    #expect(try injector.resolve(Clock.self) === injector.resolve(Clock.self))
    #expect(try injector.resolve(Clock.self) !== clock)
    try injector.update { $0.rescope(Clock.self, named: "fresh", to: .singleton) }
    #expect(
      try injector.resolve(Clock.self, named: "fresh")
        === injector.resolve(Clock.self, named: "fresh"))
  }

  @Test func aRescopedBindingGoesWithItsModule() throws {
    let injector = try Injector(Clocks(), MoreClocks())
    try injector.update { $0.rescope(Clock.self, to: .unscoped) }
    #expect(try injector.resolve(Clock.self).text == "more")
    try injector.update { $0.uninstall(MoreClocks.self) }
    #expect(try injector.resolve(Clock.self).text == "clocks")
    #expect(try injector.resolve(Clock.self) === injector.resolve(Clock.self))
  }

  @Test func anEagerSingletonMayBeRescoped() throws {
    let injector = try Injector { $0.bind(Clock.self).to { Clock("e") }.asEagerSingleton() }
    try injector.update { $0.rescope(Clock.self, to: .unscoped) }
    #expect(try injector.resolve(Clock.self) !== injector.resolve(Clock.self))
  }

  @Test func anUpdateInstallsAModuleOnce() throws {
    let injector = try Injector()
    try injector.update { $0.install(Texts(text: "a")) }
    try injector.update { $0.install(Texts(text: "a")) }
    try injector.update { $0.install(Texts(text: "b")) }
    #expect(try injector.resolve([String].self) == ["a", "b"])
    #expect(try injector.resolve(String.self) == "b")
  }

  @Test func uninstallingByTypeRestoresHiddenBindings() throws {
    let injector = try Injector(Clocks(), MoreClocks())
    #expect(try injector.resolve(Clock.self).text == "more")
    try injector.update { $0.uninstall(MoreClocks.self) }
    #expect(try injector.resolve(Clock.self).text == "clocks")
    try injector.update { $0.uninstall(Clocks.self) }
    #expect(!injector.hasBinding(Clock.self))
    try injector.update { $0.uninstall(Clocks.self) }
  }

  @Test func uninstallingByValueRemovesTheEqualModule() throws {
    let injector = try Injector(Texts(text: "a"), Texts(text: "b"), Texts(text: "c"))
    try injector.update { $0.uninstall(Texts(text: "c")) }
    #expect(try injector.resolve(String.self) == "b")
    try injector.update { $0.uninstall(Texts(text: "a")) }
    #expect(try injector.resolve(String.self) == "b")
    #expect(try injector.resolve([String].self) == ["b"])
    try injector.update { $0.uninstall(Texts(text: "x")) }
    try injector.update { $0.uninstall(Texts.self) }
    #expect(!injector.hasBinding([String].self))
  }

  @Test func uninstallingAnObjectRemovesThatObject() throws {
    let journal = Journal()
    let server = Server(journal)
    let injector = try Injector(server, BetterServer(journal))
    try injector.update { $0.uninstall(server) }
    #expect(journal.entries == ["unload server"])
    #expect(injector.hasBinding(Service.self))
    try injector.update { $0.uninstall(Server.self) }
    #expect(journal.entries.count == 2)
    #expect(!injector.hasBinding(Service.self))
  }

  @Test func singletonsOfOtherModulesAreKeptAndItsOwnDropped() throws {
    let injector = try Injector(Texts(text: "a"), Clocks(), MoreClocks())
    let other = try injector.resolve(Clock.self, named: "other")
    weak let clock = try injector.resolve(Clock.self)
    #expect(clock != nil)
    try injector.update { $0.uninstall(MoreClocks.self) }
    #expect(clock == nil)
    #expect(try injector.resolve(Clock.self, named: "other") === other)
  }

  @Test func aSingletonThatHidTheUninstalledModuleIsKept() throws {
    let injector = try Injector(Clocks(), MoreClocks())
    let clock = try injector.resolve(Clock.self)
    #expect(clock.text == "more")
    try injector.update { $0.uninstall(Clocks.self) }
    #expect(try injector.resolve(Clock.self) === clock)
  }

  @Test func anEagerSingletonThatHidTheUninstalledModuleIsNotMadeAgain() throws {
    let journal = Journal()
    let injector = try Injector(
      Clocks(),
      Configuring { binder in
        binder.bind(Clock.self).to {
          journal.note("make")
          return Clock("eager")
        }.asEagerSingleton()
      })
    try injector.update { $0.uninstall(Clocks.self) }
    #expect(journal.entries == ["make"])
    #expect(try injector.resolve(Clock.self).text == "eager")
    #expect(journal.entries == ["make"])
  }

  @Test func unrelatedSingletonsSurviveAnUpdate() throws {
    let injector = try Injector(Clocks())
    let clock = try injector.resolve(Clock.self)
    let onDemand = try injector.resolve(Registry.self)
    try injector.update { binder in
      binder.bind(String.self).to { "x" }
      binder.install(Texts(text: "t"))
      binder.unbind(Int.self)
      binder.extend(Clock.self).completing { _ in }
    }
    #expect(try injector.resolve(Clock.self) === clock)
    #expect(try injector.resolve(Registry.self) === onDemand)
  }
  private final class Registry: DefaultInitializable, Scoped {
    init() {}
    static var scope: Scope { .singleton }
  }

  @Test func aKeyThatIsBoundAgainForgetsItsInstance() throws {
    let injector = try Injector(Clocks())
    weak let clock = try injector.resolve(Clock.self)
    #expect(clock != nil)
    try injector.update { $0.bind(Clock.self).to { Clock("new") }.in(.singleton) }
    #expect(clock == nil)
    #expect(try injector.resolve(Clock.self).text == "new")
  }

  @Test func aModuleIsUnloadedWhileItIsStillInstalled() throws {
    let journal = Journal()
    let injector = try Injector(Server(journal))
    let service = try injector.resolve(Service.self)
    try injector.update { binder in
      binder.uninstall(Server.self)
      binder.bind(Service.self).to { Service("new") }
      #expect(journal.entries.isEmpty)
    }
    #expect(journal.entries == ["unload server"])
    #expect(try injector.resolve(Service.self) !== service)
  }

  @Test func modulesAreUnloadedInTheOrderOfInstallation() throws {
    let first = Journal()
    let injector = try Injector(
      Told("a", first), Told("b", first), Told("c", first))
    try injector.update { $0.uninstall(Told.self) }
    #expect(first.entries == ["a", "b", "c"])
  }
  private final class Told: UnloadableModule {
    let id: String
    let journal: Journal
    init(_ id: String, _ journal: Journal) {
      self.id = id
      self.journal = journal
    }
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) { journal.note(id) }
  }

  @Test func aModuleMayBeReplacedInOneUpdate() throws {
    let journal = Journal()
    let injector = try Injector(Server(journal), Texts(text: "a"))
    let service = try injector.resolve(Service.self)
    try injector.update { binder in
      binder.uninstall(Server.self)
      binder.install(Server(journal))
      binder.uninstall(Texts(text: "a"))
      binder.install(Texts(text: "a"))
    }
    #expect(journal.entries == ["unload server"])
    #expect(try injector.resolve(Service.self) !== service)
    #expect(try injector.resolve(String.self) == "a")
    #expect(try injector.resolve([String].self) == ["a"])
  }

  @Test func aModuleThatComesAndGoesInOneUpdateIsNotUnloaded() throws {
    let journal = Journal()
    let injector = try Injector()
    try injector.update { binder in
      binder.install(Server(journal))
      binder.uninstall(Server.self)
    }
    #expect(journal.entries.isEmpty)
    #expect(!injector.hasBinding(Service.self))
  }

  @Test func aLiveBindingThatIsMadeAgainWinsOverModulesInstalledInBetween() throws {
    let injector = try Injector()
    try injector.update { $0.bind(String.self).to { "live 1" } }
    try injector.update { $0.install(Texts(text: "module")) }
    #expect(try injector.resolve(String.self) == "module")
    try injector.update { $0.bind(String.self).to { "live 2" } }
    #expect(try injector.resolve(String.self) == "live 2")
    let derived = try injector.adding(Clocks())
    #expect(try derived.resolve(String.self) == "live 2")
    try injector.update { $0.uninstall(Texts.self) }
    #expect(try injector.resolve(String.self) == "live 2")
  }

  @Test func aLiveBindingComesBackWhenTheModuleThatHidItGoes() throws {
    let injector = try Injector()
    try injector.update { $0.bind(String.self).to { "live" } }
    try injector.update { $0.install(Texts(text: "module")) }
    try injector.update { $0.uninstall(Texts.self) }
    #expect(try injector.resolve(String.self) == "live")
  }

  @Test func aLiveBindingThatCannotComeBackIsForgotten() throws {
    let injector = try Injector()
    weak var service: Service?
    try injector.update { binder in
      let first = Service("live 1")
      service = first
      binder.bind(Service.self).to(instance: first)
    }
    try injector.update { $0.install(Server(Journal())) }
    #expect(service != nil)
    try injector.update { $0.bind(Service.self).to(instance: Service("live 2")) }
    #expect(service == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func anUpdateDoesNotWaitForACreationAndItsResultIsNotKept() async throws {
    let entered = Gate()
    let mayLeave = Gate()
    let injector = try Injector { binder in
      binder.bind(Service.self).to {
        entered.open()
        mayLeave.wait()
        return Service("old")
      }.in(.singleton)
    }
    let result = Box<Service>()
    let done = Gate()
    DispatchQueue(label: "creator").async {
      result.value = try? injector.resolve(Service.self)
      done.open()
    }
    onAnotherThread {
      entered.wait()
      do {
        try injector.update { $0.bind(Service.self).to { Service("new") }.in(.singleton) }
      } catch {
        Issue.record(error)
      }
      mayLeave.open()
      done.wait()
    }
    #expect(result.value?.text == "old")
    #expect(try injector.resolve(Service.self).text == "new")
    weak let dropped = result.value
    result.value = nil
    #expect(dropped == nil)
  }

  @Test func noRequestSeesAChangeBeforeItIsCommitted() throws {
    let injector = try Injector(Texts(text: "old"))
    try injector.update { binder in
      binder.bind(String.self).to { "new" }
      let present = try injector.resolve(String.self)
      #expect(present == "old")
      binder.bind(Int.self).to { 1 }
      #expect(!injector.hasBinding(Int.self))
    }
    #expect(try injector.resolve(String.self) == "new")
  }

  @Test func eagerSingletonsAreBuiltBeforeTheCommitAndSeeTheNewBindings() throws {
    let injector = try Injector(Texts(text: "old"), Clocks())
    var seen: [String] = []
    var elsewhere: String?
    try injector.update { binder in
      binder.bind(String.self).to { "new" }
      binder.unbind(Clock.self, named: "other")
      binder.contribute(String.self).to { "more" }
      binder.bind(Service.self).to { received in
        seen.append(try received.resolve(String.self))
        seen.append(try injector.resolve(String.self))
        seen.append(try injector.resolve(Reader.self).text ?? "")
        seen.append(try injector.resolve(ObjectFactory.self).resolve(String.self))
        seen.append(try injector.resolve(Lazy<String>.self).get())
        seen.append(contentsOf: try received.resolve([String].self))
        seen.append(try received.resolve(Clock.self, named: "other").text)
        elsewhere = onAnotherThread { (try? injector.resolve(String.self)) ?? "" }
        return Service("eager")
      }.asEagerSingleton()
    }
    #expect(seen == ["new", "new", "new", "new", "new", "old", "more", ""])
    #expect(elsewhere == "old")
    #expect(try injector.resolve(Service.self).text == "eager")
    #expect(try injector.resolve(Service.self) === injector.resolve(Service.self))
  }

  @Test func childrenMadeInAnEagerClosureSeeTheNewBindings() throws {
    let injector = try Injector(Texts(text: "old"))
    var seen: String?
    try injector.update { binder in
      binder.bind(String.self).to { "new" }
      binder.bind(Service.self).to { received in
        seen = try received.makeChild().resolve(String.self)
        return Service("eager")
      }.asEagerSingleton()
    }
    #expect(seen == "new")
  }

  @Test func injectorsDerivedInAnEagerClosureHaveTheNewBindings() throws {
    let injector = try Injector(Texts(text: "old"), Clocks())
    var derived: [Injector] = []
    try injector.update { binder in
      binder.uninstall(Texts.self)
      binder.install(Texts(text: "new"))
      binder.unbind(Clock.self, named: "other")
      binder.bind(Service.self).to { received in
        // Each derived injector creates its own.
        guard received === injector else { return Service("derived") }
        derived = [
          try received.adding(), try received.adding { _ in },
          try received.removing(MoreClocks.self),
        ]
        return Service("eager")
      }.asEagerSingleton()
    }
    #expect(derived.count == 3)
    for derived in derived {
      #expect(try derived.resolve(String.self) == "new")
      #expect(try derived.resolve(Service.self).text == "derived")
      #expect(!derived.hasBinding(Clock.self, named: "other"))
      #expect(derived.installedModules.count == 2)
    }
  }

  @Test func questionsInAnEagerClosureSeeTheNewBindings() throws {
    let injector = try Injector(Texts(text: "old"))
    try injector.update { binder in
      binder.unbind(String.self)
      binder.bind(Int.self).to { 1 }
      binder.bind(Service.self).to { received in
        #expect(received.hasBinding(Int.self))
        #expect(!received.hasBinding(String.self))
        let text = try received.resolveIfBound(String.self)
        #expect(text == nil)
        return Service("eager")
      }.asEagerSingleton()
    }
  }

  @Test func anEagerSingletonOfAnUpdateIsOneObject() throws {
    let journal = Journal()
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Clock.self).to {
        journal.note("clock")
        return Clock("eager")
      }.asEagerSingleton()
      binder.bind(Service.self).to {
        journal.note("service")
        return Service(try $0.resolve(Clock.self).text)
      }.asEagerSingleton()
    }
    #expect(try injector.resolve(Service.self).text == "eager")
    _ = try injector.resolve(Clock.self)
    _ = try injector.makeChild().resolve(Clock.self)
    #expect(journal.entries == ["clock", "service"])
  }

  @Test func anInstanceThatAnEagerSingletonHoldsIsTheOneThatIsResolved() throws {
    final class Holder {
      let clock: Clock
      let old: Clock
      init(clock: Clock, old: Clock) {
        self.clock = clock
        self.old = old
      }
    }
    let injector = try Injector(Clocks())
    try injector.update { binder in
      binder.bind(Clock.self).to { Clock("new") }.in(.singleton)
      binder.bind(Holder.self).to {
        Holder(
          clock: try $0.resolve(Clock.self), old: try $0.resolve(Clock.self, named: "other"))
      }.asEagerSingleton()
    }
    let holder = try injector.resolve(Holder.self)
    #expect(holder.clock.text == "new")
    #expect(try injector.resolve(Clock.self) === holder.clock)
    #expect(try injector.resolve(Clock.self, named: "other") === holder.old)
  }

  @Test func anUnchangedSingletonThatIsBuiltDuringAnUpdateSeesTheNewBindings() throws {
    let injector = try Injector(
      Texts(text: "old"),
      Configuring { binder in
        binder.bind(Reader.self).in(.singleton)
        binder.bind(Service.self).to { Service(try $0.resolve(String.self)) }.in(.singleton)
      })
    try injector.update { binder in
      binder.bind(String.self).to { "new" }
      binder.bind(Int.self).to {
        let service = try $0.resolve(Service.self)
        let reader = try $0.resolve(Reader.self)
        #expect(service.text == "new")
        #expect(reader.text == "new")
        return 1
      }.asEagerSingleton()
    }
    #expect(try injector.resolve(Service.self).text == "new")
    #expect(try injector.resolve(Reader.self).text == "new")
  }

  @Test func anUpdateInsideAnUpdateIsAnError() throws {
    let injector = try Injector()
    let outer = try #require(throws: InjectionError.self) {
      try injector.update { _ in
        try injector.update { $0.bind(Int.self).to { 1 } }
      }
    }
    #expect(outer.code == .updateInProgress)
    try injector.update { _ in #expect(injector.reset().map(\.code) == [.updateInProgress]) }
    let other = try Injector()
    try injector.update { _ in try other.update { $0.bind(Int.self).to { 1 } } }
    #expect(other.hasBinding(Int.self))
    #expect(!injector.hasBinding(Int.self))
  }

  @Test func anUpdateMayBeMadeFromACreator() throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).to { injector in
        try injector.update { $0.bind(String.self).to { "made" } }
        return 1
      }
    }
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(String.self) == "made")
  }

  @Test func updatesFromManyThreadsTakeTurns() async throws {
    let injector = try Injector()
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            try? injector.update { binder in
              binder.bind(Int.self, named: Name("\(task)")).to { step }
              binder.bind(Int.self).to { step }
            }
            _ = try? injector.resolve(Int.self)
          }
        }
      }
    }
    for task in 0..<8 { #expect(try injector.resolve(Int.self, named: Name("\(task)")) == 199) }
  }

  @Test(.timeLimit(.minutes(5)))
  func changesOfOneUpdateTakeEffectAtOnce() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self, named: "left").to(instance: 0)
      binder.bind(Int.self, named: "right").to(instance: 0)
    }
    await withTaskGroup { group in
      group.addTask {
        for step in 1...3_000 {
          try? injector.update { binder in
            binder.bind(Int.self, named: "left").to(instance: step)
            binder.bind(Int.self, named: "right").to(instance: step)
          }
        }
      }
      for (first, second) in [("left", "right"), ("right", "left")] as [(Name, Name)] {
        group.addTask {
          for _ in 0..<10_000 {
            guard let before = try? injector.resolve(Int.self, named: first),
              let after = try? injector.resolve(Int.self, named: second)
            else {
              Issue.record("a key was unbound in between")
              return
            }
            if after < before {
              Issue.record("an update was seen in part")
              return
            }
          }
        }
      }
    }
    #expect(try injector.resolve(Int.self, named: "left") == 3_000)
  }

  @Test func aSingletonThatUnloadAsksForLeavesItsKeyToTheNextOne() throws {
    struct Asking: UnloadableModule {
      func configure(_ binder: Binder) {
        binder.bind(Clock.self).to { Clock("old") }.in(.singleton)
      }
      func unload(from injector: Injector) throws { _ = try injector.resolve(Clock.self) }
    }
    let injector = try Injector(Asking())
    try injector.update { binder in
      binder.uninstall(Asking.self)
      binder.bind(Clock.self).to { Clock("new") }.in(.singleton)
    }
    let clock = try injector.resolve(Clock.self)
    #expect(clock.text == "new")
    try injector.update { $0.bind(Int.self).to(instance: 1) }
    #expect(try injector.resolve(Clock.self) === clock)
  }

  @Test func forbiddenRebindingHoldsForUpdates() throws {
    let injector = try Injector([Texts(text: "a")], options: .init(forbidsRebinding: true))
    let error = try #require(throws: InjectionError.self) {
      try injector.update { $0.bind(String.self).to { "b" } }
    }
    #expect(error.code == .duplicateBinding)
    try injector.update { binder in
      binder.unbind(String.self)
      binder.bind(String.self).to { "b" }
    }
    #expect(try injector.resolve(String.self) == "b")
  }
}

/// Runs the body on another thread, which needs no lock that this thread holds.
@discardableResult
private func onAnotherThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) -> Result? {
  let box = Box<Result>()
  let done = Gate()
  DispatchQueue(label: "another").async {
    box.value = body()
    done.open()
  }
  done.wait()
  return box.value
}

private final class Box<Value>: @unchecked Sendable { var value: Value? }
