import Foundation
import Infusion
import Testing

private final class Engine {}
private final class Stubborn: AwakesFromInjection {
  func awakeFromInjection() throws { throw Mishap() }
}
private final class Owner: Injectable {
  var stubborn: Stubborn!
  static var requires: [PartialKeyPath<Owner>] { [\.stubborn] }
}

/// Events that observers receive during a preparation.
@Suite(.timeLimit(.minutes(5)))
struct PreparationObservingTests {
  private final class Hearer: InjectionObserver {
    let journal = SafeJournal()
    let longest = SafeDuration()
    func willCreate(_ event: InjectionEvent) { journal.note("will \(event.key)") }
    func didCreate(_ event: InjectionEvent) {
      journal.note("did \(event.key)")
      longest.note(event.duration)
    }
    func didFail(_ event: InjectionEvent, _ error: InjectionError) {
      journal.note("failed \(event.key) \(error.code)")
    }
  }

  private let hearer = Hearer()
  private var options: Injector.Options { .init(observers: [hearer]) }

  /// A member of a ring of properties begins with its closure, in no other value.
  @Test func anEventEndsWithTheDepthThatItBeganWith() async throws {
    final class Depths: InjectionObserver {
      let journal = SafeJournal()
      func willCreate(_ event: InjectionEvent) { journal.note("\(event.key) \(event.depth)") }
      func didCreate(_ event: InjectionEvent) { journal.note("\(event.key) \(event.depth)") }
    }
    final class Left: @unchecked Sendable { var right: Right! }
    final class Right: @unchecked Sendable { var left: Left! }
    let depths = Depths()
    let injector = try Injector(options: .init(observers: [depths])) { binder in
      binder.bind(Left.self).toAsync { Left() }.injecting(\.right)
      binder.bind(Right.self).toAsync { Right() }.injecting(\.left)
    }
    try await injector.prepare()
    #expect(depths.journal.all.sorted() == ["Left 0", "Left 0", "Right 0", "Right 0"])
    try injector.resolve(Left.self).right = nil
  }

  @Test func aClosureThatFailsIsReported() async throws {
    let injector = try Injector(options: options) { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
    }
    _ = try? await injector.prepare()
    #expect(hearer.journal.all == ["will Int", "failed Int providerFailed"])
  }

  @Test func closuresOfTheMainActorAreReported() async throws {
    let injector = try Injector(options: options) { binder in
      binder.onMainActor.bind(Int.self).toAsync { 1 }
      binder.onMainActor.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
    }
    try await injector.prepare()
    #expect(hearer.journal.all.filter { $0.hasPrefix("will") } == ["will Int", "will String"])
  }

