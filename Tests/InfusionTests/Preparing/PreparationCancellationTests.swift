import Infusion
import Testing

private class Part {}

/// Knows whether it is complete.
private final class Machine: Injectable, AwakesFromInjection {
  var part: Part!
  private(set) var isAwoken = false
  static var requires: [PartialKeyPath<Machine>] { [\.part] }
  func awakeFromInjection() { isAwoken = true }
}

@Suite(.timeLimit(.minutes(5)))
struct PreparationCancellationTests {
  @Test(arguments: 1...12)
  func cancellationLeavesNothingHalfPrepared(after count: Int) async throws {
    // The first closures pass at once, the others wait until they are cancelled.
    let schedule = Schedule(count: 30, seed: UInt64(count))
    let gate = TaskGate()
    let injector = try Injector { binder in
      for piece in schedule.pieces {
        let names = piece.needs.map { Name("\($0)") }
        binder.bind(Part.self, named: Name("\(piece.number)")).toAsync { injector in
          for name in names { _ = try await injector.prepared(Part.self, named: name) }
          if piece.number >= count { try await gate.pass() }
          return Part()
        }
        binder.bind(Machine.self, named: Name("\(piece.number)")).toAsync { Machine() }.injecting(
          \.part, named: Name("\(piece.number)"))
      }
      // Every machine requires this part by its class.
      binder.bind(Part.self).toAsync(uses: Key(Part.self, named: "0")) { _ in Part() }
    }
    let waiting = schedule.pieces.filter { piece in
      piece.number >= count && piece.needs.allSatisfy { $0 < count }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(waiting.count)
    task.cancel()
    let error = try await asyncFailure { try await task.value }
    #expect(error.code == .cancelled && error.underlying is CancellationError)

    // Each machine is complete, or does not exist.
    var prepared = 0
    for piece in schedule.pieces {
      let name = Name("\(piece.number)")
      if let machine = try? injector.resolve(Machine.self, named: name) {
        #expect(machine.isAwoken)
        #expect(machine.part === (try injector.resolve(Part.self, named: name)))
        prepared += 1
      } else {
        #expect(
          try failure { _ = try injector.resolve(Machine.self, named: name) }.code == .notPrepared)
      }
    }
    #expect(prepared < 30)

    // The next call makes the others.
    await gate.open()
    try await injector.prepare()
    for piece in schedule.pieces {
      #expect(try injector.resolve(Machine.self, named: Name("\(piece.number)")).isAwoken)
    }
  }

