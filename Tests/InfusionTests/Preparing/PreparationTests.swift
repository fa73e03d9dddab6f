import Infusion
import Synchronization
import Testing

private class Engine {
  var number = 0
}
private class Clock {}
private final class Car: Injectable, AwakesFromInjection {
  var engine: Engine!
  var awakened = 0
  static var requires: [PartialKeyPath<Car>] { [\.engine] }
  func awakeFromInjection() { awakened += 1 }
}
private protocol Store: AnyObject {}
private final class FileStore: Store, Injectable {
  var clock: Clock!
  static var requires: [PartialKeyPath<FileStore>] { [\.clock] }
}
private final class Left: Injectable {
  var right: Right!
  static var requires: [PartialKeyPath<Left>] { [\.right] }
}
private final class Right: Injectable {
  var left: Left!
  static var requires: [PartialKeyPath<Right>] { [\.left] }
}
private protocol Showing: AnyObject, Sendable {}
@globalActor private actor Bank { static let shared = Bank() }
private final class Vault: @Bank Injectable, @unchecked Sendable {
  var wasInjectedOnItsActor = false
  var engine: Engine! {
    didSet {
      Bank.shared.assertIsolated()
      wasInjectedOnItsActor = true
    }
  }
  @Bank static var requires: Requirements { requiring(\.engine) }
}

@MainActor
private final class Screen: @MainActor Injectable, @MainActor AwakesFromInjection, Showing {
  var engine: Engine!
  var wasAwokenOnTheMainActor = false
  static var requires: [PartialKeyPath<Screen>] { [\.engine] }
  func awakeFromInjection() {
    MainActor.assertIsolated()
    wasAwokenOnTheMainActor = true
  }
}

/// The error of an asynchronous closure; if it throws none, the test fails.
func asyncFailure(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> InjectionError {
  try await #require(throws: InjectionError.self, sourceLocation: sourceLocation) {
    try await body()
  }
}

