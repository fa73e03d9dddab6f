import Infusion
import Testing

/// Code that runs at the end of an object may use the injector, and no created object is forgotten.
@Suite(.timeLimit(.minutes(5)))
struct LettingGoTests {
  /// An object that runs a closure when it is released.
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

  /// Other threads replace what a call has seen: the call lets go of it at its end.
  @Test func aCallLetsGoOfTheYoungestInjectorFirst() throws {
    let order = Locked<[Int]>([])
    let injectors = try (0..<8).map { number in
      try Injector { binder in
        binder.bind(LastWord.self).to { LastWord { order.with { $0.append(number) } } }
          .in(.singleton)
      }
    }
    _ = try Injector().create {
      for injector in injectors { _ = try injector.resolve(LastWord.self) }
      onThreads(1) { _ in
        unexpected {
          for injector in injectors { try injector.update { $0.unbind(LastWord.self) } }
        }
      }
      #expect(order.current == [])
      return LastWord {}
    }
    #expect(order.current == [7, 6, 5, 4, 3, 2, 1, 0])
  }

  /// What a call makes once for itself goes when no request of it can ask any more.
  @Test(arguments: [false, true])
  func aLongCallKeepsNoInstancesOfBindingsThatHaveGone(ofChildren: Bool) throws {
    let live = Counter()
    let injector = try Injector { $0.bind(LivePart.self).to { LivePart(live) }.in(.graph) }
    var most = 0
    _ = try injector.create {
      let first = try injector.resolve(LivePart.self)
      for number in 1...2_000 {
        if ofChildren {
          let child = try injector.makeChild { binder in
            binder.bind(LivePart.self).to { LivePart(live, number) }.in(.graph)
          }
          #expect(try child.resolve(LivePart.self) === child.resolve(LivePart.self))
        } else {
          try injector.update { binder in
            binder.bind(LivePart.self).to { LivePart(live, number) }.in(.graph)
          }
          #expect(try injector.resolve(LivePart.self) === injector.resolve(LivePart.self))
        }
        most = max(most, live.value)
      }
      if ofChildren { #expect(try injector.resolve(LivePart.self) === first) }
      return LastWord {}
    }
    #expect(most < 200)
    #expect(live.value == 0)
  }

  /// An object under construction receives the instance of the binding with which it began.
  @Test func anObjectUnderConstructionSharesTheInstanceWithWhichItBegan() throws {
    final class Pair: Injectable {
      var first: LivePart!
      var middle: Int!
      var last: LivePart!
      static var requires: [PartialKeyPath<Pair>] { [\.first, \.middle, \.last] }
    }
    let live = Counter()
    let injector = try Injector { binder in
      binder.bind(LivePart.self).to { LivePart(live) }.in(.graph)
      binder.bind(Pair.self).to { Pair() }
      binder.bind(Int.self).to { injector in
        for number in 1...200 {
          try injector.update { binder in
            binder.bind(LivePart.self).to { LivePart(live, number) }.in(.graph)
          }
          _ = try injector.resolve(LivePart.self)
        }
        return 1
      }
    }
    let pair = try injector.resolve(Pair.self)
    #expect(pair.first.number == 0)
    #expect(pair.first === pair.last)
  }

  @Test
  func aReplacedObjectMayChangeTheInjectorWhenItEnds() throws {
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

  /// What a call drops when it ends.
  enum Dropped: CaseIterable { case replaced, injected, ofTheCall }
  /// What a request of the deinitializer would find of a call that is not over.
  enum Found: CaseIterable { case instance, completeObject, oldState }

  private final class Speaker: Injectable {
    var wheel: Wheel!
    private let word: LastWord
    init(_ word: LastWord) { self.word = word }
    static var requires: [PartialKeyPath<Speaker>] { [\.wheel] }
  }

  @Test(arguments: Dropped.allCases, Found.allCases)
  func aRequestOfADeinitializerAtTheEndOfACallFindsNothingOfThatCall(
    _ dropped: Dropped, _ found: Found
  ) throws {
    let part = CountingPart()
    var wheel: Wheel?
    var number = 0
    var isAnother: Bool?
    let other = try Injector { $0.bind(Int.self).to { 1 } }
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }.in(.graph)
      binder.bind(CountingPart.self).to { part }
    }
    let say = {
      unexpected {
        switch found {
        case .instance: isAnother = try injector.resolve(Wheel.self) !== wheel
        case .completeObject: isAnother = try injector.resolve(CountingPart.self).awakes == 2
        case .oldState: isAnother = try other.resolve(Int.self) != number
        }
      }
    }
    try injector.update { binder in
      let speaker = binder.bind(Speaker.self).to { Speaker(LastWord(say)) }
      if dropped == .ofTheCall { speaker.in(.graph) }
      if dropped == .replaced {
        let word = LastWord(say)
        binder.bind(Bool.self).to { withExtendedLifetime(word) { true } }
      }
      binder.bind(String.self).to { injector in
        if dropped == .replaced {
          try injector.update { $0.unbind(Bool.self) }
        } else {
          _ = try injector.resolve(Speaker.self)
        }
        wheel = try injector.resolve(Wheel.self)
        _ = try injector.resolve(CountingPart.self)
        number = try other.resolve(Int.self)
        onThreads(1) { _ in unexpected { try other.update { $0.bind(Int.self).to { 2 } } } }
        return ""
      }
    }
    _ = try injector.resolve(String.self)
    #expect(isAnother == true)
  }

  /// Only a singleton of an old state retains the state that replaced it.
  @Test
  func anObjectReleasedByAShutdownMayAskTheInjector() throws {
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

  /// The request began before the update. It or the shutdown releases the object that it completes.
  @Test
  func anObjectOfAnOlderRequestIsReleasedDuringAShutdown() throws {
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
    // An injector that was shut down makes no plan for a new class.
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

  /// The closure releases its own injector, which could not be prepared.
  @Test
  func anObjectReleasedByAPreparingClosureMayChangeTheInjector() async throws {
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

  /// The closure continues without a value that is not prepared; the waiting call gets a result.
  @Test
  func aThreadDoesNotKeepAnInjectorWhoseClosuresIgnoreTheError() async throws {
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

  /// The link itself belongs to no actor.
  private func injectorWithAWeakLink() throws -> Injector {
    try Injector { binder in
      binder.bind(Wheel.self, named: "weak").to(Wheel.self) { $0 }.in(.weak)
    }
  }

  /// An update ends the closure that it replaces, though an object of the scope `weak` lives on.
  @Test @MainActor
  func aWeakObjectKeepsNoClosure() throws {
    let injector = try injectorWithAWeakLink()
    let hasEnded = Latch()
    startThread { if !hasEnded.wait() { fatalError("the deinitializer never ended") } }
    defer { hasEnded.countDown() }
    var answer: Wheel?
    func bind() throws {
      let word = LastWord { [unowned injector] in answer = try? injector.resolve(named: "weak") }
      try injector.update { binder in
        binder.bind(Wheel.self).to { withExtendedLifetime(word) { Wheel() } }
      }
    }
    try bind()
    let wheel: Wheel = try injector.resolve(named: "weak")
    try injector.update { $0.bind(Wheel.self).to { Wheel() } }
    #expect(answer === wheel)
  }
}
