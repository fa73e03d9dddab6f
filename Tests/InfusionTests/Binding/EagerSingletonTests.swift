import Infusion
import Testing

private class Service {
  let id: String
  let journal: Journal
  init(_ id: String, _ journal: Journal) {
    self.id = id
    self.journal = journal
    journal.note("make \(id)")
  }
  deinit { journal.note("drop \(id)") }
}
private final class Clock: DefaultInitializable { init() {} }
private struct Refused: Error { let id: Int }

struct EagerSingletonTests {
  @Test func anEagerSingletonIsCreatedWithItsInjector() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Service.self).to { Service("a", journal) }.asEagerSingleton()
      binder.bind(Service.self, named: "b").to { Service("b", journal) }.asEagerSingleton()
      binder.bind(Service.self, named: "lazy").to { Service("lazy", journal) }.in(.singleton)
    }
    #expect(journal.entries == ["make a", "make b"])
    #expect(try injector.resolve(Service.self).id == "a")
    #expect(journal.entries.count == 2)
  }

  @Test func anEagerBindingWithoutTargetIsCreatedOnDemandAtOnce() throws {
    let injector = try Injector { $0.bind(Clock.self).asEagerSingleton() }
    #expect(try injector.resolve(Clock.self) === injector.resolve(Clock.self))
  }

  @Test func aHiddenEagerBindingIsNotCreated() throws {
    let journal = Journal()
    _ = try Injector { binder in
      binder.bind(Service.self).to { Service("hidden", journal) }.asEagerSingleton()
      binder.bind(Service.self).to { Service("shown", journal) }
    }
    #expect(journal.entries.isEmpty)
  }

  @Test func aChildCreatesItsOwnEagerSingletonsOnly() throws {
    let journal = Journal()
    let parent = try Injector { binder in
      binder.bind(Service.self).to { Service("parent", journal) }.asEagerSingleton()
    }
    let child = try parent.makeChild { binder in
      binder.bind(Service.self, named: "own").to { Service("own", journal) }.asEagerSingleton()
    }
    #expect(journal.entries == ["make parent", "make own"])
    #expect(try child.resolve(Service.self) === parent.resolve(Service.self))
  }

  @Test func aDerivedInjectorCreatesEagerSingletonsOfItsOwn() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Service.self).to { Service("a", journal) }.asEagerSingleton()
    }
    let derived = try injector.adding(Configuring { _ in })
    #expect(journal.entries == ["make a", "make a"])
    #expect(try derived.resolve(Service.self) !== injector.resolve(Service.self))
  }

  @Test func aDerivedInjectorCreatesTheEagerSingletonsOfUpdatesToo() throws {
    let journal = Journal()
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Service.self).to { Service("a", journal) }.asEagerSingleton()
    }
    let derived = try injector.adding(Configuring { _ in })
    #expect(journal.entries == ["make a", "make a"])
    #expect(try derived.resolve(Service.self) !== injector.resolve(Service.self))
  }

  @Test(arguments: Arrangement.allCases)
  func everyFailureIsListed(_ arrangement: Arrangement) throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.bind(Int.self).to { throw Refused(id: 1) }.asEagerSingleton()
        binder.bind(Clock.self).asEagerSingleton()
        binder.bind(String.self).to { throw Refused(id: 2) }.asEagerSingleton()
        binder.bind(Double.self).toInitializer { (_: Float) in 1.0 }.asEagerSingleton()
      }
    }
    #expect(error.code == .several)
    #expect(error.errors.map(\.code) == [.providerFailed, .providerFailed, .missingBinding])
    #expect(error.errors.prefix(2).map { ($0.underlying as? Refused)?.id } == [1, 2])
    #expect(error.errors.last?.key == Key(Float.self))
  }

  @Test(arguments: Arrangement.allCases)
  func aSingleFailureIsTheError(_ arrangement: Arrangement) throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.bind(Int.self).to { throw Refused(id: 1) }.asEagerSingleton()
      }
    }
    #expect(error.code == .providerFailed)
    #expect(error.key == Key(Int.self))
  }

  @Test func createdSingletonsAreReleasedWhenAnotherFails() throws {
    let journal = Journal()
    #expect(throws: InjectionError.self) {
      _ = try Injector { binder in
        binder.bind(Service.self).to { Service("a", journal) }.asEagerSingleton()
        binder.bind(Service.self, named: "b").to { Service("b", journal) }.asEagerSingleton()
        binder.bind(Int.self).to { throw Refused(id: 1) }.asEagerSingleton()
      }
    }
    #expect(journal.entries == ["make a", "make b", "drop b", "drop a"])
  }

  @Test(arguments: Arrangement.allCases)
  func anEagerBindingThatAnotherHidesMayHaveAnyScope(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Clock.self).to { Clock() }.asEagerSingleton().in(.unscoped)
      binder.bind(Clock.self).to { Clock() }
      binder.bind(Clock.self, named: "a").to { Clock() }.asEagerSingleton().in(.weak)
      binder.unbind(Clock.self, named: "a")
      binder.bind(Clock.self, named: "b").to { Clock() }.asEagerSingleton().in(.weak)
      binder.rescope(Clock.self, named: "b", to: .weak)
      binder.contribute(Clock.self).to { Clock() }.asEagerSingleton().in(.weak)
      binder.unbind([Clock].self)
    }
    _ = try injector.resolve(Clock.self)
  }

  @Test(arguments: Arrangement.allCases)
  func anEagerBindingThatIsNotASingletonIsAnError(_ arrangement: Arrangement) throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.bind(Clock.self).to { Clock() }.asEagerSingleton().in(.unscoped)
        binder.bind(Clock.self, named: "weak").to { Clock() }.asEagerSingleton().in(.weak)
      }
    }
    #expect(error.code == .several)
    #expect(error.errors.map(\.code) == [.eagerNotSingleton, .eagerNotSingleton])
    #expect(error.errors.map(\.key) == [Key(Clock.self), Key(Clock.self, named: "weak")])
    #expect(error.errors.allSatisfy { $0.bindingLocation?.fileID.contains("Eager") == true })
  }

  @Test func anUninstalledModuleUncoversNoEagerBindingThatIsNotASingleton() throws {
    struct Inner: Module {
      func configure(_ binder: Binder) {
        binder.bind(Clock.self).to { Clock() }.asEagerSingleton().in(.graph)
      }
    }
    struct Outer: Module {
      let clock = Clock()
      func configure(_ binder: Binder) { binder.bind(Clock.self).to(instance: clock) }
    }
    let outer = Outer()
    let injector = try Injector(Inner(), outer)
    let error = try #require(throws: InjectionError.self) {
      try injector.update { $0.uninstall(Outer.self) }
    }
    #expect(error.code == .eagerNotSingleton)
    #expect(error.key == Key(Clock.self))
    #expect(try injector.resolve(Clock.self) === outer.clock)
    // The same change may mend it, or take it away.
    try injector.adding().update { binder in
      binder.uninstall(Outer.self)
      binder.rescope(Clock.self, to: .graph)
    }
    try injector.update { binder in
      binder.uninstall(Outer.self)
      binder.unbind(Clock.self)
    }
    // A binder that declares and uncovers it reports it once.
    let once = try #require(throws: InjectionError.self) {
      _ = try Injector { binder in
        binder.install(Inner())
        binder.install(outer)
        binder.uninstall(Outer.self)
      }
    }
    #expect(once.code == .eagerNotSingleton)
  }

  @Test func aDerivedInjectorUncoversNoEagerBindingThatIsNotASingleton() throws {
    struct Hiding: Module {
      func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock() } }
    }
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Clock.self).to { Clock() }.asEagerSingleton().in(.graph)
      binder.install(Hiding())
    }
    let error = try #require(throws: InjectionError.self) {
      _ = try injector.removing(Hiding.self)
    }
    #expect(error.code == .eagerNotSingleton)
    _ = try injector.adding()
  }

  @Test func whatAnEagerClosureTakesOutOfForceIsNotCreated() throws {
    func entries(_ change: @escaping (Binder, Journal) -> Void) throws -> [String] {
      let journal = Journal()
      let injector = try Injector { binder in
        binder.bind(Clock.self).to { received in
          try received.update { change($0, journal) }
          return Clock()
        }.asEagerSingleton()
        binder.bind(Service.self).to { Service("old", journal) }.asEagerSingleton()
        binder.contribute(Service.self).to { Service("part", journal) }.asEagerSingleton()
      }
      return withExtendedLifetime(injector) { journal.entries }
    }
    #expect(try entries { _, _ in } == ["make old", "make part"])
    #expect(try entries { binder, _ in binder.unbind(Service.self) } == ["make part"])
    #expect(try entries { binder, _ in binder.unbind([Service].self) } == ["make old"])
    #expect(
      try entries { binder, _ in binder.rescope(Service.self, to: .unscoped) } == ["make part"])
    let lazily = try entries { binder, journal in
      binder.bind(Service.self).to { Service("new", journal) }.in(.singleton)
    }
    #expect(lazily == ["make part"])
    let eagerly = try entries { binder, journal in
      binder.bind(Service.self).to { Service("new", journal) }.asEagerSingleton()
    }
    #expect(eagerly == ["make new", "make part"])
  }

  @Test func eagerSingletonsMayNeedOneAnother() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Service.self).to {
        _ = try $0.resolve(Service.self, named: "b")
        return Service("a", journal)
      }.asEagerSingleton()
      binder.bind(Service.self, named: "b").to { Service("b", journal) }.asEagerSingleton()
    }
    #expect(journal.entries == ["make b", "make a"])
    injector.releaseSingletons()
    #expect(journal.entries.suffix(2) == ["drop a", "drop b"])
  }

  /// A finished singleton that waits only for the update closes no cycle.
  @Test(arguments: Arrangement.allCases)
  func anEagerSingletonMayNeedAnEarlierOneWhereCyclesAreForbidden(_ arrangement: Arrangement) throws
  {
    let journal = Journal()
    let injector = try arrangement.makeInjector(options: .init(forbidsCycles: true)) { binder in
      binder.bind(Service.self).to { Service("a", journal) }.asEagerSingleton()
      binder.bind(Service.self, named: "b").toInitializer { (a: Service) in
        Service("b of \(a.id)", journal)
      }.asEagerSingleton()
      binder.bind(Service.self, named: "c").to {
        Service("c of \(try $0.resolve(Service.self, named: "b").id)", journal)
      }.asEagerSingleton()
    }
    #expect(journal.entries.prefix(3) == ["make a", "make b of a", "make c of b of a"])
    #expect(try injector.resolve(Service.self, named: "b").id == "b of a")
  }
}
