import Infusion
import Testing

private final class Tracked {
  let id: String
  let journal: Journal
  init(_ id: String = "", _ journal: Journal = Journal()) {
    self.id = id
    self.journal = journal
  }
  deinit { journal.note(id) }
}
private final class Clock: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .singleton }
}
private final class Owner: Injectable, DefaultInitializable {
  var tracked: Tracked!
  var clock: Clock!
  var all: [Tracked] = []
  var lazy: Lazy<Tracked>!
  var provider: Provider<Tracked>!
  var factory: ObjectFactory!
  init() {}
  static var requires: [PartialKeyPath<Owner>] {
    [\.tracked, \.clock, \.all, \.lazy, \.provider, \.factory]
  }
}
private final class ObjectModule: Module {
  let tracked = Tracked()
  func configure(_ binder: Binder) {
    binder.bind(Tracked.self, named: "module").to(instance: tracked)
    binder.extend(Owner.self).completing { [tracked] _ in _ = tracked }
  }
}
private struct Refused: Error {}

/// Every object is released with its last reference.
struct MemoryTests {
  private func configure(_ binder: Binder) {
    binder.bind(Tracked.self).to { Tracked() }.in(.singleton)
    binder.bind(Owner.self).in(.singleton)
    binder.bind(Owner.self, named: "new").to { Owner() }
    binder.contribute(Tracked.self).to { Tracked() }.in(.singleton)
    binder.contribute(Tracked.self).to { Tracked() }
    binder.bind(Tracked.self, named: "eager").to { try $0.resolve(Tracked.self) }
      .asEagerSingleton()
    binder.bind(Tracked.self, named: "graph").to { Tracked() }.in(.graph)
    binder.bind(Tracked.self, named: "weak").to { Tracked() }.in(.weak)
  }

