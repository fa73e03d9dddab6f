import Infusion
import Testing

/// What ends within the injector may ask the injector, and nothing that was made is forgotten.
@Suite(.timeLimit(.minutes(5)))
struct LettingGoTests {
  /// An object that does something when it ends.
  private final class LastWord: @unchecked Sendable {
    private let say: () -> Void
    init(_ say: @escaping () -> Void) { self.say = say }
    deinit { say() }
  }

  private final class Door: ReleasesFromInjection {
    let closed: Counter
    init(_ closed: Counter) { self.closed = closed }
    func releaseFromInjection() { closed.increment() }
  }

  private struct NotThere: Error {}

  @Test
  func whatARequestReplacesMayChangeTheInjectorWhenItEnds() throws {
    let parent = try Injector { _ in }
    let injector = try parent.makeChild { _ in }
    func bind(_ text: String) throws {
      let word = LastWord { injector.releaseSingletons() }
      try injector.update { binder in
        binder.bind(String.self).to { withExtendedLifetime(word) { text } }
      }
    }
    try bind("0")
    try injector.update { binder in
      binder.bind([String].self).to { injector in
        var found = [try injector.resolve(String.self)]
        for number in 1...20 {
          try bind("\(number)")
          found.append(try injector.resolve(String.self))
          found.append(try injector.resolve(String.self))
        }
        return found
      }
    }
    let expected = ["0"] + (1...20).flatMap { ["\($0)", "\($0)"] }
    #expect(try injector.resolve([String].self) == expected)
    try injector.update { $0.bind(String.self).to { "" } }
  }

  /// A singleton of an old state is all that keeps the state that replaced it.
  @Test
  func whatAShutdownLetsGoMayAskTheInjector() throws {
    let closed = Counter()
    let asked = Counter()
    let injector = try Injector { binder in
      binder.bind(Door.self).to { Door(closed) }.in(.singleton)
    }
    let isInside = Latch()
    let mayEnd = Latch()
    try injector.update { binder in
      binder.bind(Int.self).to { injector in
        _ = try injector.resolve(Door.self)
        isInside.countDown()
        return mayEnd.wait() ? 1 : 0
      }
    }
    let hasEnded = Latch()
    startThread {
      unexpected {
        let number = try injector.resolve(Int.self)
        #expect(number == 1)
      }
      hasEnded.countDown()
    }
    #expect(isInside.wait())
    try injector.update { binder in
      let word = LastWord {
        _ = injector.hasBinding(Int.self)
        asked.increment()
      }
      binder.bind(String.self).to { withExtendedLifetime(word) { "" } }
    }
    try injector.update { binder in
      binder.unbind(Door.self)
      binder.unbind(String.self)
    }
    onThreads(1) { _ in unexpected { try injector.shutdown() } }
    #expect(closed.value == 1)
    mayEnd.countDown()
    #expect(hasEnded.wait())
    expectEventually { asked.value == 1 }
  }

  /// The request began before the update; it or the shutdown releases what it has completed.
  @Test
  func whatAnOlderRequestMakesDuringAShutdownIsReleased() throws {
    let closed = Counter()
    let isMaking = Latch()
    let mayEnd = Latch()
    let hasEnded = Latch(2)
    let injector = try Injector { binder in
      binder.bind(Door.self, named: "other").to { Door(closed) }
      binder.bind(Door.self).to {
        isMaking.countDown()
        _ = mayEnd.wait()
        return Door(closed)
      }.in(.singleton)
    }
    // An injector that has ended plans no class that it has not met.
    _ = try injector.resolve(Door.self, named: "other")
    startThread {
      unexpected { _ = try injector.resolve(Door.self) }
      hasEnded.countDown()
    }
    #expect(isMaking.wait())
    try injector.update { $0.unbind(Door.self) }
    startThread {
      unexpected { try injector.shutdown() }
      hasEnded.countDown()
    }
    while !injector.isShutDown { yieldThread() }
    mayEnd.countDown()
    #expect(hasEnded.wait())
    #expect(closed.value == 1)
  }

  /// The closure lets go of an injector of its own, which could not be prepared.
  @Test
  func whatAPreparingClosureLetsGoMayChangeTheInjector() async throws {
    let changed = Counter()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector -> Int in
        let word = LastWord {
          unexpected { try injector.update { $0.bind(Bool.self).to { true } } }
          changed.increment()
        }
        let other = try Injector { binder in
          binder.bind(String.self).toAsync { () async throws -> String in
            try withExtendedLifetime(word) { throw NotThere() }
          }
        }
        _ = try? await other.prepared(String.self)
        return 1
      }
    }
    #expect(try await injector.prepared(Int.self) == 1)
    #expect(changed.value == 1)
  }

  @Test
  func aThreadDoesNotKeepAnInjectorThatWasNotPrepared() throws {
    let live = Counter()
    do {
      let injector = try Injector { binder in
        binder.bind(LivePart.self).to { LivePart(live) }.in(.singleton)
        binder.bind(Int.self).toAsync { 1 }
      }
      _ = try injector.resolve(LivePart.self)
      #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
    }
    #expect(live.value == 0)
  }

  /// A closure does without what is not prepared; the call that waits has its answer.
  @Test
  func aThreadDoesNotKeepAnInjectorWhoseClosuresDoWithout() async throws {
    let live = Counter()
    do {
      let injector = try Injector { binder in
        binder.bind(LivePart.self).to { LivePart(live) }.in(.singleton)
        binder.bind(Int.self).toAsync { 1 }
        binder.bind(String.self).to { injector in
          _ = try injector.resolve(LivePart.self)
          return (try? injector.resolve(Int.self)).map { "\($0)" } ?? "none"
        }
      }
      #expect(try await injector.prepared(String.self) == "none")
    }
    #expect(live.value == 0)
  }
}
