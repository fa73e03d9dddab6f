import Infusion
import Testing

private protocol Piece: AnyObject {}
private protocol Holding<Item>: AnyObject { associatedtype Item }
private protocol Showing<Item> { associatedtype Item }
private class Base: Piece, Holding, Showing { typealias Item = Int }
private final class Sub: Base {}
@MainActor private final class Screen: Base, @MainActor Injectable {
  nonisolated override init() {}
  static var requires: [PartialKeyPath<Screen>] { [] }
}
private final class Model {}
private final class Errand {}
private final class Reference: @unchecked Sendable { weak var piece: (any Piece)? }

/// A key for objects whose class belongs to the main actor, which only the objects show.
private struct Form: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bind: @Sendable (Binder, Scope) -> Void
  let ask: @Sendable (Injector) throws -> Void

  init<Value>(_ type: Value.Type, _ bind: @escaping @Sendable (Binder, Scope) -> Void) {
    testDescription = "\(type)"
    self.bind = bind
    ask = { _ = try $0.resolve(Value.self) }
  }

  init<Value>(_ type: Value.Type, make: @escaping @Sendable () -> Value) {
    self.init(type) { binder, scope in binder.bind(Value.self).to(make).in(scope) }
  }

  static let all = [
    Form(Base.self) { screen() }, Form((any Piece).self) { screen() },
    Form((any Holding<Int>).self) { screen() }, Form((any Holding).self) { screen() },
    Form((any Showing<Int>).self) { screen() }, Form((any Showing).self) { screen() },
    Form(AnyObject.self) { screen() }, Form(Any.self) { screen() },
    Form((any Holding<Int>).self) { binder, scope in
      binder.bind(Base.self).to { screen() }
      binder.bind((any Holding<Int>).self).to(Base.self) { $0 }.in(scope)
    },
    Form([any Piece].self) { binder, scope in
      binder.contribute((any Piece).self).to { screen() }
      binder.bind([any Piece].self).in(scope)
    },
    Form([any Showing<Int>].self) { binder, scope in
      binder.contribute((any Showing<Int>).self).to { Base() }
      binder.contribute((any Showing<Int>).self).to { screen() }
      binder.bind([any Showing<Int>].self).in(scope)
    },
  ]
}

private nonisolated func screen() -> Base { Screen() }

private enum Keeping: CaseIterable {
  case singleton, scopeStore, otherStore

  var scope: Scope {
    switch self {
    case .singleton: return .singleton
    case .scopeStore: return Scope("kept", in: ScopeStore())
    case .otherStore:
      let store = MemoryStore()
      return Scope("other") { _ in store }
    }
  }
}

/// What belongs to the main actor is handed out there only, however it came to be kept.
struct KeptIsolationConcurrencyTests {
  private func isRefused<Value>(_ type: Value.Type, _ injector: Injector) -> Bool {
    code { _ = try injector.resolve(type) } == .mainActorRequired
  }

  @Test func aKeptCollectionBelongsToTheActorOfItsContributions() async throws {
    for scope in [Scope.singleton, Scope("kept", in: ScopeStore())] {
      let injector = try Injector { binder in
        binder.contribute((any Piece).self).to { Base() }
        binder.onMainActor.contribute((any Piece).self).to { @MainActor in Base() }
        binder.bind([any Piece].self).in(scope)
      }
      #expect(isRefused([any Piece].self, injector))
      let count = try await MainActor.run { try injector.resolve([any Piece].self).count }
      #expect(count == 2)
      #expect(isRefused([any Piece].self, injector))
    }
  }

