import Infusion
import Testing

/// How an injector comes by a singleton of another one.
private enum Passing: CaseIterable {
  case closure, sibling, child, derived, captured, lazy, currentInjector

  /// The injector that has the object, and one that keeps it as well.
  func injectors(_ journal: Journal) throws -> (app: Injector, feature: Injector) {
    func bindApp(_ binder: Binder) {
      binder.bind(Resource.self).to { Resource("app", journal) }.in(.singleton)
    }
    let parent = try Injector()
    let app = try self == .sibling ? parent.makeChild(bindApp) : Injector(bindApp)
    let (made, lazy) = (try app.resolve(Resource.self), try app.resolve(Lazy<Resource>.self))
    func bindFeature(_ binder: Binder) {
      let bound = binder.bind(Resource.self, named: "kept")
      switch self {
      case .closure, .sibling, .child, .derived: bound.to { try app.resolve() }.in(.singleton)
      case .captured: bound.to { made }.in(.singleton)
      case .lazy: bound.to { try lazy.get() }.in(.singleton)
      case .currentInjector:
        bound.to { try Injector.withCurrent(app) { try inject() } }.in(.singleton)
      }
    }
    switch self {
    case .sibling: return (app, try parent.makeChild(bindFeature))
    case .child: return (app, try app.makeChild(bindFeature))
    case .derived: return (app, try app.adding(bindFeature))
    case .closure, .captured, .lazy, .currentInjector: return (app, try Injector(bindFeature))
    }
  }
}

/// How an injector lets go of what it keeps.
private enum Leaving: CaseIterable {
  case shutdown, unbinding, releasing, resetting

  func end(_ injector: Injector) throws {
    switch self {
    case .shutdown: try injector.shutdown()
    case .unbinding: try injector.update { $0.unbind(Resource.self, named: "kept") }
    case .releasing: injector.releaseSingletons()
    case .resetting: _ = injector.reset()
    }
  }
}

/// What fails after it has kept the singleton of another injector.
private enum Failing: CaseIterable {
  case creation, child, derivation, update

  func fail(keepingResourceOf app: Injector) throws {
    func configure(_ binder: Binder) {
      binder.bind(Resource.self, named: "kept").to { try app.resolve() }.asEagerSingleton()
      binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
    }
    switch self {
    case .creation: _ = try Injector(configure)
    case .child: _ = try app.makeChild(configure)
    case .derivation: _ = try app.adding(configure)
    case .update: try Injector().update(configure)
    }
  }
}

/// Has an update fail after another injector has kept an object that depends on it.
private func bindFailing(_ binder: Binder, afterAsking other: Injector) {
  binder.bind(String.self).to { "new" }
  binder.bind(Int.self).to {
    _ = try other.resolve(Resource.self, named: "kept")
    return 1
  }.asEagerSingleton()
  binder.bind(Double.self).to { throw Mishap() }.asEagerSingleton()
}

/// The injector that has made an object and keeps it releases the object.
struct ReleaseOwnershipTests {
  private let journal = Journal()

  private protocol Closing: AnyObject {}
  private final class Closer: Closing, DefaultInitializable, ReleasesFromInjection {
    nonisolated(unsafe) static var count = 0
    func releaseFromInjection() throws { Self.count += 1 }
  }

  /// A link only passes an object on, which the injector has created.
  @Test func asIsOnALinkReleasesWhatItKeeps() throws {
    let injector = try Injector { binder in
      binder.bind((any Closing).self).to(Closer.self) { $0 }.in(.singleton).asIs()
    }
    _ = try injector.resolve((any Closing).self)
    try injector.shutdown()
    #expect(Closer.count == 1)
  }

  @Test(arguments: [Scope.weak, Scope("kept", in: ScopeStore())])
  func aFailedUpdateReleasesNothingThatIsKeptElsewhere(_ scope: Scope) throws {
    let journal = journal
    let injector = try Injector()
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Resource.self).to { Resource("app", journal) }.in(scope)
        binder.bind(Resource.self, named: "kept").to { try $0.resolve(Resource.self) }
          .asEagerSingleton()
        binder.bind(Unbound.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(!journal.take().contains("-app"))
  }

  @Test(arguments: Passing.allCases, Leaving.allCases)
  fileprivate func whoPassesAnObjectOnDoesNotReleaseIt(
    _ passing: Passing, _ leaving: Leaving
  ) throws {
    let (app, feature) = try passing.injectors(journal)
    let resource = try feature.resolve(Resource.self, named: "kept")
    journal.clear()
    try leaving.end(feature)
    #expect(journal.take() == "")
    #expect(try app.resolve(Resource.self) === resource)
    try app.shutdown()
    #expect(journal.take() == "-app")
  }

