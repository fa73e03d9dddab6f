import Infusion
import Testing

/// The main actor, and the current injector of a task.
struct IsolationConcurrencyTests {
  // MARK: - Main actor

  @Test @MainActor func mainActorClassesAreInjectedOnTheMainActor() throws {
    let injector = try Injector { bindModel($0) }
    let screen = Screen()
    try injector.injectDependencies(into: screen)
    #expect(screen.model != nil)
    #expect(screen.awakes == 1)
    #expect(try injector.resolve(Screen.self).awakes == 1)
    #expect(try injector.resolve(Panel.self).awakes == 1)
    #expect(try injector.create { Screen() }.awakes == 1)
  }

  @Test func mainActorBindingsAreRefusedElsewhere() async throws {
    let injector = try Injector { bindModel($0) }
    for _ in 0..<Settings.times(200) {
      #expect(code { try injector.resolve(Screen.self) } == .mainActorRequired)
      #expect(code { try injector.resolve(Panel.self) } == .mainActorRequired)
      #expect(code { try injector.resolve(ScreenOwner.self) } == .mainActorRequired)
    }
    onThreads(2) { _ in
      #expect(code { try injector.resolve(Screen.self) } == .mainActorRequired)
    }
    let fromActor = await Elsewhere().code(injector)
    #expect(fromActor == .mainActorRequired)
    let fromDetached = await Task.detached { code { try injector.resolve(Screen.self) } }.value
    #expect(fromDetached == .mainActorRequired)
    // The main actor can then use it.
    try await MainActor.run { () throws in
      let screen = try injector.resolve(Screen.self)
      let owner = try injector.resolve(ScreenOwner.self)
      #expect(screen.awakes == 1)
      #expect(owner.screen.awakes == 1)
    }
  }

  @Test func mainActorObjectsAreRefusedElsewhere() async throws {
    let injector = try Injector { bindModel($0) }
    let screen = await MainActor.run { Screen() }
    for _ in 0..<2 {
      #expect(
        code { try injector.injectDependencies(into: screen as AnyObject) } == .mainActorRequired)
      let isUntouched = await MainActor.run { screen.model == nil && screen.awakes == 0 }
      #expect(isUntouched)
    }
    // After an injection on the main actor, the plan of the class exists.
    try await MainActor.run { () throws in try injector.injectDependencies(into: Screen()) }
    let refused = code { try injector.injectDependencies(into: screen as AnyObject) }
    #expect(refused == .mainActorRequired)
  }

  /// An extension on the main actor says where objects are made and injected, and no more: other
  /// threads may share the instance.
  @Test func anInstanceOfAnExtendedClassIsHandedOutElsewhere() async throws {
    let injector = try Injector { binder in
      binder.bind(Model.self).to { Model() }.in(.singleton)
      binder.bind(Model.self, named: "nothing").toNothing().in(.singleton)
    }
    try await MainActor.run {
      try injector.update { $0.extend(Model.self).completing { _ in } }
    }
    #expect(code { try injector.resolve(Model.self) } == .mainActorRequired)
    _ = try await MainActor.run { try injector.resolve(Model.self) }
    #expect(code { try injector.resolve(Model.self) } == nil)
    #expect(try injector.resolve(Model?.self, named: "nothing") == nil)
    #expect(injector.releaseSingletons().isEmpty)
    #expect(code { try injector.resolve(Model.self) } == .mainActorRequired)
  }

  /// A request elsewhere is refused, but others who wait for the object do not receive this error.
  @Test func aRefusalElsewhereIsNotSharedWithTheMainActor() async throws {
    let isOver = Flag()
    let current = Locked<Injector?>(nil)
    let done = Latch(3)
    // The whole test runs in one call on the main actor. Otherwise it would wait for other tests
    // while its threads keep the cores busy.
    let refusals = try await MainActor.run {
      defer { isOver.raise() }
      for _ in 0..<3 {
        startThread {
          while !isOver.isRaised {
            if let injector = current.current {
              _ = try? injector.resolve(Screen.self, named: "kept")
            }
          }
          done.countDown()
        }
      }
      var refusals = 0
      for _ in 0..<Settings.times(3_000) {
        let injector = try Injector { bindModel($0) }
        current.with { $0 = injector }
        if code({ try injector.resolve(Screen.self, named: "kept") }) != nil { refusals += 1 }
      }
      return refusals
    }
    #expect(refusals == 0)
    let areDone = await withCheckedContinuation { continuation in
      startThread { continuation.resume(returning: done.wait()) }
    }
    #expect(areDone)
  }

  // MARK: - The current injector

  @Test func theCurrentInjectorFollowsTasks() async throws {
    for number in 0..<Settings.times(300) {
      let injector = try Injector { $0.bind(Int.self).to { number } }
      let other = try Injector { $0.bind(Int.self).to { -1 } }
      try await Injector.withCurrent(injector) {
        #expect(try inject(Int.self) == number)
        #expect(try await Task { try inject(Int.self) }.value == number)
        async let bound = inject(Int.self)
        #expect(try await bound == number)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
          for index in 0..<8 {
            group.addTask {
              await Task.yield()
              if index % 2 == 0 {
                return try Injector.withCurrent(other) { try inject(Int.self) } + 1
              }
              return try inject(Int.self)
            }
          }
          return try await group.reduce(0, +)
        }
        #expect(sum == 4 * number)
        // A detached task does not inherit the injector.
        let isInherited = await Task.detached { Injector.isCurrent(injector) }.value
        #expect(!isInherited)
        #expect(try inject(Int.self) == number)
      }
      #expect(!Injector.isCurrent(injector))
    }
  }

  @Test func otherThreadsDoNotInheritTheCurrentInjector() throws {
    let injector = try Injector { $0.bind(Int.self).to { 7 } }
    let seen = Counter()
    Injector.withCurrent(injector) {
      onThreads(2) { _ in if Injector.isCurrent(injector) { seen.increment() } }
      #expect(Injector.isCurrent(injector))
    }
    #expect(seen.value == 0)
  }

  @Test func tasksOfOneThreadDoNotShareAResolution() async throws {
    let injector = try Injector { binder in
      binder.bind(Model.self).to { Model() }.in(.graph)
      binder.bind(ModelPair.self).to { ModelPair() }
    }
    let isRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<Settings.times(2_000) {
        group.addTask {
          let pair = try injector.resolve(ModelPair.self)
          await Task.yield()
          let next = try injector.resolve(ModelPair.self)
          return pair.first === pair.second && next.first === next.second
            && pair.first !== next.first
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(isRight)
  }

  @Test func oneInjectorServesActorsTasksAndThreadsAtOnce() async throws {
    let injector = try Injector { binder in
      binder.bind(Model.self).to { Model() }.in(.singleton)
      binder.bind(ModelPair.self).to { ModelPair() }
    }
    let model = try injector.resolve(Model.self)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<Settings.times(500) {
        group.addTask {
          let pair =
            index % 3 == 0
            ? try? injector.resolve(ModelPair.self) : await Elsewhere().pair(injector)
          if pair?.first !== model { Issue.record("another model") }
        }
        group.addTask { @MainActor in
          if (try? injector.resolve(ModelPair.self))?.second !== model {
            Issue.record("another model on the main actor")
          }
        }
      }
    }
  }
}

