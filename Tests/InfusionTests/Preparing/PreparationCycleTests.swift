import Infusion
import Testing

private protocol Store: AnyObject {}
private final class One: Injectable, Store {
  var two: Two!
  static var requires: [PartialKeyPath<One>] { [\.two] }
}
private final class Two: Injectable {
  var store: (any Store)!
  static var requires: [PartialKeyPath<Two>] { [\.store] }
}
private final class Link: Injectable {
  var text: String!
  static var requires: [PartialKeyPath<Link>] { [\.text] }
}

#if !canImport(Darwin)
  private final class Clock: Sendable {}
  private final class Ring: Injectable {
    var awakening: Awakening!
    var last: Last!
    static var requires: Requirements { requiring(\.awakening, \.last) }
  }
  /// Awakes while its ring is being completed.
  private final class Awakening: Injectable, AwakesFromInjection {
    var ring: Ring!
    private var injector: Injector!
    private let call: @Sendable (Injector) -> Void
    init(_ call: @escaping @Sendable (Injector) -> Void) { self.call = call }
    static var requires: Requirements { requiring(\.ring, \.injector) }
    func awakeFromInjection() { call(injector) }
  }
  private final class Last: Injectable {
    var ring: Ring!
    static var requires: Requirements { requiring(\.ring) }
  }
#endif