  @Test(arguments: Passing.allCases)
  fileprivate func whatItsInjectorHasReleasedNoOtherReleasesAgain(_ passing: Passing) throws {
    let (app, feature) = try passing.injectors(journal)
    _ = try feature.resolve(Resource.self, named: "kept")
    journal.clear()
    app.releaseSingletons()
    #expect(journal.take() == "-app")
    try feature.shutdown()
    try app.shutdown()
    #expect(journal.take() == "")
  }

  @Test(arguments: Failing.allCases)
  fileprivate func whatFailsReleasesNoObjectOfAnotherInjector(_ failing: Failing) throws {
    let journal = journal
    let app = try Injector { binder in
      binder.bind(Resource.self).to { Resource("app", journal) }.in(.singleton)
    }
    let resource = try app.resolve(Resource.self)
    journal.clear()
    #expect(throws: InjectionError.self) { try failing.fail(keepingResourceOf: app) }
    #expect(journal.take() == "")
    #expect(try app.resolve(Resource.self) === resource)
    try app.shutdown()
    #expect(journal.take() == "-app")
  }

  @Test func preparedObjectsOfAnotherInjectorAreNotReleased() async throws {
    let journal = SafeJournal()
    let app = try Injector { $0.bind(Part.self).toAsync { Part(journal) } }
    let feature = try Injector { $0.bind(Part.self).toAsync { try await app.prepared(Part.self) } }
    try await feature.prepare()
    try await feature.shutdownGracefully()
    #expect(journal.all == [])
    try await app.shutdownGracefully()
    #expect(journal.all == ["-part"])
  }