struct PreparationTests {
  @Test(arguments: Arrangement.allCases)
  func aPreparedSingletonResolvesAtOnceAndIsOneObject(_ arrangement: Arrangement) async throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
    }
    #expect(try failure { _ = try injector.resolve(Engine.self) }.code == .notPrepared)
    if arrangement == .grandchildOfBound || arrangement == .childOfUpdated {
      // A child prepares what its own bindings need, and none of them needs the engine.
      try await injector.prepare()
      #expect(try failure { _ = try injector.resolve(Engine.self) }.code == .notPrepared)
      _ = try await injector.prepared(Engine.self)
    } else {
      try await injector.prepare()
    }
    let engine = try injector.resolve(Engine.self)
    #expect(try injector.resolve(Engine.self) === engine)
    #expect(try await injector.prepared(Engine.self) === engine)
  }

  @Test func everyFormOfToAsyncMakesItsValue() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(Int.self, named: "next").toAsync { try await $0.prepared(Int.self) + 1 }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
      binder.bind([String].self).toAsync(uses: Int.self, String.self) {
        [String](repeating: $1, count: $0)
      }
      binder.bind(Double.self).toAsync(uses: Key(Int.self, named: "next")) { injector in
        Double(try injector.resolve(Int.self, named: "next"))
      }
      binder.bind(Character?.self).toAsync { nil }
      binder.contribute(Bool.self).toAsync { true }
      binder.contribute(Bool.self).toAsync { false }
    }
    try await injector.prepare()
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(Int.self, named: "next") == 2)
    #expect(try injector.resolve(String.self) == "1")
    #expect(try injector.resolve([String].self) == ["1"])
    #expect(try injector.resolve(Double.self) == 2)
    #expect(try injector.resolve(Character?.self) == nil)
    #expect(try injector.resolve([Bool].self) == [true, false])
    #expect(try failure { _ = try injector.resolve(Character.self) }.code == .nothingProvided)
  }

  @Test func usesMayBeCollectionsOptionalsAndHandles() async throws {
    let injector = try Injector { binder in
      binder.contribute(Int.self).toAsync { 1 }
      binder.contribute(Int.self).to { 2 }
      binder.bind(String?.self).toAsync { nil }
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(Double.self).toAsync(uses: [Int].self, String?.self, Lazy<Engine>.self) {
        numbers, text, _ in
        Double(numbers.reduce(0, +)) + (text == nil ? 0.5 : 0)
      }
    }
    #expect(try await injector.prepared(Double.self) == 3.5)
    // A handle is not a need, so the engine is not prepared.
    #expect(try failure { _ = try injector.resolve(Engine.self) }.code == .notPrepared)
  }

  @Test func theResultOfAClosureIsInjectedAndAwokenOnce() async throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(Car.self).toAsync { Car() }
    }
    try await injector.prepare()
    let car = try injector.resolve(Car.self)
    #expect(car.engine === (try injector.resolve(Engine.self)))
    #expect(car.awakened == 1)
    try await injector.prepare()
    _ = try injector.resolve(Car.self)
    #expect(car.awakened == 1)
  }

  /// Only the object shows that its class belongs to the main actor.
  @Test func anObjectBehindAProtocolIsCompletedOnItsActor() async throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind((any Showing).self).toAsync { await Screen() }
    }
    try await injector.prepare()
    let screen = try injector.resolve((any Showing).self)
    #expect(await MainActor.run { (screen as? Screen)?.wasAwokenOnTheMainActor } == true)
  }

  /// Only the property belongs to the main actor.
  @Test func anObjectWithAPropertyOfTheMainActorIsCompletedThere() async throws {
    final class Desk: Injectable, @unchecked Sendable {
      var screen: (any Showing)!
      static var requires: [PartialKeyPath<Desk>] { [\.screen] }
    }
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.onMainActor.bind((any Showing).self).to { Screen() }
      binder.bind(Desk.self).toAsync { Desk() }
    }
    try await Task.detached { try await injector.prepare() }.value
    let screen = try injector.resolve(Desk.self).screen
    #expect(await MainActor.run { (screen as? Screen)?.wasAwokenOnTheMainActor } == true)
  }

  /// The same for another global actor: what is created before the refusal is created again.
  @Test func anObjectWithAPropertyOfAnotherGlobalActorIsCompletedThere() async throws {
    final class Case: @unchecked Sendable {
      var engine: Engine!
      var vault: Vault!
    }
    let engines = SafeJournal()
    let injector = try Injector { binder in
      binder.bind(Engine.self).to {
        engines.note("made")
        return Engine()
      }
      binder.bind(Vault.self).to { Vault() }
      binder.bind(Case.self).toAsync { Case() }.injecting(\.engine, \.vault)
    }
    try await injector.prepare()
    #expect(try injector.resolve(Case.self).vault.wasInjectedOnItsActor)
    // One for the vault, and two for the case.
    #expect(engines.all.count == 3)
  }

  /// A failure of user code that has run is no reason to run it again elsewhere.
  @Test func anObjectWhoseAwakeFailsIsAwokenOnce() async throws {
    final class Asking: AwakesFromInjection, Sendable {
      let (injector, awoken): (Injector, SafeJournal)
      init(_ injector: Injector, _ awoken: SafeJournal) {
        (self.injector, self.awoken) = (injector, awoken)
      }
      func awakeFromInjection() throws {
        awoken.note("awake")
        _ = try injector.resolve(Screen.self)
      }
    }
    let awoken = SafeJournal()
    let injector = try Injector { binder in
      binder.onMainActor.bind(Screen.self).to { Screen() }
      binder.bind(Asking.self, named: "asking").toAsync { Asking($0, awoken) }
    }
    let error = try await asyncFailure {
      try await Task.detached { _ = try await injector.prepared(Asking.self, named: "asking") }
        .value
    }
    #expect(error.code == .mainActorRequired && awoken.all.count == 1)
  }

  @Test func asIsLeavesTheResultAlone() async throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).toAsync { Car() }.asIs()
    }
    let car = try await injector.prepared(Car.self)
    #expect(car.engine == nil && car.awakened == 0)
  }

  @Test func aUsedObjectThatIsReturnedIsNotInjectedAgain() async throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(Car.self).toAsync { Car() }
      binder.bind(Car.self, named: "started").toAsync(uses: Car.self) { $0 }
    }
    try await injector.prepare()
    let car = try injector.resolve(Car.self, named: "started")
    #expect(car === (try injector.resolve(Car.self)))
    #expect(car.awakened == 1)
  }

  @Test func propertiesOfTwoPreparedObjectsMayReferToOneAnother() async throws {
    let injector = try Injector { binder in
      binder.bind(Left.self).toAsync { Left() }
      binder.bind(Right.self).toAsync { Right() }
    }
    try await injector.prepare()
    let left = try injector.resolve(Left.self)
    #expect(left.right.left === left)
    #expect(try injector.resolve(Right.self) === left.right)
    left.right.left = nil
  }

  @Test func theClassOfAnExistentialMayNeedAPreparedValue() async throws {
    let injector = try Injector { binder in
      binder.bind((any Store).self).toAsync { FileStore() }
      binder.bind(Clock.self).toAsync { Clock() }
    }
    // Only the object reveals that it needs a clock.
    let store = try await injector.prepared((any Store).self)
    #expect((store as? FileStore)?.clock === (try injector.resolve(Clock.self)))
  }

  @Test func aSynchronousValueWaitsForRequestsOfItsClosure() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync {
        await tally.count("engine")
        return Engine()
      }
      binder.bind(String.self).to { "\(try $0.resolve(Engine.self).number)" }
      binder.bind([Int].self).toAsync(uses: String.self) { [Int($0) ?? -1] }
    }
    #expect(try await injector.prepared([Int].self) == [0])
    #expect(try await injector.prepared(String.self) == "0")
    #expect(await tally.counts == ["engine": 1])
  }

  @Test func onlyReplacedOrReleasedSingletonsArePreparedAgain() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      for name in ["a", "b"] {
        binder.bind(Engine.self, named: Name(name)).toAsync {
          await tally.count(name)
          return Engine()
        }
      }
    }
    try await injector.prepare()
    let kept = try injector.resolve(Engine.self, named: "b")
    try injector.update { binder in
      binder.bind(Engine.self, named: "a").toAsync {
        await tally.count("new a")
        return Engine()
      }
    }
    #expect(try failure { _ = try injector.resolve(Engine.self, named: "a") }.code == .notPrepared)
    try await injector.prepare()
    _ = try injector.resolve(Engine.self, named: "a")
    #expect(try injector.resolve(Engine.self, named: "b") === kept)
    injector.releaseSingletons()
    try await injector.prepare()
    #expect(try injector.resolve(Engine.self, named: "b") !== kept)
    #expect(await tally.counts == ["a": 1, "b": 2, "new a": 2])
  }

  @Test func aBindingThatIsReplacedWhileItIsPreparedIsDropped() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
    async let preparation: Void = injector.prepare()
    await gate.arrivals(1)
    try injector.update { $0.bind(Int.self).toAsync { 2 } }
    await gate.open()
    try await preparation
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test func aChildPreparesItsOwnSingletonsAndThoseItNeedsOfItsParent() async throws {
    let tally = TaskTally()
    let parent = try Injector { binder in
      for name in ["needed", "needed later", "not needed"] {
        binder.bind(Engine.self, named: Name(name)).toAsync {
          await tally.count(name)
          return Engine()
        }
      }
    }
    let child = try parent.makeChild { binder in
      binder.bind(Car.self).toAsync(uses: Key(Engine.self, named: "needed")) { _ in Car() }.asIs()
      binder.bind(String.self).toInitializer { (_: Lazy<[Clock]>) in "" }
      binder.bind(Int.self).to(uses: Key(Lazy<Engine>.self, named: "needed later")) { _ in 1 }
    }
    try await child.prepare()
    #expect(await tally.counts == ["needed": 1, "needed later": 1])
    #expect(
      try parent.resolve(Engine.self, named: "needed")
        === child.resolve(Engine.self, named: "needed"))
    #expect(try failure { _ = try parent.resolve(Car.self) }.code == .missingBinding)
    try await parent.prepare()
    #expect(await tally.counts == ["needed": 1, "needed later": 1, "not needed": 1])
  }

  @Test @MainActor func objectsOfTheMainActorAreMadeAndCompletedThere() async throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.onMainActor.bind(Screen.self).toAsync {
        MainActor.assertIsolated()
        return Screen()
      }
      binder.onMainActor.bind(Int.self).toAsync(uses: Engine.self, Screen.self) { engine, screen in
        MainActor.assertIsolated()
        return screen.engine === engine ? 1 : 0
      }
      binder.onMainActor.bind(String.self).toAsync { injector in
        MainActor.assertIsolated()
        return try await injector.prepared(Screen.self).engine == nil ? "missing" : "there"
      }
    }
    try await Task.detached { try await injector.prepare() }.value
    #expect(try injector.resolve(Screen.self).wasAwokenOnTheMainActor)
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(String.self) == "there")
  }

  @Test func objectsOfAClassOfTheMainActorAreCompletedThere() async throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(Screen.self).toAsync { await Screen() }
    }
    try await injector.prepare()
    let screen = try await MainActor.run { try injector.resolve(Screen.self) }
    #expect(await screen.wasAwokenOnTheMainActor)
  }

  /// The closure belongs to the main actor because it is written there.
  @MainActor private func bindScreen(_ binder: Binder) {
    binder.bind(Screen.self).to {
      MainActor.assertIsolated()
      return Screen()
    }.in(.singleton)
  }

  @Test func aClosureOfTheMainActorIsNotRunByAPreparationElsewhere() async throws {
    let parent = try await MainActor.run {
      try Injector { [self] binder in
        binder.bind(Engine.self).toAsync { Engine() }
        bindScreen(binder)
      }
    }
    let injector = try parent.makeChild { binder in
      binder.bind(Int.self).toAsync(uses: Screen.self) { _ in 1 }
      binder.bind(String.self).toAsync { injector in
        _ = try await injector.prepared(Screen.self)
        return ""
      }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.count == 2)
    #expect(error.errors.allSatisfy { $0.code == .mainActorRequired })
  }

  @Test func anotherScopeIsAnErrorOfTheConfiguration() throws {
    let error = try failure {
      _ = try Injector { binder in
        binder.bind(Int.self).toAsync { 1 }.in(.graph)
        binder.bind(Int?.self, named: "optional").toAsync { 1 }.in(.unscoped)
        binder.contribute(Engine.self).toAsync { Engine() }.in(.weak)
      }
    }
    #expect(error.errors.map(\.code) == Array(repeating: .eagerNotSingleton, count: 3))
  }

  @Test func aHiddenBindingMayHaveAnotherScope() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }.in(.graph)
      binder.bind(Int.self).toAsync { 2 }
    }
    #expect(try await injector.prepared(Int.self) == 2)
  }

  @Test func anUninstalledModuleUncoversNoAwaitedBindingOfAnotherScope() async throws {
    struct Two: Module {
      func configure(_ binder: Binder) { binder.bind(Int.self).to { 2 } }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }.in(.graph)
      binder.install(Two())
    }
    let error = try failure { try injector.update { $0.uninstall(Two.self) } }
    #expect(error.code == .eagerNotSingleton)
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test func anUpdateGivesAnAwaitedBindingNoOtherScope() async throws {
    let injector = try Injector { $0.bind(Int.self).toAsync { 1 } }
    let error = try failure { try injector.update { $0.rescope(Int.self, to: .graph) } }
    #expect(error.code == .eagerNotSingleton)
    #expect(try await injector.prepared(Int.self) == 1)
  }

  @Test func aDerivedInjectorGivesAnAwaitedBindingNoOtherScope() throws {
    struct Numbers: Module {
      let isAwaited: @Sendable () -> Bool
      func configure(_ binder: Binder) {
        if isAwaited() {
          binder.bind(Int.self).toAsync { 1 }
        } else {
          binder.bind(Int.self).to { 1 }
        }
      }
    }
    let isAwaited = Mutex(false)
    let injector = try Injector(Numbers { isAwaited.withLock { $0 } })
    try injector.update { $0.rescope(Int.self, to: .graph) }
    isAwaited.withLock { $0 = true }
    #expect(try failure { _ = try injector.adding() }.code == .eagerNotSingleton)
  }

  @Test func preparingNothingReturnsAtOnce() async throws {
    try await Injector().prepare()
  }

  @Test func theGraphShowsAwaitedBindings() throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(String.self).toAsync(uses: Engine.self) { _ in "" }
    }
    try injector.validate()
    let graph = injector.graph
    #expect(graph.nodes.map(\.kind) == [.asynchronous, .asynchronous])
    #expect(graph.nodes.map(\.scope) == ["singleton", "singleton"])
    #expect(graph.edges.map(\.label) == ["uses"])
    #expect(graph.edges.first?.isForCreation == true)
    #expect(injector.explain(String.self).contains("String (asynchronous, singleton"))
  }

  @Test func whatAPreparedSingletonNeededIsNotPreparedAgainForIt() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        await tally.count("int")
        return 1
      }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
      binder.bind([String].self).toInitializer { (text: String) in [text] }
    }
    #expect(try await injector.prepared([String].self) == ["1"])
    injector.releaseSingletons(of: Int.self)
    #expect(try await injector.prepared([String].self) == ["1"])
    #expect(await tally.total == 1)
  }
}