@Suite(.timeLimit(.minutes(5)))
struct PreparationCycleTests {
  @Test func aCycleThroughClosuresIsFoundBeforeAnythingRuns() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync(uses: String.self) { text in
        await tally.count("int")
        return text.count
      }
      // Through a synchronous binding.
      binder.bind(String.self).toInitializer { (number: Double) in "\(number)" }
      binder.bind(Double.self).toAsync(uses: Int.self) { number in
        await tally.count("double")
        return Double(number)
      }
      binder.bind(Bool.self).toAsync {
        await tally.count("bool")
        return true
      }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("Int → Double → Int"))
    #expect(await tally.total == 0)
    #expect(try failure { try injector.validate() }.code == .cyclicDependency)
  }

  @Test func aClosureThatUsesItselfThroughAPropertyIsACycle() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync(uses: Link.self) { _ in "" }
      binder.bind(Link.self).toAsync {
        await tally.count("link")
        return Link()
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .cyclicDependency)
    #expect(await tally.total == 0)
    #expect(try failure { try injector.validate() }.code == .cyclicDependency)
  }

  @Test func severalCyclesAreReportedTogether() async throws {
    let injector = try Injector { binder in
      for letter in ["a", "b"] {
        let (first, second) = (Name(letter), Name("\(letter)2"))
        binder.bind(Int.self, named: first).toAsync(uses: Key(Int.self, named: second)) { _ in 1 }
        binder.bind(Int.self, named: second).toAsync(uses: Key(Int.self, named: first)) { _ in 1 }
      }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.map(\.code) == [.cyclicDependency, .cyclicDependency])
  }

  @Test func closuresThatAskForEachOtherAreACycle() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { try await $0.prepared(String.self).count }
      binder.bind(String.self).toAsync { injector in
        // A child task waits on behalf of its closure, too.
        async let number = injector.prepared(Double.self)
        return "\(try await number)"
      }
      binder.bind(Double.self).toAsync { Double(try await $0.prepared(Int.self)) }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(
      error.code == .cyclicDependency || error.errors.allSatisfy { $0.code == .cyclicDependency })
    // Nothing is blocked: the next attempt throws the same error.
    #expect(
      try await asyncFailure { _ = try await injector.prepared(Int.self) }.code == .cyclicDependency
    )
  }

  @Test func aCycleShowsEveryClosureOnTheWay() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { try await $0.prepared(String.self).count }
      binder.bind(String.self).toAsync(uses: Double.self) { "\($0)" }
      binder.bind(Double.self).toAsync(uses: Int.self) { Double($0) }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("Int → String → Double → Int"))
  }

  @Test func aCycleShowsTheClosuresBehindAValueThatIsMadeAtOnce() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { try await $0.prepared([String].self).count }
      binder.bind([String].self).toInitializer { (text: String) in [text] }
      binder.bind(String.self).toAsync(uses: Double.self) { "\($0)" }
      binder.bind(Double.self).toAsync(uses: Int.self) { Double($0) }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("Int → String → Double → Int"))
  }

  @Test func aClosureThatAsksForItselfIsACycle() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { try await $0.prepared(Int.self) }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .cyclicDependency)
  }

  /// Only the synchronous closure reveals what the property needs.
  @Test func aClosureThatUsesItselfThroughAnUndeclaredNeedIsACycle() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync(uses: Link.self) { _ in 1 }
      binder.bind(String.self).to { "\(try $0.resolve(Int.self))" }
      binder.bind(Link.self).toAsync { Link() }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .cyclicDependency)
  }

  @Test func aClosureMayUseASynchronousCycleOfProperties() async throws {
    let injector = try Injector { binder in
      binder.bind((any Store).self).to(One.self) { $0 }
      binder.bind(One.self).to { One() }.in(.singleton)
      binder.bind(Two.self).to { Two() }.in(.singleton)
      binder.bind(Int.self).toAsync(uses: Two.self) { two in
        defer { (two.store as? One)?.two = nil }
        return (two.store as? One)?.two === two ? 1 : 0
      }
    }
    #expect(try await injector.prepared(Int.self) == 1)
  }

  @Test func aCycleOfPropertiesThroughAnExistentialCloses() async throws {
    let injector = try Injector { binder in
      binder.bind((any Store).self).toAsync { One() }
      binder.bind(Two.self).toAsync { Two() }
    }
    try await injector.prepare()
    let two = try injector.resolve(Two.self)
    #expect((two.store as? One)?.two === two)
    (two.store as? One)?.two = nil
  }

  @Test func forbiddenCyclesAreErrorsOfPreparationToo() async throws {
    let injector = try Injector(options: .init(forbidsCycles: true)) { binder in
      binder.bind(One.self).toAsync { One() }
      binder.bind((any Store).self).to(One.self) { $0 }
      binder.bind(Two.self).toAsync { Two() }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .cyclicDependency)
  }

  /// Nothing waits for the task, so the closure ends, and the task receives its value.
  @Test func aTaskThatAClosureStartsMayRequestItsResult() async throws {
    let (results, continuation) = AsyncStream<Result<Int, any Error>>.makeStream()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector in
        Task {
          do {
            continuation.yield(.success(try await injector.prepared(Int.self)))
          } catch {
            continuation.yield(.failure(error))
          }
        }
        // Waits until the task has asked.
        for _ in 0..<1_000 { await Task.yield() }
        return 1
      }
    }
    try await injector.prepare()
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.get() == 1)
  }

  /// The closure has ended, but its value still waits for a property.
  @Test func aTaskThatAClosureStartedMayRequestItsResultInAChildTask() async throws {
    let (ended, property) = (TaskGate(), TaskGate())
    let (results, continuation) = AsyncStream<Result<String?, any Error>>.makeStream()
    let injector = try Injector { binder in
      binder.bind(Link.self).toAsync { injector in
        Task {
          await ended.passWithoutBeingCancelled()
          do {
            async let link = injector.prepared(Link.self)
            continuation.yield(.success(try await link.text))
          } catch {
            continuation.yield(.failure(error))
          }
        }
        return Link()
      }
      binder.bind(String.self).toAsync {
        await property.passWithoutBeingCancelled()
        return "text"
      }
    }
    let call = Task { try await injector.prepare() }
    await ended.arrivals(1)
    await property.arrivals(1)
    // Waits until the closure has ended, and then until the task has asked.
    for _ in 0..<1_000 { await Task.yield() }
    await ended.open()
    for _ in 0..<1_000 { await Task.yield() }
    await property.open()
    try await call.value
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.get() == "text")
  }

  #if !canImport(Darwin)
    /// The task begins before the awake ends, on the same thread.
    @Test(arguments: [false, true])
    func aTaskThatStartsInAnAwakeMayAwaitAnother(isPrepared: Bool) async throws {
      let (clocks, continuation) = AsyncStream<Result<Clock, any Error>>.makeStream()
      let injector = try Injector { binder in
        if isPrepared {
          binder.bind(Clock.self).toAsync { Clock() }
        } else {
          binder.bind(Clock.self).to { Clock() }.in(.singleton)
        }
        binder.bind(Ring.self).toAsync {
          for _ in 0..<100 { await Task.yield() }
          return Ring()
        }
        binder.bind(Awakening.self).toAsync {
          Awakening { injector in
            Task.immediate {
              do {
                continuation.yield(.success(try await injector.prepared(Clock.self)))
              } catch {
                continuation.yield(.failure(error))
              }
            }
          }
        }
        binder.bind(Last.self).toAsync { Last() }
      }
      let clock = try await injector.prepared(Clock.self)
      try await injector.prepare()
      let ring = try injector.resolve(Ring.self)
      #expect(ring.awakening.ring === ring && ring.last.ring === ring)
      #expect(try injector.resolve(Awakening.self) === ring.awakening)
      var iterator = clocks.makeAsyncIterator()
      #expect(try await iterator.next()?.get() === clock)
      (ring.awakening, ring.last) = (nil, nil)
    }
  #endif

  @Test func aChildTaskCountsAsPartOfItsClosure() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector in
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await injector.prepared(Int.self) }
          return try await group.next() ?? 0
        }
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .cyclicDependency)
  }
}