  /// Nothing else would release it.
  @Test func anObjectWhoseInjectorIsGoneIsReleasedByWhoKeepsIt() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self).to {
        try Injector { binder in
          binder.bind(Resource.self).to { Resource("gone", journal) }.in(.singleton)
        }.resolve()
      }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self)
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-gone")
  }

  /// The child does not release what it has been given.
  @Test func anObjectThatItsClosureGivesToAChildIsReleased() throws {
    let journal = journal
    var child: Injector?
    let injector = try Injector { binder in
      binder.bind(Resource.self).to { injector in
        let resource = Resource("given", journal)
        child = try injector.makeChild { $0.bind(Resource.self).to(instance: resource) }
        _ = try child?.resolve(Resource.self)
        return resource
      }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self)
    journal.clear()
    try child?.shutdown()
    #expect(journal.take() == "")
    try injector.shutdown()
    #expect(journal.take() == "-given")
  }

  /// The object belongs to the program after its binding has gone, too.
  @Test(arguments: [false, true])
  func aClosureReleasesNoInstanceThatItPassesOn(isChild: Bool) throws {
    let journal = journal
    let lent = Resource("lent", journal)
    let injector = try Injector { $0.bind(Resource.self).to(instance: lent) }
    let keeping = try isChild ? injector.makeChild() : injector
    try keeping.update { binder in
      binder.bind(Resource.self, named: "kept").to { try $0.resolve(Resource.self) }.in(.singleton)
    }
    _ = try keeping.resolve(Resource.self, named: "kept")
    journal.clear()
    try injector.update { $0.unbind(Resource.self) }
    try keeping.shutdown()
    #expect(journal.take() == "")
  }

  @Test func aClosureReleasesNoInstanceWhoseBindingAnotherHides() throws {
    let journal = journal
    let lent = Resource("lent", journal)
    let injector = try Injector(Lending { $0.bind(Resource.self).to(instance: lent) })
    let hiding = Lending { $0.bind(Resource.self).to { lent }.in(.singleton) }
    try injector.update { $0.install(hiding) }
    _ = try injector.resolve(Resource.self)
    journal.clear()
    try injector.update { $0.uninstall(hiding) }
    #expect(try injector.resolve(Resource.self) === lent)
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  /// A binding without a target, whose scope may be that of the class.
  @Test(arguments: [false, true])
  func aLinkReleasesNoObjectThatIsBoundToItself(isStored: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Unbound.self).in(isStored ? Scope("login", in: ScopeStore()) : .weak)
      binder.bind(AnyObject.self).to(Unbound.self) { $0 }.in(.singleton)
    }
    let object = try #require(try injector.resolve(AnyObject.self) as? Unbound)
    try injector.shutdown()
    #expect(object.releases == 0)
  }

  /// What the object receives is itself, through a link that keeps it weakly or in a store.
  @Test(arguments: [false, true], [false, true])
  func aSingletonThatReceivesItselfIsReleased(isStored: Bool, isNested: Bool) throws {
    final class Own: Resource, Injectable {
      weak var me: AnyObject?
      weak var injector: Injector?
      class var requires: Requirements { requiring(\.me) }
      override func awakeFromInjection() {
        #expect(throws: Never.self) { try injector?.resolve(AnyObject.self) === self }
      }
    }
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Own.self).to { injector in
        let own = Own("own", journal)
        own.injector = injector
        return own
      }.in(.singleton)
      binder.bind(AnyObject.self).to(Own.self) { $0 }
        .in(isStored ? Scope("login", in: ScopeStore()) : .weak)
      binder.bind(Int.self).to {
        _ = try $0.resolve(Own.self)
        return 1
      }
    }
    let own = isNested ? nil : try injector.resolve(Own.self)
    _ = try injector.resolve(Int.self)
    #expect(try injector.resolve(Own.self).me === injector.resolve(AnyObject.self))
    try injector.shutdown()
    #expect(journal.take() == "-own")
    withExtendedLifetime(own) {}
  }

  /// A store keeps the object, or the holder of what is kept weakly; an earlier call has handed it out.
  @Test(arguments: [false, true])
  func nothingThatIsKeptElsewhereIsReleased(isStored: Bool) async throws {
    final class Holder: DefaultInitializable, Injectable {
      var part: Part!
      init() {}
      static var requires: Requirements { [\Holder.part] }
    }
    let safeJournal = SafeJournal()
    let holder = Holder()
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part(safeJournal) }
        .in(isStored ? Scope("login", in: ScopeStore()) : .weak)
      binder.bind(Part.self, named: "held").to { [unowned holder] in holder.part }.in(.singleton)
      binder.bind(Part.self, named: "used").toAsync(uses: Part.self) { $0 }
      binder.bind(Part.self, named: "asked").toAsync { injector in try injector.resolve(Part.self) }
    }
    try injector.injectDependencies(into: holder)
    try await injector.prepare()
    for name: Name in ["held", "used", "asked"] {
      #expect(try injector.resolve(Part.self, named: name) === holder.part)
    }
    try await injector.shutdownGracefully()
    #expect(safeJournal.all.isEmpty)
  }

  /// The child extends the class of what its parent keeps weakly.
  @Test(arguments: [false, true])
  func whatIsReleasedIsExtendedLikeOtherObjects(isKept: Bool) throws {
    let parent = try Injector { $0.bind(Unbound.self).to { Unbound() }.in(.weak) }
    var extended = 0
    let child = try parent.makeChild { binder in
      binder.extend(Unbound.self).completing { _ in extended += 1 }
      binder.bind(Unbound.self, named: "passed on").to { try $0.resolve() }
    }
    let kept = isKept ? try parent.resolve(Unbound.self) : nil
    _ = try child.resolve(Unbound.self, named: "passed on")
    #expect(extended == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func aFailedUpdateReleasesNoInstanceThatItHasBound() throws {
    let journal = journal
    let lent = Resource("lent", journal)
    let injector = try Injector()
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Resource.self).to(instance: lent)
        binder.bind(Resource.self, named: "kept").to { try $0.resolve(Resource.self) }
          .asEagerSingleton()
        binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(journal.take() == "")
  }

  /// Its objects are dropped, among them one that the other injector has passed on.
  @Test func aFailedUpdateReleasesNoInstanceThatAnotherInjectorHasBound() throws {
    let journal = journal
    let lent = Resource("lent", journal)
    let injector = try Injector()
    let other = try Injector { binder in
      binder.bind(Resource.self).to(instance: lent)
      binder.bind(Resource.self, named: "kept").to { other in
        _ = try injector.resolve(String.self)
        return try other.resolve(Resource.self)
      }.in(.singleton)
    }
    #expect(throws: InjectionError.self) {
      try injector.update { bindFailing($0, afterAsking: other) }
    }
    #expect(!journal.entries.contains("-lent"))
  }

  /// The parent receives it from an object of the child that is still under injection.
  @Test func whatAParentPassesOnUnfinishedTheLastKeeperReleases() throws {
    let journal = journal
    let parent = try Injector { binder in
      binder.bind(Resource.self, named: "kept").to { Whole.current ?? Resource("none", journal) }
        .in(.singleton)
    }
    let child = try parent.makeChild { binder in
      binder.bind(Whole.self).to { Whole("whole", journal, asking: parent) }.in(.singleton)
    }
    _ = try child.resolve(Whole.self)
    journal.clear()
    parent.releaseSingletons(of: Resource.self, named: "kept")
    #expect(journal.take() == "")
    try child.shutdown()
    #expect(journal.take() == "-whole")
  }

  /// The other injector ends while this one releases what it keeps.
  @Test func whatNobodyOwnsAnyMoreIsReleasedOnce() throws {
    let journal = journal
    var other: Injector? = try Injector { binder in
      binder.bind(Resource.self).to { Resource("shared", journal) }.in(.singleton)
    }
    let injector = try Injector { binder in
      for name: Name in ["first", "second"] {
        binder.bind(Resource.self, named: name).to { [weak other] in
          try #require(other).resolve(Resource.self)
        }.in(.singleton)
      }
      binder.bind(Ending.self).to { Ending { other = nil } }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self, named: "first")
    _ = try injector.resolve(Resource.self, named: "second")
    _ = try injector.resolve(Ending.self)
    journal.clear()
    try injector.shutdown()
    #expect(["", "-shared"].contains(journal.take()))
    #expect(other == nil)
  }

  /// Another injector injects it once more, and it awakes again.
  @Test func whatIsPassedOnUnfinishedAfterItsReleaseIsNotReleasedAgain() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "kept").to { Again.current ?? Resource("none", journal) }
        .in(.singleton)
      binder.bind(Again.self).to { Again("again", journal) }.in(.singleton)
    }
    let again = try injector.resolve(Again.self)
    Again.injector = injector
    defer { Again.injector = nil }
    journal.clear()
    try Injector().injectDependencies(into: again)
    try injector.shutdown()
    #expect(journal.take() == "+again -again")
  }

  /// Whoever binds a singleton as an instance for a while does not keep it from its release.
  @Test func aSingletonThatIsBoundAsAnInstanceIsReleasedAfterTheBindingHasGone() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "made").to { Resource("made", journal) }.in(.singleton)
    }
    let made = try injector.resolve(Resource.self, named: "made")
    try injector.update { $0.bind(Resource.self).to(instance: made) }
    _ = try injector.resolve(Resource.self)
    try injector.update { $0.unbind(Resource.self) }
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-made")
  }

  /// The other injector keeps the object under another key.
  @Test(arguments: [false, true])
  func aFailedUpdateReleasesNothingThatAnotherInjectorKeeps(isChild: Bool) throws {
    let journal = journal
    let injector = try Injector()
    func configure(_ binder: Binder) {
      binder.bind(Resource.self).to { Resource("other", journal) }.in(.singleton)
      binder.bind(Resource.self, named: "kept").to { other in
        _ = try injector.resolve(String.self)
        return try other.resolve()
      }.in(.singleton)
    }
    let other = try isChild ? injector.makeChild(configure) : Injector(configure)
    _ = try other.resolve(Resource.self)
    journal.clear()
    #expect(throws: InjectionError.self) {
      try injector.update { bindFailing($0, afterAsking: other) }
    }
    #expect(journal.take() == "")
    try other.shutdown()
    #expect(journal.take() == "-other")
  }
}

