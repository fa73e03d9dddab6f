import Foundation
import Infusion
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}
private final class Holder: Injectable, DefaultInitializable, Scoped {
  static var scope: Scope { .singleton }
  var part: Lazy<Part>!
  static var requires: Requirements { requiring(\.part) }
}

/// Preparations within calls, releases and tasks that they are no part of.
struct PreparationContextTests {
  // MARK: - Calls that are under way

  /// The enclosing call goes on seeing the binding that nothing prepares any more.
  @Test func aTaskWithinARequestWaitsForNothingThatIsReplaced() async throws {
    let outcome = TaskOutcome()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync { Part(1) }
      binder.bind(Int.self).to { injector in
        _ = onThreads(1) { _ in try injector.update { $0.bind(Part.self).toAsync { Part(2) } } }
        outcome.start { try await injector.prepared(Part.self).number }
        return 1
      }
    }
    #expect(onThreads(1) { _ in try injector.resolve(Int.self) }.count == 1)
    // The task has gone on elsewhere, or sees what the call sees.
    let code = await outcome.code
    #expect(code == nil || code == .notPrepared)
    #expect(try await injector.prepared(Part.self).number == 2)
  }

  @Test func aTaskWithinAnUpdatePreparesWhatIsInForce() async throws {
    let outcome = TaskOutcome()
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Part.self).toAsync { Part() }
      binder.bind(Int.self).to { injector in
        outcome.start {
          try await injector.prepare()
          return 1
        }
        return 1
      }.asEagerSingleton()
    }
    #expect(await outcome.code == nil)
    #expect(try await injector.prepared(Part.self).number == 0)
  }

  // MARK: - What exists

  @Test(arguments: [false, true])
  func aPreparationCountsWhatExistingObjectsRequestLater(isEager: Bool) async throws {
    let parent = try Injector { $0.bind(Part.self).toAsync { Part() } }
    let child = try parent.makeChild { binder in
      if isEager {
        binder.bind(Holder.self).asEagerSingleton()
      } else {
        binder.bind(Holder.self).to(instance: Holder(), injecting: true)
      }
    }
    try await child.prepare()
    #expect(try child.resolve(Holder.self).part.get() === parent.resolve(Part.self))
    _ = parent.releaseSingletons()
    try await child.prepare()
    _ = try parent.resolve(Part.self)
  }

  private final class Piece: Injectable {
    var part: Lazy<Part>!
    static var requires: Requirements { requiring(\.part) }
  }
  private final class Whole: Injectable {
    var piece: Piece!
    static var requires: Requirements { requiring(\.piece) }
  }

  /// The parts of an existing object request their values later, too.
  @Test func aPreparationCountsWhatPartsOfExistingObjectsRequestLater() async throws {
    let parent = try Injector { binder in
      binder.bind(Part.self).toAsync { Part() }
      binder.bind(Piece.self).to { Piece() }
    }
    let child = try parent.makeChild { $0.bind(Whole.self).to { Whole() }.in(.singleton) }
    let whole = try child.resolve(Whole.self)
    try await child.prepare()
    #expect(try whole.piece.part.get() === parent.resolve(Part.self))
  }

  // MARK: - Tasks that outlive a release

  private final class Leaving: ReleasesAsynchronouslyFromInjection, Sendable {
    let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    func releaseFromInjection() async throws { leave() }
  }

  @Test func aTaskThatAReleaseHasStartedIsNoPartOfItLater() async throws {
    let (gate, journal) = (TaskGate(), SafeJournal())
    let (begun, mayEnd) = (TaskGate(), TaskGate())
    let later = Guarded<Task<Void, any Error>?>(nil)
    let first = try Injector { binder in
      binder.bind(Leaving.self).to {
        Leaving {
          let task = Task {
            await gate.passWithoutBeingCancelled()
            let second = try Injector { binder in
              binder.bind(Part.self).toAsync {
                await begun.open()
                await mayEnd.passWithoutBeingCancelled()
                journal.note("closure")
                return Part()
              }
            }
            let call = Task { try await second.prepare() }
            await begun.passWithoutBeingCancelled()
            let opening = Task {
              while !second.isShutDown { await Task.yield() }
              // A shutdown that does not wait for the closure returns before it.
              for _ in 0..<1_000 { await Task.yield() }
              await mayEnd.open()
            }
            try await second.shutdownGracefully()
            journal.note("shutdown")
            await opening.value
            _ = await call.result
          }
          later.withLock { $0 = task }
        }
      }.in(.singleton)
    }
    _ = try first.resolve(Leaving.self)
    try await first.shutdownGracefully()
    await gate.open()
    try await later.withLock { $0 }?.value
    #expect(journal.all == ["closure", "shutdown"])
  }

  // MARK: - Tasks that a closure starts

  /// What such a task receives is none of the closure's values.
  @Test func aTaskOfAClosureReceivesNothingForTheClosure() async throws {
    let (tally, gate) = (TaskTally(), TaskGate())
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }.in(.singleton)
      binder.bind(Int.self).toAsync { injector in
        await tally.count("closure")
        let task = Task { _ = try await injector.prepared(Part.self) }
        try await task.value
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
    let call = Task { try await injector.prepared(Int.self) }
    await gate.arrivals(1)
    try injector.update { $0.bind(Part.self).to { Part() }.in(.singleton) }
    await gate.open()
    #expect(try await call.value == 1)
    #expect(await tally.total == 1)
  }

  private final class Awaking: AwakesFromInjection, Sendable {
    let journal: SafeJournal
    init(_ journal: SafeJournal) { self.journal = journal }
    func awakeFromInjection() throws { journal.note("awake") }
  }

  /// The object is complete all the same.
  @Test func anObjectThatATaskOfAClosureHandsOnAwakesOnce() async throws {
    let journal = SafeJournal()
    let injector = try Injector { binder in
      binder.bind(Awaking.self).to { Awaking(journal) }
      binder.bind((any Sendable).self).toAsync { injector in
        try await Task { try await injector.prepared(Awaking.self) }.value
      }
    }
    try await injector.prepare()
    #expect(journal.all == ["awake"])
  }

  // MARK: - Changes

  @Test func aCancellationHandlerMayChangeTheInjector() async throws {
    let (gate, journal) = (TaskGate(), SafeJournal())
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Part.self).toAsync { injector in
        await withTaskCancellationHandler {
          await gate.passWithoutBeingCancelled()
        } onCancel: {
          journal.note(
            "\(code { try injector.update { $0.bind(Int.self).to { 1 } } }, default: "-")")
        }
        return Part()
      }
    }
    let call = Task { try await injector.prepared(Part.self).number }
    await gate.arrivals(1)
    try injector.update { $0.bind(Part.self).toAsync { Part(2) } }
    #expect(journal.all == ["-"])
    #expect(try injector.resolve(Int.self) == 1)
    await gate.open()
    #expect(try await call.value == 2)
  }

  // MARK: - Shutdowns

  private final class Ending: ReleasesFromInjection {
    let injector: Injector
    let outcome: TaskOutcome
    init(_ injector: Injector, _ outcome: TaskOutcome) {
      (self.injector, self.outcome) = (injector, outcome)
    }
    func releaseFromInjection() throws {
      let injector = injector
      outcome.start {
        try await injector.shutdownGracefully()
        return 1
      }
    }
  }

  private struct EndingModule: UnloadableModule {
    let outcome: TaskOutcome
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) throws {
      outcome.start {
        try await injector.shutdownGracefully()
        return 1
      }
    }
  }

  @Test func codeOfAShutdownMayAskForItWithoutAwaitingItHere() async throws {
    let outcome = TaskOutcome()
    let injector = try Injector { binder in
      binder.bind(Ending.self).to { Ending($0, outcome) }.in(.singleton)
    }
    _ = try injector.resolve(Ending.self)
    try injector.shutdown()
    #expect(await outcome.code == nil)
    let unloading = TaskOutcome()
    try await Injector(EndingModule(outcome: unloading)).shutdownGracefully()
    #expect(await unloading.code == nil)
  }

  /// The creator ends only when the closure does.
  @Test(arguments: [false, true])
  func aShutdownCancelsWhatACreatorWaitsFor(isGraceful: Bool) async throws {
    let begun = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await begun.open()
        try await Task.sleep(for: .seconds(100_000))
        return Part()
      }
      binder.bind(Int.self).to { injector in
        let gate = Gate()
        Task.detached {
          _ = try? await injector.prepared(Part.self)
          gate.open()
        }
        gate.wait()
        return 1
      }.in(.singleton)
    }
    let creation = Task.detached {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          _ = code { _ = try injector.resolve(Int.self) }
          continuation.resume()
        }
      }
    }
    await begun.passWithoutBeingCancelled()
    if isGraceful {
      try await injector.shutdownGracefully()
    } else {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          _ = code { try injector.shutdown() }
          continuation.resume()
        }
      }
    }
    await creation.value
    #expect(injector.isShutDown)
  }

  /// No call that awaits keeps a thread of the tasks from what the shutdown waits for.
  @Test func callsThatAwaitAShutdownBlockNoThread() async throws {
    let (gate, released) = (Gate(), Gate())
    let injector = try Injector { binder in
      binder.bind(Bridging.self).to { Bridging(gate, released) }.in(.singleton)
    }
    _ = try injector.resolve(Bridging.self)
    let shutdown = Task.detached {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          _ = code { try injector.shutdown() }
          continuation.resume()
        }
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        released.wait()
        continuation.resume()
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<32 { group.addTask { try? await injector.shutdownGracefully() } }
      group.addTask { gate.open() }
    }
    await shutdown.value
    #expect(injector.isShutDown)
  }

  private final class Bridging: ReleasesFromInjection {
    let (gate, released): (Gate, Gate)
    init(_ gate: Gate, _ released: Gate) { (self.gate, self.released) = (gate, released) }
    func releaseFromInjection() throws {
      released.open()
      gate.wait()
    }
  }
}

/// How a task has ended that user code starts at once, on its own thread.
private final class TaskOutcome: Sendable {
  private let task = Guarded<Task<Int, any Error>?>(nil)

  func start(_ body: @escaping @Sendable () async throws -> Int) {
    let started = Task.immediate { try await body() }
    task.withLock { $0 = started }
  }

  /// The code of its error; nil if it has succeeded.
  var code: InjectionError.Code? {
    get async {
      guard let task = task.withLock({ $0 }) else { return nil }
      do {
        _ = try await task.value
        return nil
      } catch { return (error as? InjectionError)?.code }
    }
  }
}
