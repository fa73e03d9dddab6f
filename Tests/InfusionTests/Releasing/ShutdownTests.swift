import Foundation
import Infusion
import Testing

private final class Needy: Injectable {
  var text: String?
  static var requires: [PartialKeyPath<Needy>] { [\.text] }
}
private final class Plain {}
private final class Ending: UnloadableModule {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) {
    let journal = journal
    binder.bind(Resource.self, named: "of the module").to { Resource("m", journal) }.in(.singleton)
  }
  func unload(from injector: Injector) throws {
    _ = try injector.resolve(Resource.self, named: "of the module")
    journal.note("unload")
  }
}

struct ShutdownTests {
  private let journal = Journal()

  private func bind(_ name: String, _ binder: Binder) {
    let journal = journal
    binder.bind(Resource.self, named: Name(name)).to { Resource(name, journal) }.in(.singleton)
  }

  private func resolve(_ injector: Injector, _ names: String...) throws {
    for name in names { _ = try injector.resolve(Resource.self, named: Name(name)) }
    journal.clear()
  }

  @Test func everyRequestIsRefusedAfterwards() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      binder.bind(Plain.self).to { Plain() }.in(.singleton)
      binder.bind(Lazy<Plain>.self).to(instance: try Injector().resolve(Lazy<Plain>.self))
      binder.contribute(Int.self).to { 1 }
    }
    let factory = try injector.resolve(ObjectFactory.self)
    let provider = try injector.resolve(Provider<String>.self)
    let lazy = try injector.resolve(Lazy<Double>.self)
    let child = try injector.makeChild()
    _ = try injector.resolve(Plain.self)
    try injector.injectDependencies(into: Needy())
    #expect(!injector.isShutDown)
    try injector.shutdown()
    #expect(injector.isShutDown && child.isShutDown)
    let requests: [() throws -> Void] = [
      { _ = try injector.resolve(Plain.self) },
      { _ = try injector.resolve(String.self) },
      { _ = try injector.resolve(String?.self) },
      { _ = try injector.resolveIfBound(String.self) },
      { _ = try injector.resolve([Int].self) },
      { _ = try injector.resolve(Lazy<String>.self) },
      { _ = try injector.resolve(Provider<String>?.self) },
      { _ = try injector.resolve(Injector.self) },
      { _ = try injector.resolve(Needy.self) },
      { try injector.injectDependencies(into: Needy()) },
      { try injector.injectDependencies(into: Plain()) },
      { _ = try injector.create { () -> Needy in fatalError("it is refused before") } },
      { _ = try injector.create { () -> [Needy] in fatalError("it is refused before") } },
      {
        _ = try Injector().create {
          try injector.create { () -> Needy in fatalError("it is refused before") }
        }
      },
      { _ = try factory.resolve(String.self) },
      { _ = try provider.get() },
      { _ = try lazy.get() },
      { _ = try child.resolve(String.self) },
      { _ = try injector.makeChild() },
      { _ = try injector.adding() },
      { _ = try injector.removing() },
      { try injector.update { _ in } },
    ]
    for (number, request) in requests.enumerated() {
      #expect(try failure { try request() }.code == .injectorShutDown, "request \(number)")
    }
    #expect(!injector.hasBinding(String.self))
    #expect(injector.reset().isEmpty && injector.releaseSingletons().isEmpty)
    try injector.validate()
  }

  /// The request knows already that nothing provides the text.
  @Test func aRequestDoesNotTakeTheEndForAMissingBinding() throws {
    final class Late: Injectable {
      var number: Int!
      var text: (any StringProtocol)?
      static var requires: Requirements { requiring(\.number) + accepting(\.text) }
    }
    let ending = Guarded<Injector?>(nil)
    let injector = try Injector { binder in
      binder.bind(Int.self).to {
        if let injector = ending.withLock({ $0 }) {
          _ = onThreads(1) { _ in try injector.shutdown() }
        }
        return 1
      }
    }
    let late = Late()
    try injector.injectDependencies(into: late)
    ending.withLock { $0 = injector }
    #expect(try failure { try injector.injectDependencies(into: late) }.code == .injectorShutDown)
    ending.withLock { $0 = nil }
  }

  @Test func anInjectorThatEndsWhileItIsCreatedIsRefused() throws {
    let ended = Gate()
    let error = try failure {
      _ = try Injector { binder in
        binder.bind(Int.self).to { (injector: Injector) in
          Thread.detachNewThread {
            try? injector.shutdown()
            ended.open()
          }
          while try failure({ _ = try injector.resolve(Bool.self) }).code != .injectorShutDown {
            Thread.sleep(forTimeInterval: 0.001)
          }
          return 1
        }.asEagerSingleton()
        binder.bind(String.self).to { "late" }.asEagerSingleton()
      }
    }
    #expect(ended.wait())
    #expect(error.code == .injectorShutDown)
    #expect(error.key == Key(String.self))
  }

  @Test func preparingIsRefusedAfterwards() async throws {
    let injector = try Injector { $0.bind(Int.self).toAsync { 1 } }
    try injector.shutdown()
    #expect(try await asyncFailure { try await injector.prepare() }.code == .injectorShutDown)
    #expect(
      try await asyncFailure { _ = try await injector.prepared(Int.self) }.code == .injectorShutDown
    )
  }

  @Test func childrenEndFirstAndTheLastOneFirst() throws {
    let journal = journal
    let parent = try Injector { bind("parent", $0) }
    let first = try parent.makeChild { bind("first", $0) }
    let second = try parent.makeChild { bind("second", $0) }
    let grandchild = try first.makeChild { bind("grandchild", $0) }
    let younger = try first.makeChild { bind("younger", $0) }
    try resolve(grandchild, "grandchild", "first", "parent")
    try resolve(younger, "younger")
    try resolve(second, "second")
    _ = try parent.makeChild { bind("dropped", $0) }
    try parent.shutdown()
    #expect(journal.take() == "-second -younger -grandchild -first -parent")
  }

  @Test func aChildEndsAlone() throws {
    let journal = journal
    let parent = try Injector { bind("parent", $0) }
    let child = try parent.makeChild { binder in
      bind("child", binder)
      // A binding that passes on an object of the parent does not own it.
      binder.bind(Resource.self, named: "passed on").to {
        try $0.resolve(Resource.self, named: "parent")
      }.in(.singleton)
    }
    try resolve(child, "parent", "child", "passed on")
    try child.shutdown()
    #expect(journal.take() == "-child")
    try resolve(parent, "parent")
    try parent.shutdown()
    #expect(journal.take() == "-parent")
  }

  /// Only the child keeps the object when it passes it on again.
  @Test func whatAParentHasReleasedIsNotTheChilds() throws {
    let parent = try Injector { bind("parent", $0) }
    let child = try parent.makeChild { binder in
      for (name, source) in ["passed on": "parent", "again": "passed on"] {
        binder.bind(Resource.self, named: Name(name)).to {
          try $0.resolve(Resource.self, named: Name(source))
        }.in(.singleton)
      }
    }
    try resolve(child, "passed on")
    try parent.update { $0.unbind(Resource.self, named: "parent") }
    #expect(journal.take() == "-parent")
    try resolve(child, "again")
    try child.shutdown()
    #expect(journal.take() == "")
  }

  @Test func aParentSkipsChildrenThatWereShutDown() throws {
    let parent = try Injector { bind("parent", $0) }
    let child = try parent.makeChild { bind("child", $0) }
    try resolve(child, "parent", "child")
    try child.shutdown()
    try parent.shutdown()
    #expect(journal.take() == "-child -parent")
  }

  @Test func childrenThatAreGoneAreForgotten() throws {
    let parent = try Injector { bind("parent", $0) }
    var kept: [Injector] = []
    for number in 0..<200 {
      let child = try parent.makeChild { bind("\(number)", $0) }
      try resolve(child, "\(number)")
      if number % 50 == 0 { kept.append(child) }
    }
    try parent.shutdown()
    #expect(journal.take() == "-150 -100 -50 -0")
  }

  @Test func aDeepNestOfChildrenEndsWithoutRecursion() throws {
    try onSmallStack {
      let journal = Journal()
      let top = try Injector()
      var injector = top
      var nest: [Injector] = []
      for number in 0..<5_000 {
        injector = try injector.makeChild { binder in
          binder.bind(Resource.self).to { Resource("\(number)", journal) }.in(.singleton)
        }
        nest.append(injector)
      }
      _ = try nest[0].resolve(Resource.self)
      _ = try injector.resolve(Resource.self)
      try top.shutdown()
      #expect(journal.entries == ["+0", "+4999", "-4999", "-0"])
      #expect(nest.allSatisfy { $0.isShutDown })
    }
  }

  @Test func noElementOfABoundArrayIsReleased() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind([Resource].self).to(instance: [Resource("0", journal), Resource("1", journal)])
      for index in 0...1 {
        binder.bind(Resource.self, named: "\(index)").to {
          try $0.resolve([Resource].self)[index]
        }.in(.singleton)
      }
    }
    try resolve(injector, "0", "1")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  @Test func onlyObjectsThatTheInjectorMadeAndKeepsAreReleased() throws {
    let journal = journal
    let instance = Resource("instance", journal)
    let injected = Resource("injected", journal)
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "instance").to(instance: instance)
      binder.bind(Resource.self, named: "injected").to(instance: injected, injecting: true)
      binder.bind(Resource.self, named: "passed on").to {
        try $0.resolve(Resource.self, named: "instance")
      }.in(.singleton)
      binder.bind(Resource.self, named: "as it is").to { Resource("as it is", journal) }
        .in(.singleton).asIs()
      binder.bind(Resource.self, named: "unscoped").to { Resource("unscoped", journal) }
      binder.bind(Resource.self, named: "graph").to { Resource("graph", journal) }.in(.graph)
      binder.bind(Resource.self, named: "weak").to { Resource("weak", journal) }.in(.weak)
      binder.bind(Resource?.self, named: "nothing").to { nil }.in(.singleton)
      binder.contribute(Resource.self).to { Resource("contributed", journal) }.in(.singleton)
    }
    let weak = try injector.resolve(Resource.self, named: "weak")
    try resolve(
      injector, "instance", "injected", "passed on", "as it is", "unscoped", "graph", "weak")
    _ = try injector.resolve([Resource].self)
    _ = try injector.resolve(Resource?.self, named: "nothing")
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-contributed")
    withExtendedLifetime(weak) {}
  }

  @Test func anObjectOfSeveralBindingsIsReleasedOnce() throws {
    let injector = try Injector { binder in
      bind("target", binder)
      binder.bind(Resource.self).to { try $0.resolve(Resource.self, named: "target") }
        .in(.singleton)
      binder.bind(Resource.self, named: "link").to(Resource.self) { $0 }.in(.singleton)
    }
    try resolve(injector, "link")
    try injector.shutdown()
    #expect(journal.take() == "-target")
  }

  @Test func aLinkReleasesNoObjectOfOtherCode() throws {
    let journal = journal
    let (instance, weak) = (Resource("instance", journal), Resource("weak", journal))
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "instance").to(instance: instance)
      binder.bind(Resource.self, named: "weak").to(weak: weak).in(.singleton)
      binder.bind(Resource.self, named: "as it is").to { Resource("as it is", journal) }.asIs()
      for name: Name in ["instance", "weak", "as it is"] {
        binder.bind(Resource.self, named: Name("link to \(name)")).to(Resource.self, named: name) {
          $0
        }.in(.singleton)
      }
    }
    try resolve(injector, "link to instance", "link to weak", "link to as it is", "weak")
    // Only the links keep the objects that were bound.
    try injector.update { binder in
      binder.unbind(Resource.self, named: "instance")
      binder.unbind(Resource.self, named: "weak")
    }
    #expect(journal.take() == "")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  @Test func whatPassesOnAnObjectOfAStoreDoesNotReleaseIt() throws {
    let journal = journal
    let store = ScopeStore()
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "stored").to { Resource("stored", journal) }
        .in(Scope("login", in: store))
      binder.bind(Resource.self, named: "behind").to(Resource.self, named: "stored") { $0 }
      binder.bind(Resource.self, named: "link").to(Resource.self, named: "behind") { $0 }
        .in(.singleton)
      binder.bind(Resource.self, named: "passed on").to {
        try $0.resolve(Resource.self, named: "behind")
      }.in(.singleton)
    }
    let first = try injector.resolve(Resource.self, named: "passed on")
    journal.clear()
    for _ in 1...2 {
      injector.releaseSingletons()
      #expect(try injector.resolve(Resource.self, named: "passed on") === first)
      #expect(try injector.resolve(Resource.self, named: "link") === first)
    }
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  @Test func theChildrenOfAnInjectorWhoseCreationFailsEndFirst() throws {
    let journal = journal
    var child: Injector?
    let error = try failure {
      _ = try Injector { binder in
        binder.bind(Resource.self).to { injector in
          let made = try injector.makeChild { binder in
            binder.bind(Int.self).to(Resource.self, named: "child's") { _ in 1 }
            binder.bind(Resource.self, named: "child's").to { Resource("child's", journal) }
              .in(.singleton)
          }
          _ = try made.resolve(Int.self)
          child = made
          return Resource("own", journal)
        }
        .asEagerSingleton()
        binder.bind(String.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(error.underlying is Mishap)
    #expect(journal.take() == "+child's +own -child's -own")
    #expect(child?.isShutDown == true)
  }

  /// The objects of the parent would go before those of the child that may use them.
  @Test func anObjectOfAChildThatAShutdownReleasesCannotShutDownTheParent() throws {
    final class Asking: ReleasesFromInjection {
      let parent: Injector
      init(_ parent: Injector) { self.parent = parent }
      func releaseFromInjection() throws { try parent.shutdown() }
    }
    let parent = try Injector()
    let child = try parent.makeChild { binder in
      binder.bind(Asking.self).to { Asking(parent) }.in(.singleton)
    }
    _ = try child.resolve(Asking.self)
    let error = try failure { try child.shutdown() }
    #expect((error.underlying as? InjectionError)?.code == .updateInProgress)
    #expect(child.isShutDown && !parent.isShutDown)
  }

  /// Whether an update succeeds or fails, it is over when objects are released, even if another object
  /// makes a request when it is dropped before.
  @Test(arguments: [false, true], [false, true])
  func anObjectThatAnUpdateReleasesMayChangeTheInjector(fails: Bool, isAsked: Bool) throws {
    final class Asking: ReleasesFromInjection {
      let injector: Injector
      init(_ injector: Injector) { self.injector = injector }
      func releaseFromInjection() throws {
        try injector.update { $0.bind(Int.self).to { 1 } }
        throw Mishap()
      }
    }
    final class Dropped: AwakesFromInjection {
      let injector: Injector
      init(_ injector: Injector) { self.injector = injector }
      func awakeFromInjection() {}
      deinit { _ = try? injector.resolve(Bool.self) }
    }
    let injector = try Injector { binder in
      binder.bind(Bool.self).to { true }
      if !fails { binder.bind(Asking.self).to { Asking($0) }.asEagerSingleton() }
    }
    let error = try failure {
      try injector.update { binder in
        binder.unbind(Asking.self)
        guard fails else { return }
        binder.bind(Asking.self).to { Asking($0) }.asEagerSingleton()
        binder.bind(Dropped.self).to { Dropped($0) }
        binder.bind(String.self).to { injector in
          if isAsked { _ = try injector.resolve(Dropped.self) }
          throw Mishap()
        }
        .asEagerSingleton()
      }
    }
    let codes = error.errors.isEmpty ? [error.code] : error.errors.map(\.code)
    #expect(codes == (fails ? [.providerFailed, .releaseFailed] : [.releaseFailed]))
    #expect(try injector.resolve(Int.self) == 1)
  }

  /// The update that fails had noted that an injector keeps the object weakly.
  @Test func whatAFailedUpdateWouldHaveKeptWeaklyIsReleasedByAnother() throws {
    let resource = Resource("shared", journal)
    let other = try Injector { binder in
      binder.bind(Resource.self).to { resource }.in(.singleton)
    }
    let injector = try Injector()
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Resource.self).to { resource }.in(.weak)
        binder.bind(String.self).to { injector in
          _ = try injector.resolve(Resource.self)
          _ = try other.resolve(Resource.self)
          throw Mishap()
        }
        .asEagerSingleton()
      }
    }
    _ = try other.resolve(Resource.self)
    journal.clear()
    try other.shutdown()
    #expect(journal.take() == "-shared")
  }

  /// What was to keep an object elsewhere, and failed.
  enum Attempt: CaseIterable { case update, store, cycle }

  /// An object that nothing else keeps after all is a singleton like any other.
  @Test(arguments: Attempt.allCases)
  func whatWasNotKeptElsewhereAfterAllIsReleased(_ attempt: Attempt) throws {
    final class Refusing: InstanceStore {
      func value(for key: Key) -> Any? { nil }
      func publish(_ value: Any, for key: Key) throws { throw Mishap() }
    }
    final class Wheel: Injectable, ReleasesFromInjection {
      let journal: Journal
      weak var car: Car?
      init(_ journal: Journal) { self.journal = journal }
      static var requires: Requirements { requiring(\.car) }
      func releaseFromInjection() { journal.note("-wheel") }
    }
    final class Car: Injectable, AwakesFromInjection {
      var wheel: Wheel!
      let fails: Bool
      init(fails: Bool) { self.fails = fails }
      static var requires: Requirements { requiring(\.wheel) }
      func awakeFromInjection() throws { if fails { throw Mishap() } }
    }
    let wheel = Wheel(journal)
    let injector = try Injector { binder in
      binder.bind(Car.self).to { Car(fails: attempt != .update) }.in(.singleton)
      let scope =
        switch attempt {
        case .update: Scope.singleton
        case .store: Scope("refusing", in: Refusing())
        case .cycle: Scope.weak
        }
      binder.bind(Wheel.self).to { wheel }.in(scope)
    }
    #expect(throws: InjectionError.self) {
      guard attempt == .update else { return _ = try injector.resolve(Car.self) }
      try injector.update { binder in
        binder.rescope(Wheel.self, to: .weak)
        binder.bind(Car.self).to { Car(fails: true) }.asEagerSingleton()
      }
    }
    if attempt != .update {
      try injector.update { binder in
        binder.bind(Car.self).to { Car(fails: false) }.in(.singleton)
        binder.bind(Wheel.self).to { wheel }.in(.singleton)
      }
    }
    _ = try injector.resolve(Car.self)
    try injector.shutdown()
    #expect(journal.take() == "-wheel")
  }

  @Test func aStoreKeepsWhatAShutdownReleases() throws {
    let journal = journal
    let store = ScopeStore()
    func bind(_ binder: Binder) {
      binder.bind(Resource.self).to { Resource("singleton", journal) }.in(.singleton)
      binder.bind(Resource.self, named: "stored").to(Resource.self) { $0 }
        .in(Scope("login", in: store))
    }
    let injector = try Injector(bind)
    let stored = try injector.resolve(Resource.self, named: "stored")
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-singleton")
    #expect(try Injector(bind).resolve(Resource.self, named: "stored") === stored)
  }

  /// The scope `weak` would hand the object out again after its release.
  @Test(arguments: [true, false])
  func whatPassesOnAnObjectOfTheScopeWeakDoesNotReleaseIt(isNew: Bool) throws {
    final class Keeper: Injectable {
      var resource: Resource!
      static var requires: Requirements { [\Keeper.resource] }
    }
    final class Built {
      let resource: Resource
      init(resource: Resource) { self.resource = resource }
    }
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self).to { Resource("weak", journal) }.in(.weak)
      binder.bind(Keeper.self).to { Keeper() }
      binder.bind(Built.self).toInitializer(Built.init(resource:))
      binder.bind(Resource.self, named: "asked").to { try $0.resolve() }.in(.singleton)
      binder.bind(Resource.self, named: "later").to { try $0.resolve(Lazy<Resource>.self).get() }
        .in(.singleton)
      binder.bind(Resource.self, named: "of a property").to {
        try $0.resolve(Keeper.self).resource
      }.in(.singleton)
      binder.bind(Resource.self, named: "of a parameter").to {
        try $0.resolve(Built.self).resource
      }.in(.singleton)
    }
    for name: Name in ["asked", "later", "of a property", "of a parameter"] {
      let held = isNew ? nil : try injector.resolve(Resource.self)
      journal.clear()
      let passedOn = try injector.resolve(Resource.self, named: name)
      journal.clear()
      injector.releaseSingletons()
      #expect(journal.take() == "", "\(name)")
      withExtendedLifetime((held, passedOn)) {}
    }
  }

  @Test func aLinkReleasesNoObjectOfTheScopeWeak() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "weak").to { Resource("weak", journal) }.in(.weak)
      binder.bind(Resource.self).to(Resource.self, named: "weak") { $0 }.in(.singleton)
    }
    let child = try injector.makeChild { binder in
      binder.bind(Resource.self).to(Resource.self, named: "weak") { $0 }.in(.singleton)
    }
    let resource = try injector.resolve(Resource.self)
    #expect(try child.resolve(Resource.self) === resource)
    journal.clear()
    try child.shutdown()
    try injector.update { binder in
      binder.bind(Resource.self).to(Resource.self, named: "weak") { $0 }.in(.singleton)
    }
    #expect(try injector.resolve(Resource.self) === resource)
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  @Test func aLinkReleasesNoObjectThatIsMadeOnDemandForAStore() throws {
    final class Stored: DefaultInitializable, Scoped, ReleasesFromInjection {
      static let scope = Scope("login", in: ScopeStore())
      private(set) var releases = 0
      init() {}
      func releaseFromInjection() { releases += 1 }
    }
    let injector = try Injector { binder in
      binder.bind(AnyObject.self).to(Stored.self) { $0 }.in(.singleton)
    }
    let stored = try #require(try injector.resolve(AnyObject.self) as? Stored)
    try injector.shutdown()
    #expect(stored.releases == 0)
    #expect(try Injector().resolve(Stored.self) === stored)
  }

  @Test func whatAParentHasMadeOnDemandAChildDoesNotReleaseAgain() throws {
    final class Shared: DefaultInitializable, Scoped, ReleasesFromInjection {
      static let scope = Scope.singleton
      private(set) var releases = 0
      init() {}
      func releaseFromInjection() { releases += 1 }
    }
    let parent = try Injector()
    let child = try parent.makeChild { binder in
      binder.bind(AnyObject.self).to(Shared.self) { $0 }.in(.singleton)
    }
    let shared = try #require(try child.resolve(AnyObject.self) as? Shared)
    parent.releaseSingletons()
    #expect(shared.releases == 1)
    try child.shutdown()
    #expect(shared.releases == 1)
  }

  /// The child has kept the object before the parent, and keeps it longer.
  @Test(arguments: [false, true])
  func whatAChildStillKeepsAParentDoesNotRelease(isUnbound: Bool) throws {
    let (journal, shared) = (journal, Resource("shared", journal))
    let parent = try Injector { $0.bind(Resource.self).to { shared }.in(.singleton) }
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self, named: "child").to { shared }.in(.singleton)
    }
    _ = try child.resolve(Resource.self, named: "child")
    _ = try parent.resolve(Resource.self)
    journal.clear()
    if isUnbound {
      try parent.update { $0.unbind(Resource.self) }
    } else {
      parent.releaseSingletons()
    }
    #expect(journal.take() == "")
    try child.shutdown()
    #expect(journal.take() == "-shared")
    try parent.shutdown()
    #expect(journal.take() == "")
  }

  @Test func whatAParentHasReleasedAChildDoesNotReleaseAgain() throws {
    let parent = try Injector { bind("parent's", $0) }
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self).to(Resource.self, named: "parent's") { $0 }.in(.singleton)
    }
    let resource = try child.resolve(Resource.self)
    journal.clear()
    parent.releaseSingletons()
    #expect(journal.take() == "-parent's")
    #expect(try child.resolve(Resource.self) === resource)
    try child.shutdown()
    #expect(journal.take() == "")
  }

  /// A closure may do what a link does.
  @Test func whatAParentHasReleasedAChildDoesNotReleaseAgainForAClosure() throws {
    let parent = try Injector { bind("parent's", $0) }
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self).to { try $0.resolve(Resource.self, named: "parent's") }
        .in(.singleton)
    }
    _ = try child.resolve(Resource.self)
    journal.clear()
    parent.releaseSingletons()
    #expect(journal.take() == "-parent's")
    try child.shutdown()
    #expect(journal.take() == "")
  }

  /// The parent receives the object after the child.
  @Test func whatAParentKeepsTooAChildDoesNotRelease() throws {
    let shared = Resource("shared", journal)
    let parent = try Injector { $0.bind(Resource.self).to { shared }.in(.singleton) }
    let child = try parent.makeChild { $0.bind(Resource.self).to { shared }.in(.singleton) }
    _ = try child.resolve(Resource.self)
    _ = try parent.resolve(Resource.self)
    journal.clear()
    try child.shutdown()
    #expect(journal.take() == "")
    try parent.shutdown()
    #expect(journal.take() == "-shared")
  }

  /// Whoever keeps an object first decides whose it is.
  @Test(arguments: [false, true])
  func aChildReleasesNoInstanceThatItsParentHasBoundBefore(isBoundBefore: Bool) throws {
    let shared = Resource("shared", journal)
    let parent = try Injector()
    let child = try parent.makeChild { $0.bind(Resource.self).to { shared }.in(.singleton) }
    if !isBoundBefore { _ = try child.resolve(Resource.self) }
    try parent.update { $0.bind(Resource.self).to(instance: shared) }
    _ = try child.resolve(Resource.self)
    journal.clear()
    try child.shutdown()
    #expect(journal.take() == (isBoundBefore ? "" : "-shared"))
  }

  @Test func errorsAreCollectedAndNothingIsLeftOut() throws {
    let journal = journal
    let parent = try Injector { binder in
      for name in ["a", "b", "c"] { bind(name, binder) }
    }
    let child = try parent.makeChild { bind("child", $0) }
    for name in ["a", "b", "c"] {
      try parent.resolve(Resource.self, named: Name(name)).failsToRelease = name != "b"
    }
    try child.resolve(Resource.self, named: "child").failsToRelease = true
    journal.clear()
    let error = try failure { try parent.shutdown() }
    #expect(journal.take() == "-child -c -b -a")
    #expect(error.errors.map(\.code) == [.releaseFailed, .releaseFailed, .releaseFailed])
    #expect(error.errors.allSatisfy { $0.underlying is Mishap })
    // The shutdown is complete: nothing is left to do or to report.
    try parent.shutdown()
    #expect(journal.take() == "")
  }

  @Test func modulesAreUnloadedBeforeAnythingIsReleased() throws {
    let injector = try Injector(Ending(journal))
    try injector.shutdown()
    #expect(journal.take() == "+m unload -m")
  }

  /// With the code of the call itself, the error would say that nothing was done.
  @Test func aRefusedCallOfAModuleIsNotTheRefusalOfTheShutdown() throws {
    struct Updating: UnloadableModule {
      func configure(_ binder: Binder) { binder.bind(Int.self).to { 1 } }
      func unload(from injector: Injector) throws {
        try injector.update { $0.unbind(Int.self) }
      }
    }
    let injector = try Injector(Updating())
    let error = try failure { try injector.shutdown() }
    #expect(error.code == .providerFailed)
    #expect((error.underlying as? InjectionError)?.code == .updateInProgress)
    #expect(injector.isShutDown)
  }

  @Test func aReleasedObjectMayCallShutdown() throws {
    final class Eager: ReleasesFromInjection {
      let injector: Injector
      var refused: InjectionError?
      init(_ injector: Injector) { self.injector = injector }
      func releaseFromInjection() throws {
        try injector.shutdown()
        refused = try failure { _ = try injector.resolve(String.self) }
      }
    }
    let injector = try Injector { binder in
      binder.bind(Eager.self).to { Eager($0) }.in(.singleton)
    }
    let eager = try injector.resolve(Eager.self)
    try injector.shutdown()
    #expect(eager.refused?.code == .injectorShutDown)
  }

  @Test func aReleasedObjectLearnsThatItsInjectorIsShutDown() throws {
    final class Changing: ReleasesFromInjection {
      let injector: Injector
      var refused: InjectionError?
      var errors: [InjectionError] = []
      init(_ injector: Injector) { self.injector = injector }
      func releaseFromInjection() throws {
        refused = try failure { try injector.update { $0.bind(Int.self).to(instance: 1) } }
        errors = injector.reset()
      }
    }
    let injector = try Injector { binder in
      binder.bind(Changing.self).to { Changing($0) }.in(.singleton)
    }
    let changing = try injector.resolve(Changing.self)
    try injector.shutdown()
    #expect(changing.refused?.code == .injectorShutDown)
    #expect(changing.errors.isEmpty)
  }

  @Test func theFirstObjectOfAClassIsCompletedDuringAShutdownAndReleased() throws {
    final class Late: ReleasesFromInjection {
      var releases = 0
      func releaseFromInjection() { releases += 1 }
    }
    let injector = try Injector { binder in
      binder.bind(Late.self).to { injector in
        // The shutdown waits for this object.
        Thread.detachNewThread { try? injector.shutdown() }
        while !injector.isShutDown { Thread.sleep(forTimeInterval: 0.001) }
        return Late()
      }.in(.singleton)
    }
    let late = try injector.resolve(Late.self)
    try injector.shutdown()
    #expect(late.releases == 1)
  }

  /// How the injector of an unfinished singleton ends, and whether the program keeps the injector.
  private enum End: CaseIterable { case shutdown, singletons, unbinding, reset, failure }

  @Test(arguments: End.allCases)
  private func aSingletonThatIsCompletedAfterTheEndIsReleased(_ end: End) throws {
    final class Part: Injectable, ReleasesFromInjection {
      var whole: Whole!
      var releases = 0
      static var requires: Requirements { requiring(\.whole) }
      func releaseFromInjection() { releases += 1 }
    }
    final class Whole: AwakesFromInjection {
      weak var parent: Injector?
      let end: End
      weak var part: Part?
      init(_ parent: Injector, _ end: End) { (self.parent, self.end) = (parent, end) }

      /// The part needs the whole, which is not complete yet.
      func awakeFromInjection() throws {
        let bind = { (binder: Binder) -> Void in
          _ = binder.bind(Part.self).to {
            let part = Part()
            self.part = part
            return part
          }.asEagerSingleton()
        }
        if end == .failure {
          _ = try failure {
            _ = try self.parent?.makeChild { binder in
              bind(binder)
              binder.bind(Int.self).to { () throws -> Int in throw Mishap() }.asEagerSingleton()
            }
          }
          return
        }
        // Nothing else keeps the child.
        let child = try parent?.makeChild { bind($0) }
        switch end {
        case .shutdown: try child?.shutdown()
        case .singletons: child?.releaseSingletons()
        case .unbinding: try child?.update { $0.unbind(Part.self) }
        case .reset: child?.reset()
        case .failure: break
        }
      }
    }
    let injector = try Injector { binder in
      binder.bind(Whole.self).to { Whole($0, end) }.in(.singleton)
    }
    var parts: [Part] = []
    try injector.create {
      parts.append(contentsOf: [try injector.resolve(Whole.self).part].compactMap(\.self))
    }
    #expect(parts.map(\.releases) == [1])
  }

  @Test func anInjectorWhoseCreationHasFailedIsShutDown() throws {
    var escaped: Injector?
    let error = try failure {
      _ = try Injector { binder in
        binder.bind(String.self).to { injector in
          escaped = injector
          return "text"
        }.asEagerSingleton()
        binder.bind(Int.self).to { () throws -> Int in throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(error.code == .providerFailed)
    let injector = try #require(escaped)
    #expect(injector.isShutDown)
    #expect(code { _ = try injector.resolve(String.self) } == .injectorShutDown)
    #expect(code { _ = try injector.makeChild() } == .injectorShutDown)
  }

  @Test(arguments: [false, true])
  func aCallDuringWhichItsInjectorEndsIsRefusedAfterwards(isEndedElsewhere: Bool) throws {
    let injector = try Injector { $0.bind(Int.self).to { 1 } }
    let before = try injector.resolve(Int.self)
    let after = try injector.create {
      let during = try injector.resolve(Int.self)
      #expect(during == before)
      if isEndedElsewhere {
        _ = try onThreads(1) { _ in try injector.shutdown() }[0]?.get()
      } else {
        try injector.shutdown()
      }
      return code { _ = try injector.resolve(Int.self) }
    }
    #expect(after == .injectorShutDown)
  }

  @Test func aRequestUnderWayMakesNoSingletonOfAnInjectorThatHasEnded() throws {
    final class First {}
    final class Second {}
    final class Owner: Injectable {
      var first: First!
      var second: Second!
      static var requires: Requirements { requiring(\.first, \.second) }
    }
    var isReady = false
    let injector = try Injector { binder in
      binder.bind(First.self).to { injector in
        _ = try onThreads(1) { _ in try injector.shutdown() }[0]?.get()
        return First()
      }
      binder.bind(Second.self).to {
        if !isReady { throw Mishap() }
        Issue.record("nothing is made any more")
        return Second()
      }.in(.singleton)
    }
    // The binding is known from now on.
    #expect(code { _ = try injector.resolve(Second.self) } == .providerFailed)
    isReady = true
    #expect(code { try injector.injectDependencies(into: Owner()) } == .injectorShutDown)
  }

  @Test func aCreationCannotShutDownItsInjector() throws {
    let injector = try Injector { binder in
      bind("a", binder)
      binder.bind(String.self).to { injector in
        try injector.shutdown()
        return ""
      }
      binder.bind(String.self, named: "kept").to { injector in
        try injector.shutdown()
        return ""
      }.in(.singleton)
      binder.bind(Int.self).to { injector in
        try injector.update { _ in try injector.shutdown() }
        return 1
      }.in(.singleton)
    }
    try resolve(injector, "a")
    for name in [nil, "kept"] as [Name?] {
      let error = try failure { _ = try injector.resolve(String.self, named: name) }
      #expect(error.code == .updateInProgress)
    }
    #expect(try failure { _ = try injector.resolve(Int.self) }.code == .updateInProgress)
    let child = try injector.makeChild { binder in
      binder.bind(Int.self).to {
        try injector.shutdown()
        return 1
      }
    }
    #expect(try failure { _ = try child.resolve(Int.self) }.code == .updateInProgress)
    // A link of the child makes its value with a closure of the parent.
    var ending: Injector?
    try injector.update { binder in
      binder.bind(Plain.self).to {
        try ending?.shutdown()
        return Plain()
      }
    }
    let linking = try injector.makeChild { $0.bind(AnyObject.self).to(Plain.self) { $0 } }
    _ = try linking.resolve(AnyObject.self)
    ending = linking
    for _ in 1...2 {
      #expect(try failure { _ = try linking.resolve(AnyObject.self) }.code == .updateInProgress)
    }
    ending = nil
    #expect(!linking.isShutDown)
    #expect(journal.take() == "")
    #expect(!injector.isShutDown)
    // A closure may shut down an injector that it has made for itself.
    let other = try Injector { binder in
      binder.bind(Int.self).to { injector in
        let child = try injector.makeChild { bind("child", $0) }
        _ = try child.resolve(Resource.self, named: "child")
        try child.shutdown()
        return 1
      }
    }
    _ = try other.resolve(Int.self)
    #expect(journal.take() == "+child -child")
  }

  @Test func anInjectorThatATestCannotMakeReleasesItsObjects() async throws {
    let journal = journal
    let module = Configuring { binder in
      binder.bind(Resource.self).to {
        let resource = Resource("a", journal)
        resource.failsToRelease = true
        return resource
      }.asEagerSingleton()
      binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
    }
    do {
      _ = try await Injector.make([module], options: .init(), fileID: #fileID, line: #line)
      Issue.record("the injector cannot be made")
    } catch {
      #expect(error.errors.map(\.code) == [.providerFailed, .releaseFailed])
    }
    #expect(journal.take() == "+a -a")
  }

  @Test func anInjectorThatCannotBeMadeReleasesItsObjects() throws {
    let journal = journal
    let error = try failure {
      _ = try Injector { binder in
        binder.bind(Resource.self).to { Resource("a", journal) }.asEagerSingleton()
        binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(error.underlying is Mishap)
    #expect(journal.take() == "+a -a")
  }

  @Test func aShutdownLeavesNothingInMemory() throws {
    weak var resource: Resource?
    weak var captured: Plain?
    let injector: Injector
    do {
      let object = Plain()
      captured = object
      let journal = journal
      injector = try Injector { binder in
        binder.bind(Resource.self).to {
          withExtendedLifetime(object) {}
          return Resource("a", journal)
        }.in(.singleton)
      }
      resource = try injector.resolve(Resource.self)
    }
    #expect(resource != nil && captured != nil)
    try injector.shutdown()
    #expect(resource == nil && captured == nil)
  }
}

@MainActor struct MainActorShutdownTests {
  @MainActor private final class Window: @MainActor ReleasesFromInjection {
    private(set) var isOpen = true
    func releaseFromInjection() {
      MainActor.assertIsolated()
      isOpen = false
    }
  }

  @Test(arguments: [false, true])
  func objectsOfTheMainActorAreReleasedThere(isInChild: Bool) async throws {
    func bindWindow(_ binder: Binder) {
      binder.onMainActor.bind(Window.self).to { Window() }.in(.singleton)
    }
    let injector = try Injector { binder in
      if !isInChild { bindWindow(binder) }
      binder.bind(Int.self).to { 1 }.in(.singleton)
    }
    let child = try injector.makeChild { if isInChild { bindWindow($0) } }
    let window = try child.resolve(Window.self)
    let error = try await asyncFailure { try await Task.detached { try injector.shutdown() }.value }
    #expect(error.code == .mainActorRequired)
    // Nothing has been released yet.
    #expect(window.isOpen && !injector.isShutDown && !child.isShutDown)
    #expect(try injector.resolve(Int.self) == 1)
    try injector.shutdown()
    #expect(!window.isOpen)
  }
}