/// Has the injector above keep it before it is finished.
private final class Whole: Resource {
  nonisolated(unsafe) static weak var current: Whole?
  private let above: Injector

  init(_ name: String, _ journal: Journal, asking above: Injector) {
    self.above = above
    super.init(name, journal)
  }

  override func awakeFromInjection() {
    Self.current = self
    #expect(throws: Never.self) { try above.resolve(Resource.self, named: "kept") }
  }
}

/// Has its own injector keep it once more, and release it, before it is finished.
private final class Again: Resource {
  nonisolated(unsafe) static weak var current: Again?
  nonisolated(unsafe) static var injector: Injector?

  override func awakeFromInjection() {
    super.awakeFromInjection()
    Self.current = self
    #expect(throws: Never.self) {
      _ = try Self.injector?.resolve(Resource.self, named: "kept")
      Self.injector?.releaseSingletons(of: Again.self)
    }
  }
}

private final class Lending: Module {
  private let bind: (Binder) -> Void
  init(_ bind: @escaping (Binder) -> Void) { self.bind = bind }
  func configure(_ binder: Binder) { bind(binder) }
}

private final class Unbound: DefaultInitializable, ReleasesFromInjection {
  private(set) var releases = 0
  init() {}
  func releaseFromInjection() { releases += 1 }
}

private final class Ending: ReleasesFromInjection {
  private let end: () -> Void
  init(_ end: @escaping () -> Void) { self.end = end }
  func releaseFromInjection() { end() }
}

private final class Part: ReleasesFromInjection, Sendable {
  private let journal: SafeJournal
  init(_ journal: SafeJournal) { self.journal = journal }
  func releaseFromInjection() { journal.note("-part") }
}