  @Test(arguments: [false, true])
  func aClosureWhoseResultIsDroppedIsReported(isBoundAgain: Bool) async throws {
    let gate = TaskGate()
    let injector = try Injector(options: options) { binder in
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    if isBoundAgain {
      try injector.update { $0.bind(Int.self).to { 2 } }
    } else {
      task.cancel()
    }
    await gate.open()
    _ = await task.result
    #expect(hearer.journal.all == ["will Int", "failed Int cancelled"])
  }

  @Test func aClosureThatDoesNotStartIsNotReported() async throws {
    let gate = TaskGate()
    let injector = try Injector(options: options) { binder in
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    task.cancel()
    await gate.open()
    _ = await task.result
    #expect(hearer.journal.all == ["will Int", "failed Int cancelled"])
  }

  @Test func eachClosureWhoseResultCannotBeUsedIsReportedOnce() async throws {
    let injector = try Injector(options: options) { binder in
      binder.bind(Stubborn.self).toAsync { Stubborn() }
      binder.bind(Owner.self).toAsync { Owner() }
    }
    _ = try? await injector.prepare()
    #expect(Set(hearer.journal.all.prefix(2)) == ["will Stubborn", "will Owner"])
    #expect(
      hearer.journal.all.dropFirst(2)
        == ["failed Stubborn providerFailed", "failed Owner providerFailed"])
  }

  /// The second failure leaves nothing to wait for while the observer still hears of the first one.
  @Test func observersHaveHeardOfEachFailureWhenTheCallEnds() async throws {
    final class Slow: InjectionObserver {
      let journal = SafeJournal()
      func didFail(_ event: InjectionEvent, _ error: InjectionError) {
        if event.key == Key(Int.self) {
          journal.note("hears Int")
          Thread.sleep(forTimeInterval: 0.2)
        }
        journal.note("heard \(event.key)")
      }
    }
    let slow = Slow()
    let injector = try Injector(options: .init(observers: [slow])) { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(String.self).toAsync {
        while slow.journal.all.isEmpty { await Task.yield() }
        throw Mishap()
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .several)
    #expect(Set(slow.journal.all) == ["hears Int", "heard Int", "heard String"])
  }

  /// The observer drops an object of another injector, and then makes a request.
  @Test func anObserverThatHasDroppedAResultDoesNotObserveItself() async throws {
    final class Asking: InjectionObserver {
      let journal = SafeJournal()
      let others = Guarded<[Injector]>([])
      func didCreate(_ event: InjectionEvent) {
        journal.note("did \(event.key)")
        let others = others.withLock { $0 }
        guard others.count == 2, event.key == Key(String.self) else { return }
        try? others[0].shutdown()
        _ = try? others[1].resolve(Double.self)
      }
      func didFail(_ event: InjectionEvent, _ error: InjectionError) {
        journal.note("failed \(event.key)")
      }
    }
    let (asking, waiting) = (Asking(), TaskGate())
    let options = Injector.Options(observers: [asking])
    let ending = try Injector(options: options) { binder in
      binder.bind(Stubborn.self).toAsync {
        await waiting.passWithoutBeingCancelled()
        return Stubborn()
      }
      // It is delivered, and waits for the other object.
      binder.bind(Owner.self).toAsync { Owner() }
    }
    let injector = try Injector(options: options) { binder in
      binder.bind(String.self).to { "" }
      binder.bind(Double.self).to { 1 }
    }
    asking.others.withLock { $0 = [ending, injector] }
    let call = Task { try await ending.prepare() }
    await waiting.arrivals(1)
    // Waits until the closure of the owner has ended.
    for _ in 0..<1_000 { await Task.yield() }
    _ = try injector.resolve(String.self)
    #expect(asking.journal.all == ["did String", "failed Owner"])
    await waiting.open()
    _ = await call.result
  }

  /// What ends because an observer shuts down the injector is no request of the observer.
  @Test func aClosureWhoseResultAnObserverDropsIsReported() async throws {
    final class Stopping: InjectionObserver {
      let journal = SafeJournal()
      let injector = Guarded<Injector?>(nil)
      func didFail(_ event: InjectionEvent, _ error: InjectionError) {
        journal.note("failed \(event.key)")
        try? injector.withLock { $0.take() }?.shutdown()
      }
    }
    let (stopping, failing, waiting) = (Stopping(), TaskGate(), TaskGate())
    let injector = try Injector(options: .init(observers: [stopping])) { binder in
      binder.bind(Int.self).toAsync {
        await failing.passWithoutBeingCancelled()
        throw Mishap()
      }
      binder.bind(Stubborn.self).toAsync {
        await waiting.passWithoutBeingCancelled()
        return Stubborn()
      }
      // It is delivered, and waits for the other object.
      binder.bind(Owner.self).toAsync { Owner() }
    }
    stopping.injector.withLock { $0 = injector }
    let call = Task { try await injector.prepare() }
    await failing.arrivals(1)
    await waiting.arrivals(1)
    for _ in 0..<1_000 { await Task.yield() }
    await failing.open()
    while !injector.isShutDown { await Task.yield() }
    await waiting.open()
    _ = await call.result
    #expect(Set(stopping.journal.all) == ["failed Int", "failed Owner", "failed Stubborn"])
  }

  @Test(arguments: [false, true])
  func whatAPreparationCreatesByTheWayIsReported(fails: Bool) async throws {
    let injector = try Injector(options: options) { binder in
      binder.bind(Owner.self).toAsync { Owner() }
      binder.bind(Stubborn.self).to {
        if fails { throw Mishap() }
        return Stubborn()
      }.in(.singleton).asIs()
    }
    _ = try? await injector.prepare()
    #expect(
      hearer.journal.all
        == (fails
          ? [
            "will Owner", "will Stubborn", "failed Stubborn providerFailed",
            "failed Owner providerFailed",
          ]
          : ["will Owner", "will Stubborn", "did Stubborn", "did Owner"]))
  }

  @Test func waitingForAnUnpreparedValueIsNoFailure() async throws {
    let injector = try Injector(options: options) { binder in
      binder.bind(Engine.self).toAsync { Engine() }
      binder.bind(String.self).to { injector in
        _ = try injector.resolve(Engine.self)
        return "text"
      }
    }
    #expect(try await injector.prepared(String.self) == "text")
    #expect(hearer.journal.all.filter { $0.hasPrefix("failed") } == [])
    #expect(hearer.journal.all.count { $0 == "will Engine" } == 1)
    #expect(hearer.journal.all.filter { $0.hasPrefix("did") } == ["did Engine", "did String"])
  }

  @Test func requestingAnUnpreparedValueIsAFailure() throws {
    let injector = try Injector(options: options) { $0.bind(Engine.self).toAsync { Engine() } }
    _ = try? injector.resolve(Engine.self)
    #expect(hearer.journal.all.last == "failed Engine notPrepared")
  }

  @Test func theDurationIsThatOfTheClosure() async throws {
    let spent = SafeDuration()
    let injector = try Injector(options: options) { binder in
      binder.bind(Int.self).toAsync {
        let clock = ContinuousClock()
        let begun = clock.now
        // Waits until the clock moves on.
        while clock.now == begun { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
        spent.note(begun.duration(to: clock.now))
        return 1
      }
    }
    try await injector.prepare()
    #expect(hearer.journal.all == ["will Int", "did Int"])
    let (told, closure) = (try #require(hearer.longest.value), try #require(spent.value))
    #expect(told >= closure)
  }
}

/// The longest noted duration.
private final class SafeDuration: Sendable {
  private let noted = Guarded<Duration?>(nil)
  func note(_ duration: Duration?) {
    guard let duration else { return }
    noted.withLock { $0 = max($0 ?? .zero, duration) }
  }
  var value: Duration? { noted.withLock { $0 } }
}