  @Test(arguments: Arrangement.allCases)
  func anInjectorAndAllThatItKeepsAreReleased(_ arrangement: Arrangement) throws {
    weak var injector: Injector?
    weak var parent: Injector?
    weak var module: ObjectModule?
    weak var captured: Tracked?
    weak var owner: Owner?
    weak var tracked: Tracked?
    weak var contributed: Tracked?
    weak var clock: Clock?
    do {
      let installed = ObjectModule()
      let instance = Tracked()
      let made = try arrangement.makeInjector { binder in
        configure(binder)
        binder.install(installed)
        binder.bind(Tracked.self, named: "instance").to(instance: instance)
      }
      (injector, parent, module, captured) = (made, made.parent, installed, instance)
      let single = try made.resolve(Owner.self)
      owner = single
      tracked = single.tracked
      contributed = single.all.first
      clock = single.clock
      _ = try single.lazy.get()
      _ = try single.provider.get()
      _ = try made.resolve(Owner.self, named: "new")
      for name in ["eager", "graph", "weak", "module", "instance"] as [Name] {
        _ = try made.resolve(Tracked.self, named: name)
      }
      #expect(throws: InjectionError.self) { try made.resolve(Int.self) }
      #expect(injector != nil && owner != nil && tracked != nil && contributed != nil)
    }
    #expect(injector == nil)
    #expect(parent == nil)
    #expect(module == nil)
    #expect(captured == nil)
    #expect(owner == nil)
    #expect(tracked == nil)
    #expect(contributed == nil)
    #expect(clock == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func unscopedObjectsAreNotKept(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Tracked.self).to { Tracked() }
      binder.bind(Tracked.self, named: "closure").to { try $0.resolve(Tracked.self) }
      binder.bind(Tracked.self, named: "graph").to { Tracked() }.in(.graph)
    }
    for name in [nil, "closure", "graph"] as [Name?] {
      weak let tracked = try injector.resolve(Tracked.self, named: name)
      #expect(tracked == nil)
    }
    weak var existing: Owner?
    do {
      let owner = Owner()
      existing = owner
      try injector.injectDependencies(into: owner)
      try injector.injectDependencies(intoEach: [owner, owner])
      #expect(owner.tracked != nil)
    }
    #expect(existing == nil)
  }

  /// One of the values is larger than the one before.
  @Test func neitherStructuresOfTheScopeGraphNorTheirBindingsAreKept() throws {
    struct Single { let tracked: Tracked, id = 1 }
    struct Triple { let tracked: Tracked, id = (1, 2, 3) }
    weak var captured: Tracked?
    do {
      let kept = Tracked()
      captured = kept
      let injector = try Injector { binder in
        binder.bind(Single.self).to { withExtendedLifetime(kept) { Single(tracked: Tracked()) } }
          .in(.graph)
        binder.bind(Triple.self).to { Triple(tracked: Tracked()) }.in(.graph)
      }
      weak let single = try injector.resolve(Single.self).tracked
      weak let triple = try injector.resolve(Triple.self).tracked
      #expect(single == nil && triple == nil)
      #expect(try injector.resolve(Triple.self).id == (1, 2, 3))
      _ = try injector.resolve(Single.self)
    }
    #expect(captured == nil)
  }

  @Test func handlesDoNotKeepTheirInjector() throws {
    var injector: Injector? = try Injector { binder in
      binder.bind(Tracked.self).to { Tracked() }
    }
    weak let gone = injector
    let owner = try #require(try injector?.resolve(Owner.self))
    let other = try #require(try injector?.resolve(Owner.self))
    let kept = try other.lazy.get()
    injector = nil
    #expect(gone == nil)
    for attempt in [
      { _ = try owner.lazy.get() }, { _ = try owner.provider.get() },
      { _ = try owner.factory.resolve(Tracked.self) },
      { _ = try owner.factory.resolve(Tracked.self, arguments: 1) },
      { _ = try owner.factory[Tracked.self] },
      { _ = try owner.factory.create { Tracked() } },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .injectorReleased)
    }
    #expect(try other.lazy.get() === kept)
  }

  @Test func aChildIsReleasedBeforeItsParent() throws {
    let parent = try Injector(configure)
    _ = try parent.resolve(Owner.self)
    weak var child: Injector?
    weak var own: Tracked?
    do {
      let made = try parent.makeChild { binder in
        binder.bind(Tracked.self, named: "own").to { Tracked() }.in(.singleton)
        binder.bind(Tracked.self, named: "new").to { Tracked() }
      }
      child = made
      own = try made.resolve(Tracked.self, named: "own")
      _ = try made.resolve(Owner.self)
      _ = try made.resolve(Owner.self, named: "new")
      _ = try made.resolve(Clock.self)
      #expect(own != nil)
    }
    #expect(child == nil)
    #expect(own == nil)
  }

  @Test func manyChildrenLeaveNothingInTheirParent() throws {
    let parent = try Injector(configure)
    weak var any: Injector?
    for step in 0..<100 {
      let child = try parent.makeChild { $0.bind(Int.self).to { step } }
      #expect(try child.resolve(Int.self) == step)
      _ = try child.resolve([Tracked].self)
      any = child
    }
    #expect(any == nil)
  }

  @Test func aCallMayHoldWhatItHasInjected() throws {
    final class Part {}
    let injector = try Injector { binder in
      binder.extend(Tracked.self).completing { _ in }
      binder.bind(Tracked.self).to { Tracked() }.in(.weak)
    }
    weak var tracked: Tracked?
    _ = try injector.create {
      tracked = try injector.resolve(Tracked.self)
      #expect(tracked != nil)
      #expect(try injector.resolve(Tracked.self) === tracked)
      return Part()
    }
    #expect(tracked == nil)
  }

  @Test(arguments: [false, true])
  func aChildThatEndsWithinACallIsDroppedAtOnce(isReleased: Bool) throws {
    final class Connection: ReleasesFromInjection {
      let journal: Journal
      init(_ journal: Journal) { self.journal = journal }
      func releaseFromInjection() { journal.note("released") }
      deinit { journal.note("dropped") }
    }
    let journal = Journal()
    let root = try Injector()
    func request() throws {
      var child: Injector? = try root.makeChild { binder in
        binder.bind(Connection.self).to { Connection(journal) }.in(.singleton)
      }
      // Another injector keeps the child's object, and releases it once the child is gone.
      let connection = try child?.resolve(Connection.self)
      let other = try Injector { binder in
        if isReleased { binder.bind(Connection?.self).to { connection }.in(.singleton) }
      }
      if isReleased { _ = try other.resolve(Connection?.self) }
      child = nil
      try other.shutdown()
    }
    _ = try root.create {
      try request()
      #expect(journal.take() == (isReleased ? "released dropped" : "dropped"))
      return Tracked()
    }
  }

  @Test func aDerivedInjectorDoesNotKeepTheOriginal() throws {
    var original: Injector? = try Injector(configure)
    weak let gone = original
    let derived = try original?.adding(ObjectModule())
    original = nil
    #expect(gone == nil)
    _ = try derived?.resolve(Owner.self)
  }

  @Test func singletonsAreReleasedInReverseOrderOfCompletion() throws {
    for release in [
      { $0 = nil }, { $0?.releaseSingletons() }, { $0?.reset() },
      { try $0?.update { $0.uninstall(Chain.self) } },
    ] as [(inout Injector?) throws -> Void] {
      let journal = Journal()
      var injector: Injector? = try Injector(Chain(journal: journal))
      for name in ["c", "a", "e"] as [Name] {
        _ = try injector?.resolve(Tracked.self, named: name)
      }
      _ = try injector?.resolve([Tracked].self)
      #expect(journal.entries.isEmpty)
      try release(&injector)
      #expect(journal.entries == ["z", "e", "a", "b", "c"])
    }
  }

  /// The request still reads what the change has replaced.
  @Test func singletonsOfACallAreReleasedInReverseOrderOfCompletion() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.install(Chain(journal: journal))
      binder.bind(Int.self).to { injector in
        try injector.update { $0.uninstall(Chain.self) }
        #expect(journal.entries.isEmpty)
        return 1
      }
    }
    for name in ["c", "a", "e"] as [Name] {
      _ = try injector.resolve(Tracked.self, named: name)
    }
    _ = try injector.resolve([Tracked].self)
    _ = try injector.resolve(Int.self)
    #expect(journal.entries == ["z", "e", "a", "b", "c"])
  }

  private struct Chain: Module {
    let journal: Journal
    func configure(_ binder: Binder) {
      for id in ["b", "c", "d", "e"] {
        binder.bind(Tracked.self, named: Name(id)).to { [journal] in Tracked(id, journal) }
          .in(.singleton)
      }
      binder.bind(Tracked.self, named: "a").to { [journal] injector in
        _ = try injector.resolve(Tracked.self, named: "b")
        return Tracked("a", journal)
      }.in(.singleton)
      binder.contribute(Tracked.self).to { [journal] in Tracked("z", journal) }.in(.singleton)
    }
  }

  @Test func eagerSingletonsOfAnUpdateAreReleasedInReverseOrderToo() throws {
    let journal = Journal()
    var injector: Injector? = try Injector { binder in
      binder.bind(Tracked.self, named: "1").to { Tracked("1", journal) }.asEagerSingleton()
    }
    try injector?.update { binder in
      binder.bind(Tracked.self, named: "2").to { Tracked("2", journal) }.asEagerSingleton()
      binder.bind(Tracked.self, named: "3").to { Tracked("3", journal) }.asEagerSingleton()
    }
    injector = nil
    #expect(journal.entries == ["3", "2", "1"])
  }

  @Test func anOwnedSingletonIsReleasedAfterItsOwner() throws {
    final class Holder {
      let tracked: Tracked
      let journal: Journal
      init(_ tracked: Tracked, _ journal: Journal) {
        self.tracked = tracked
        self.journal = journal
      }
      deinit { journal.note("holder") }
    }
    let journal = Journal()
    var injector: Injector? = try Injector { binder in
      binder.bind(Tracked.self).to { Tracked("tracked", journal) }.in(.singleton)
      binder.bind(Holder.self).to { Holder(try $0.resolve(Tracked.self), journal) }
        .in(.singleton)
    }
    _ = try injector?.resolve(Holder.self)
    injector = nil
    #expect(journal.entries == ["holder", "tracked"])
  }

  @Test func unboundReboundRescopedAndUninstalledSingletonsAreReleasedAtOnce() throws {
    for change in [
      { $0.unbind(Tracked.self) }, { $0.bind(Tracked.self).to { Tracked("other", Journal()) } },
      { $0.rescope(Tracked.self, to: .unscoped) }, { $0.uninstall(Configuring.self) },
      { $0.install(Configuring { $0.bind(Tracked.self).toNothing() }) },
    ] as [(Binder) -> Void] {
      let journal = Journal()
      let injector = try Injector(
        Configuring { $0.bind(Tracked.self).to { Tracked("t", journal) }.in(.singleton) })
      let child = try injector.makeChild()
      _ = try child.resolve(Tracked.self)
      _ = try injector.resolve(Tracked.self)
      #expect(journal.entries.isEmpty)
      try injector.update(change)
      #expect(journal.entries == ["t"])
    }
  }

  @Test func anUninstalledModuleIsReleased() throws {
    let injector = try Injector()
    weak var module: ObjectModule?
    weak var tracked: Tracked?
    do {
      let installed = ObjectModule()
      (module, tracked) = (installed, installed.tracked)
      try injector.update { $0.install(installed) }
      _ = try injector.create { Plain() }
      _ = try injector.resolve(Tracked.self, named: "module")
      try injector.update { $0.uninstall(installed) }
    }
    #expect(module == nil)
    #expect(tracked == nil)
  }
  private final class Plain {}

  @Test func anUninstalledExtensionIsReleasedByTheNextInjection() throws {
    let injector = try Injector { $0.bind(Tracked.self).to { Tracked() } }
    weak var tracked: Tracked?
    do {
      let installed = ObjectModule()
      tracked = installed.tracked
      try injector.update { $0.install(installed) }
      _ = try injector.resolve(Owner.self)
      try injector.update { $0.uninstall(installed) }
    }
    // If an update of another injector outdates a plan while it is made, the plan is not kept. The
    // previous plan then stays until the next injection.
    for _ in 0..<10_000 where tracked != nil { _ = try injector.resolve(Owner.self) }
    #expect(tracked == nil)
  }

  /// It knows the actor of its value, and no more about the binding.
  @Test @MainActor func aHandleWithAValueDoesNotKeepTheClosureOfItsBinding() throws {
    let injector = try Injector()
    weak var tracked: Tracked?
    do {
      let captured = Tracked()
      tracked = captured
      try injector.update { binder in
        binder.onMainActor.bind(Int.self).to { withExtendedLifetime(captured) { 1 } }
      }
    }
    let handle = try injector.resolve(Lazy<Int>.self)
    #expect(try handle.get() == 1)
    try injector.update { $0.unbind(Int.self) }
    #expect(tracked == nil)
    #expect(try handle.get() == 1)
  }

  @Test func anInstanceBoundByAnUpdateIsReleasedWhenItIsBoundAgain() throws {
    let injector = try Injector()
    weak var tracked: Tracked?
    do {
      let instance = Tracked()
      tracked = instance
      try injector.update { $0.bind(Tracked.self).to(instance: instance) }
      _ = try injector.resolve(Tracked.self)
      try injector.update { $0.bind(Tracked.self).to { Tracked() } }
    }
    #expect(tracked == nil)
  }

  @Test func objectsOfAFailedRequestAreReleased() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Tracked.self).to { Tracked("t", journal) }
      binder.bind(Clock.self).to { throw Refused() }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Owner.self) }
    #expect(journal.entries == ["t"])
  }

  @Test func whatAnEagerSingletonHasOnlyUsedIsReleased() throws {
    final class Tool: AwakesFromInjection {
      func awakeFromInjection() {}
    }
    weak var used: Tool?
    let injector = try Injector { binder in
      binder.bind(Tool.self).to { Tool() }
      binder.bind(Int.self).to { injector in
        used = try injector.resolve(Tool.self)
        return 1
      }.asEagerSingleton()
    }
    #expect(used == nil)
    #expect(try injector.resolve(Int.self) == 1)
  }

  @Test func anObjectWhoseClassHasAFaultyListIsReleased() throws {
    final class Faulty: Injectable {
      let number = 1
      static var requires: [PartialKeyPath<Faulty>] { [\.number] }
    }
    weak var made: Faulty?
    let injector = try Injector { binder in
      binder.bind(Faulty.self).to {
        let faulty = Faulty()
        made = faulty
        return faulty
      }
    }
    for _ in 1...2 {
      #expect(throws: InjectionError.self) { _ = try injector.resolve(Faulty.self) }
      #expect(made == nil)
    }
  }

  @Test func objectsOfAFailedInjectorAreReleased() throws {
    for attempt in Arrangement.allCases {
      weak var module: ObjectModule?
      weak var instance: Tracked?
      do {
        let installed = ObjectModule()
        module = installed
        #expect(throws: InjectionError.self) {
          _ = try attempt.makeInjector { binder in
            let made = Tracked()
            instance = made
            binder.bind(Tracked.self).to(instance: made)
            binder.install(installed)
            binder.bind(Int.self).to { throw Refused() }.asEagerSingleton()
          }
        }
      }
      #expect(module == nil, "\(attempt)")
      #expect(instance == nil, "\(attempt)")
    }
  }

  @Test func anInjectorMayBeReleasedInsideItsOwnClosure() throws {
    var injector: Injector?
    weak var gone: Injector?
    injector = try Injector { binder in
      binder.bind(Tracked.self).to { _ in
        injector = nil
        return Tracked("inside", Journal())
      }
      binder.bind(Int.self).to { received in
        injector = nil
        _ = try? received.resolve(Clock.self)
        return 1
      }.in(.singleton)
    }
    gone = injector
    let value = try injector?.resolve(Int.self)
    #expect(value == 1)
    #expect(gone == nil)
  }

  @Test func aDeinitializerMayUseAnotherInjector() throws {
    final class Reentrant {
      let other: Injector
      init(_ other: Injector) { self.other = other }
      deinit { _ = try? other.resolve(Clock.self) }
    }
    let other = try Injector()
    var injector: Injector? = try Injector { binder in
      binder.bind(Reentrant.self).to { Reentrant(other) }.in(.singleton)
    }
    _ = try injector?.resolve(Reentrant.self)
    injector?.releaseSingletons()
    _ = try injector?.resolve(Reentrant.self)
    injector = nil
    _ = try other.resolve(Clock.self)
  }
}