  @Test func aCancelledCallEndsWhenItsClosuresHave() async throws {
    let gate = TaskGate()
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await gate.passWithoutBeingCancelled()
        await tally.count("ended")
        return Part()
      }
    }
    let task = Task {
      try? await injector.prepare()
      return await tally.counts
    }
    await gate.arrivals(1)
    task.cancel()
    await gate.open()
    #expect(await task.value == ["ended": 1])
    // The closure returned a value, but too late.
    #expect(try failure { _ = try injector.resolve(Part.self) }.code == .notPrepared)
  }

  /// Each closure is cancelled with the one that waits for it.
  @Test func aLongChainOfClosuresIsCancelledOnASmallStack() async throws {
    let (gate, chain) = (TaskGate(), Guarded<[Injector]>([]))
    // The injectors do not keep one another.
    defer { chain.withLock { $0 = [] } }
    let length = 3_000
    for number in 0..<length {
      let injector = try Injector { binder in
        binder.bind(Int.self).toAsync {
          if number + 1 < length {
            let next = chain.withLock { $0[number + 1] }
            return try await next.prepared(Int.self)
          }
          try await gate.pass()
          return number
        }
      }
      chain.withLock { $0.append(injector) }
    }
    let first = chain.withLock { $0[0] }
    let call = Task { try await first.prepare() }
    await gate.arrivals(1)
    try onSmallStack { call.cancel() }
    #expect(try await asyncFailure { try await call.value }.code == .cancelled)
  }

  @Test func aCancelledCallThrowsTheFailuresThatItHasMet() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(Part.self).toAsync {
        try await gate.pass()
        return Part()
      }
    }
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let call = Task { try await injector.prepare { continuation.yield($0) } }
    var (hasBegun, hasFailed) = (false, false)
    for await progress in stream where !hasFailed {
      let isRunning = progress.running.contains(Key(Int.self))
      if hasBegun, !isRunning {
        hasFailed = true
        call.cancel()
        continuation.finish()
      }
      hasBegun = hasBegun || isRunning
    }
    #expect(try await asyncFailure { try await call.value }.underlying is Mishap)
  }

  /// Its last object has been made, and cannot be taken back.
  @Test func aCallThatIsCancelledWhileItsLastObjectAwakesSucceeds() async throws {
    final class Cancelling: AwakesFromInjection {
      let cancel: () -> Void
      init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
      func awakeFromInjection() { cancel() }
    }
    let (gate, call) = (TaskGate(), Guarded<Task<Void, any Error>?>(nil))
    let injector = try Injector { binder in
      binder.bind(Cancelling.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return Cancelling { call.withLock { $0 }?.cancel() }
      }
    }
    let task = Task { try await injector.prepare() }
    call.withLock { $0 = task }
    await gate.open()
    try await task.value
    _ = try injector.resolve(Cancelling.self)
  }

  @Test func aTaskThatIsCancelledAlreadyRunsNothing() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("begun")
        return Part()
      }
    }
    let gate = TaskGate()
    let task = Task {
      await gate.passWithoutBeingCancelled()
      try await injector.prepare()
    }
    task.cancel()
    await gate.open()
    let error = try await asyncFailure { try await task.value }
    #expect(error.code == .cancelled)
    #expect(await tally.total == 0)
  }

  /// A task that a closure starts is not cancelled with the closure.
  @Test func requestsAfterACancellationStartNoClosure() async throws {
    let (gate, tally) = (TaskGate(), TaskTally())
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("begun")
        return Part()
      }
      binder.bind(Int.self).toAsync { injector in
        await gate.passWithoutBeingCancelled()
        _ = try await Task { _ = try await injector.prepared(Part.self) }.value
        return 1
      }
    }
    let task = Task { _ = try await injector.prepared(Int.self) }
    await gate.arrivals(1)
    task.cancel()
    await gate.open()
    #expect(try await asyncFailure { try await task.value }.code == .cancelled)
    #expect(await tally.total == 0)
  }

  /// Only the object reveals that it needs a part.
  @Test func needsFoundAfterACancellationStartNoClosure() async throws {
    for round in 0..<100 {
      let (gate, tally) = (TaskGate(), TaskTally())
      let injector = try Injector { binder in
        binder.bind(Part.self).toAsync {
          await tally.count("begun")
          return Part()
        }
        binder.bind(AnyObject.self).toAsync {
          await gate.passWithoutBeingCancelled()
          return Machine()
        }
      }
      let task = Task { _ = try await injector.prepared(AnyObject.self) }
      await gate.arrivals(1)
      task.cancel()
      for _ in 0..<round { await Task.yield() }
      await gate.open()
      _ = await task.result
      #expect(await tally.total == 0)
    }
  }

  @Test func aValueThatIsReturnedTooLateIsDropped() async throws {
    let gate = TaskGate()
    let observed = Observed()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        let part = ObservedPart(observed)
        await gate.passWithoutBeingCancelled()
        return part
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    task.cancel()
    await gate.open()
    _ = await task.result
    await observed.end()
    // It was never complete, so only its deinitializer runs.
    try injector.shutdown()
    #expect(!observed.wasReleased)
  }

  private final class Observed: Sendable {
    private let gate = TaskGate()
    private let released = Guarded(false)
    var wasReleased: Bool { released.withLock { $0 } }
    func release() { released.withLock { $0 = true } }
    func note() { Task { [gate] in await gate.open() } }
    /// Returns when the object is released.
    func end() async { await gate.passWithoutBeingCancelled() }
  }

  private final class ObservedPart: Part, ReleasesFromInjection {
    let observed: Observed
    init(_ observed: Observed) { self.observed = observed }
    func releaseFromInjection() { observed.release() }
    deinit { observed.note() }
  }

  /// The object is being completed when the call is cancelled.
  @Test func needsFoundWhileACancelledObjectIsCompletedStartNoClosure() async throws {
    final class Machine: Injectable {
      var text: String!
      var part: Part!
      static var requires: [PartialKeyPath<Machine>] { [\.text, \.part] }
    }
    let (gate, tally) = (TaskGate(), TaskTally())
    let call = Guarded<Task<Void, any Error>?>(nil)
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("begun")
        return Part()
      }
      binder.bind(String.self).to {
        call.withLock { $0 }?.cancel()
        return ""
      }
      binder.bind(AnyObject.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return Machine()
      }
    }
    let task = Task { _ = try await injector.prepared(AnyObject.self) }
    call.withLock { $0 = task }
    await gate.open()
    #expect(try await asyncFailure { try await task.value }.code == .cancelled)
    #expect(await tally.total == 0)
  }
}