  /// An update replaces the state in which the handle looks for the actor of its value.
  @Test func aLazyHandleTakesItsValueOnTheMainActorDuringUpdates() async throws {
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to(Base.self) { $0 }
      binder.bind(Base.self).to { Base() }
    }
    let isDone = Flag()
    let hasEnded = Latch()
    try await MainActor.run {
      // Started here, or it would run for as long as others keep the main actor.
      startThread {
        while !isDone.isRaised { unexpected { try injector.update { $0.bind(Int.self).to { 1 } } } }
        hasEnded.countDown()
      }
      defer { isDone.raise() }
      for _ in 0..<5_000 { _ = try injector.resolve(Lazy<any Piece>.self).get() }
    }
    #expect(hasEnded.wait())
  }

  /// The handle keeps its value when the binding that made it is gone.
  @Test func aLazyHandleKnowsTheActorOfABindingThatIsReplacedMeanwhile() async throws {
    let hasUpdated = Latch()
    let injector = try Injector { binder in
      binder.onMainActor.bind(Base.self).to { @MainActor injector in
        startThread {
          unexpected { try injector.update { $0.bind(Base.self).to { Base() } } }
          hasUpdated.countDown()
        }
        #expect(hasUpdated.wait())
        return Base()
      }
    }
    let handle = try await MainActor.run {
      let handle = try injector.resolve(Lazy<Base>.self)
      _ = try handle.get()
      return handle
    }
    #expect(code { _ = try handle.get() } == .mainActorRequired)
    #expect(code { _ = try injector.resolve(Base.self) } == nil)
  }

  /// Two threads use the handle for the first time, and an update between them gives the key to the main
  /// actor. Whichever value the handle keeps, both threads are treated alike.
  @Test(arguments: [false, true])
  func aLazyHandleKeepsAValueTogetherWithItsActor(isMainActorFirst: Bool) async throws {
    let (hasBegun, mayEnd, hasEnded) = (Latch(), Latch(), Latch())
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to { () -> any Piece in
        hasBegun.countDown()
        #expect(mayEnd.wait())
        return Base()
      }
    }
    let handle = try injector.resolve(Lazy<any Piece>.self)
    let elsewhere = Locked<InjectionError.Code?>(nil)
    startThread {
      let found = code {
        let value = try handle.get()
        #expect(type(of: value) == Base.self)
      }
      elsewhere.with { $0 = found }
      hasEnded.countDown()
    }
    #expect(hasBegun.wait())
    try injector.update { binder in
      binder.onMainActor.bind((any Piece).self).to { @MainActor () -> any Piece in
        if !isMainActorFirst {
          mayEnd.countDown()
          #expect(hasEnded.wait())
        }
        return Screen()
      }
    }
    try await MainActor.run {
      let value = try handle.get()
      #expect((value is Screen) == isMainActorFirst)
    }
    mayEnd.countDown()
    #expect(hasEnded.wait())
    let expected: InjectionError.Code? = isMainActorFirst ? .mainActorRequired : nil
    #expect(elsewhere.current == expected)
    #expect(code { _ = try handle.get() } == expected)
  }

  @Test(arguments: Form.all, Keeping.allCases)
  fileprivate func whatOnlyTheObjectShowsCountsForEveryKey(_ form: Form, _ keeping: Keeping)
    async throws
  {
    let scope = keeping.scope
    let injector = try Injector { form.bind($0, scope) }
    for _ in 0..<2 {
      #expect(code { try form.ask(injector) } == .mainActorRequired)
      try await MainActor.run { try form.ask(injector) }
    }
    #expect(code { try form.ask(injector) } == .mainActorRequired)
    try injector.update { $0.bind(Int.self).to { 1 } }
    #expect(code { try form.ask(injector) } == .mainActorRequired)
    try await MainActor.run { try form.ask(injector) }
  }

  @Test func aSingletonMadeOnTheMainActorStaysThereAfterUpdates() async throws {
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to(Base.self) { $0 }.in(.singleton)
    }
    // The key is linked before the class behind it belongs to the main actor.
    #expect(code { _ = try injector.resolve((any Piece).self) } == .missingBinding)
    try await MainActor.run {
      try injector.update { $0.onMainActor.bind(Base.self).to { @MainActor in Base() } }
      _ = try injector.resolve((any Piece).self)
    }
    try injector.update { $0.bind(Int.self).to { 1 } }
    #expect(isRefused((any Piece).self, injector))
    #expect(isRefused((any Piece).self, injector))
  }

  @Test(arguments: [Scope.singleton, .weak, Scope("kept", in: ScopeStore())])
  func anInstanceKeepsItsActorWhenWhatMadeItIsReplaced(_ scope: Scope) async throws {
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to(Base.self) { $0 }.in(scope)
      binder.onMainActor.bind(Base.self).to(Screen.self) { $0 }
      binder.onMainActor.bind(Screen.self).to { @MainActor in Screen() }
    }
    let kept = Locked<(any Piece)?>(nil)
    try await MainActor.run {
      nonisolated(unsafe) let part = try injector.resolve((any Piece).self)
      kept.with { $0 = part }
    }
    #expect(isRefused((any Piece).self, injector))
    try injector.update { $0.bind(Base.self).to { Base() } }
    #expect(isRefused((any Piece).self, injector))
    let isSame = try await MainActor.run {
      nonisolated(unsafe) let part = try injector.resolve((any Piece).self)
      return kept.with { $0 === part }
    }
    #expect(isSame)
    // An injector that knows the class asks for its actor all the same.
    try await MainActor.run { try injector.injectDependencies(into: Screen()) }
    #expect(isRefused((any Piece).self, injector))
  }

  @Test func aRefusedInstanceIsNotKept() async throws {
    let store = ScopeStore()
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to(Base.self) { $0 }.in(Scope("kept", in: store))
      binder.onMainActor.bind(Base.self).to { @MainActor in Screen() }
    }
    let kept = Reference()
    try await MainActor.run {
      nonisolated(unsafe) let part = try injector.resolve((any Piece).self)
      kept.piece = part
    }
    try injector.update { $0.bind(Base.self).to { Base() } }
    #expect(isRefused((any Piece).self, injector))
    #expect(kept.piece != nil)
    store.reset()
    #expect(kept.piece == nil)
  }

  @Test func aLinkOfTheMainActorCountsWhereverItStands() async throws {
    let injector = try Injector { binder in
      binder.bind((any Piece).self).to(Base.self) { $0 }.in(.singleton)
      binder.onMainActor.bind(Base.self).to(Sub.self) { $0 }
      binder.bind(Sub.self).to { Sub() }
    }
    #expect(isRefused((any Piece).self, injector))
    try await MainActor.run { _ = try injector.resolve((any Piece).self) }
    #expect(isRefused((any Piece).self, injector))
  }

  // MARK: - A call that begins elsewhere on the thread of the main actor

  // On Apple's systems, what runs on the main thread counts as code of the main actor.
  #if !canImport(Darwin)
    private actor Closing {
      let injector: Injector
      let refused: Flag
      init(_ injector: Injector, _ refused: Flag) {
        (self.injector, self.refused) = (injector, refused)
      }

      /// Runs at once, on the thread that has dropped the actor.
      isolated deinit {
        do {
          _ = try injector.resolve(Model.self)
        } catch {
          if error.code == .mainActorRequired { refused.raise() }
        }
      }
    }

    @Test func aCallWithinACallOfTheMainActorAsksForItself() async throws {
      let refused = Flag()
      try await MainActor.run {
        let holder = Locked<Closing?>(nil)
        let injector = try Injector { binder in
          binder.onMainActor.bind(Model.self).to { @MainActor in Model() }.in(.singleton)
          binder.onMainActor.bind(Errand.self).to { injector in
            // From here on the outer call is known to run on the main actor.
            _ = try injector.resolve(Model.self)
            holder.with { $0 = nil }
            return Errand()
          }
        }
        holder.with { $0 = Closing(injector, refused) }
        _ = try injector.resolve(Errand.self)
        // The outer call itself still runs there.
        _ = try injector.resolve(Errand.self)
      }
      #expect(refused.isRaised)
    }

    @Test func aTaskThatStartsWithinACallOfTheMainActorIsElsewhere() async throws {
      let codes = Locked<[String]>([])
      @Sendable nonisolated func note(_ body: () throws -> Void) {
        let refused = code(body) == .mainActorRequired
        codes.with { $0.append(refused ? "refused" : "done") }
      }
      try await MainActor.run {
        let injector = try Injector { binder in
          binder.onMainActor.bind(Model.self).to { @MainActor in Model() }.in(.singleton)
          binder.onMainActor.bind(Errand.self).to { injector in
            _ = try injector.resolve(Model.self)
            startElsewhere(injector, note)
            _ = try injector.resolve(Model.self)
            return Errand()
          }
        }
        _ = try injector.resolve(Errand.self)
      }
      while codes.with({ $0.count }) < 2 { await Task.yield() }
      #expect(codes.with { $0 } == ["refused", "refused"])
    }
  #endif

  // MARK: - The same ways as elsewhere

  private final class Probe: InjectionObserver {
    let codes = Locked<[String]>([])
    let injector = Locked<Injector?>(nil)

    func willCreate(_ event: InjectionEvent) {
      guard let injector = injector.with({ $0 }) else { return }
      let found = code { _ = try injector.resolve(Base.self) }.map { "\($0)" } ?? "resolved"
      codes.with { $0.append(found) }
    }
  }

  @Test @MainActor func theMainActorTakesTheSameWays() throws {
    func codes(_ bind: @escaping @MainActor (Binder) -> Void) throws -> [String] {
      let probe = Probe()
      let injector = try Injector(options: .init(observers: [probe])) { binder in bind(binder) }
      probe.injector.with { $0 = injector }
      defer { probe.injector.with { $0 = nil } }
      _ = try? injector.resolve(Base.self)
      return probe.codes.with { $0 }
    }
    #expect(
      try codes { $0.onMainActor.bind(Base.self).toNothing() }
        == codes { $0.bind(Base.self).toNothing() })
  }
}

#if !canImport(Darwin)
  private nonisolated func startElsewhere(
    _ injector: Injector, _ note: @escaping @Sendable (() throws -> Void) -> Void
  ) {
    Task.immediate {
      note { _ = try injector.resolve(Model.self) }
      note { try injector.injectDependencies(into: screen() as AnyObject) }
    }
  }
#endif