extension Injector {
  fileprivate static func isCurrent(_ injector: Injector) -> Bool {
    (try? Injector.current) === injector
  }
}

private func bindModel(_ binder: Binder) {
  binder.bind(Model.self).to { Model() }
  binder.onMainActor.bind(Screen.self).to { Screen() }
  binder.onMainActor.bind(Screen.self, named: "kept").to { Screen() }.in(.singleton)
}

private final class Model: Sendable {}

private final class ModelPair: Injectable, @unchecked Sendable {
  var first: Model!
  var second: Model!
  static var requires: [PartialKeyPath<ModelPair>] { [\.first, \.second] }
}

private actor Elsewhere {
  func code(_ injector: Injector) -> InjectionError.Code? {
    ReliabilityTests.code { try injector.resolve(Screen.self) }
  }
  func pair(_ injector: Injector) -> ModelPair? { try? injector.resolve(ModelPair.self) }
}

@MainActor private final class Screen: @MainActor Injectable, @MainActor AwakesFromInjection {
  var model: Model!
  private(set) var awakes = 0
  nonisolated deinit {}
  static var requires: [PartialKeyPath<Screen>] { [\.model] }
  func awakeFromInjection() {
    MainActor.assertIsolated()
    awakes += 1
  }
}

@MainActor
private final class Panel: @MainActor DefaultInitializable, @MainActor Injectable,
  @MainActor AwakesFromInjection
{
  var model: Model!
  private(set) var awakes = 0
  init() {}
  static var requires: [PartialKeyPath<Panel>] { [\.model] }
  func awakeFromInjection() { awakes += 1 }
}

/// A class that is not isolated itself.
private final class ScreenOwner: Injectable, DefaultInitializable {
  var screen: Screen!
  static var requires: [PartialKeyPath<ScreenOwner>] { [\.screen] }
}
