import Infusion
import Testing

/// Closures that shut down their own injector.
@Suite(.timeLimit(.minutes(5)))
struct PreparationShutdownTests {
  private let journal = SafeJournal()
  private let gate = TaskGate()

  /// Another call may have begun the shutdown, or another closure.
  @Test(arguments: [false, true], [1, 2])
  func aClosureMayShutDownItsInjector(isEnding: Bool, count: Int) async throws {
    let gate = gate
    let injector = try Injector { binder in
      for number in 0..<count {
        binder.bind(Int.self, named: Name("\(number)")).toAsync { injector in
          await gate.passWithoutBeingCancelled()
          try await injector.shutdownGracefully()
          return 1
        }
      }
    }
    let call = Task { try await injector.prepare() }
    await gate.arrivals(count)
    let end = isEnding ? Task { try await injector.shutdownGracefully() } : nil
    while isEnding, !injector.isShutDown { await Task.yield() }
    await gate.open()
    #expect(try await asyncFailure { try await call.value }.code == .injectorShutDown)
    try await end?.value
  }

  /// The object that the shutdown releases may wait for the closure.
  @Test func aClosureWaitsForNoShutdownOfAnotherInjector() async throws {
    let gate = gate
    let other = try Injector { $0.bind(Slow.self).to { Slow(gate) }.in(.singleton) }
    _ = try other.resolve(Slow.self)
    let end = Task { try await other.shutdownGracefully() }
    await gate.arrivals(1)
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        try await other.shutdownGracefully()
        return 1
      }
    }
    try await injector.prepare()
    await gate.open()
    try await end.value
  }

  /// The child ends before the value is complete.
  @Test(arguments: [false, true])
  func aClosureMayEndAChildThatItHasAwaited(isShutDown: Bool) async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { injector in
        await tally.count("begun")
        // It does not go on for ever.
        if await tally.total > 1 { throw Mishap() }
        let child = try injector.makeChild { $0.bind(Int.self).to { 1 }.in(.singleton) }
        let number = try await child.prepared(Int.self)
        if isShutDown { try await child.shutdownGracefully() }
        return "\(number)"
      }
    }
    #expect(try await injector.prepared(String.self) == "1")
  }

  /// The shutdown of the parent waits for the closures of its children.
  @Test func aClosureOfAChildMayShutDownTheParent() async throws {
    let (gate, parent) = (gate, try Injector())
    let child = try parent.makeChild { binder in
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        try await parent.shutdownGracefully()
        return 1
      }
    }
    let call = Task { try await child.prepare() }
    await gate.arrivals(1)
    let end = Task { try await parent.shutdownGracefully() }
    while !child.isShutDown { await Task.yield() }
    await gate.open()
    try await end.value
    #expect(try await asyncFailure { try await call.value }.code == .injectorShutDown)
  }

  /// The value of the parent is not needed any more.
  @Test(arguments: [false, true], [false, true])
  func aCallOfAnEndedChildDoesNotWaitForTheParent(isGraceful: Bool, isOwn: Bool) async throws {
    let (gate, tally) = (gate, TaskTally())
    let parent = try Injector { binder in
      binder.bind(Int.self).toAsync {
        try await gate.pass()
        await tally.count("made")
        return 1
      }
    }
    let child = try parent.makeChild { binder in
      let text = binder.bind(String.self)
      if isOwn {
        text.toAsync(uses: Int.self) { "\($0)" }
      } else {
        text.toInitializer { (number: Int) in "\(number)" }
      }
    }
    let call = Task {
      if isOwn { try await child.prepare() } else { _ = try await child.prepared(String.self) }
    }
    await gate.arrivals(1)
    if isGraceful { try await child.shutdownGracefully() } else { try child.shutdown() }
    #expect(try await asyncFailure { try await call.value }.code == .injectorShutDown)
    #expect(await tally.total == 0)
    await gate.open()
    #expect(try await parent.prepared(Int.self) == 1)
  }

  /// The child still answers, because its end waits for the closure.
  @Test func aChildDoesNotGoWithoutAnEndedParent() async throws {
    final class Made: DefaultInitializable {}
    let (gate, journal) = (gate, journal)
    let parent = try Injector { binder in
      binder.bind(String.self).to { "of the parent" }
      binder.contribute(String.self).to { "of the parent" }
      binder.bind(Made.self).to { Made() }
    }
    let child = try parent.makeChild { $0.bind(Double.self).to { 1 } }
    let inner = try child.makeChild { binder in
      binder.bind(Int.self).toAsync {
        func note(_ ask: () throws -> Void) { journal.note("\(code(ask), default: "answered")") }
        await gate.passWithoutBeingCancelled()
        try await parent.shutdownGracefully()
        journal.note("\(try child.resolve(Double.self))")
        note { _ = try child.resolve(String.self) }
        note { _ = try child.resolve(String?.self) }
        note { _ = try child.resolve([String].self) }
        note { _ = try child.resolve(Made.self) }
        return 1
      }
    }
    let call = Task { try await inner.prepare() }
    await gate.arrivals(1)
    let end = Task { try await child.shutdownGracefully() }
    while !inner.isShutDown { await Task.yield() }
    await gate.open()
    try await end.value
    _ = await call.result
    #expect(journal.all == ["1.0"] + Array(repeating: "injectorShutDown", count: 4))
  }

  /// The closure awaits the release; the release must not wait for the closure.
  @Test(arguments: [false, true])
  func anObjectThatAClosureReleasesMayShutDownTheInjector(isDropped: Bool) async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let parent: Injector
      init(_ parent: Injector) { self.parent = parent }
      func releaseFromInjection() async throws { try await parent.shutdownGracefully() }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector in
        let child = try injector.makeChild { binder in
          binder.bind(Asking.self).to { Asking(injector) }.in(.singleton)
        }
        _ = try child.resolve(Asking.self)
        if isDropped { _ = child.releaseSingletons() }
        try await child.shutdownGracefully()
        return 1
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.code == .injectorShutDown)
  }

  /// The task that releases the object is a part of the closure that awaits it.
  @Test func anObjectThatAClosureReleasesMayNotWaitForTheClosure() async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let parent: Injector
      init(_ parent: Injector) { self.parent = parent }
      func releaseFromInjection() async throws { _ = try await parent.prepared(String.self) }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector in
        let child = try injector.makeChild { binder in
          binder.bind(Asking.self).to { Asking(injector) }.in(.singleton)
        }
        _ = try child.resolve(Asking.self)
        try await child.shutdownGracefully()
        return 1
      }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect("\(error)".contains("[Infusion/cyclicDependency]"))
  }

  /// They may come when the shutdown is over, or while it still releases an object.
  @Test(arguments: [false, true])
  func otherCallersWaitForTheClosureThatShutsDown(areEarly: Bool) async throws {
    let (gate, release, journal) = (gate, TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Slow.self).to { Slow(release) }.in(.singleton)
      binder.bind(Int.self).toAsync { injector in
        try await injector.shutdownGracefully()
        await gate.passWithoutBeingCancelled()
        journal.note("closure ended")
        return 1
      }
    }
    if areEarly { _ = try injector.resolve(Slow.self) }
    let call = Task { try await injector.prepare() }
    await (areEarly ? release : gate).arrivals(1)
    let end = Task {
      try await injector.shutdownGracefully()
      journal.note("shut down")
    }
    // Without waiting, it would have ended by now.
    for _ in 0..<1_000 { await Task.yield() }
    if areEarly {
      await release.open()
      await gate.arrivals(1)
      for _ in 0..<1_000 { await Task.yield() }
    }
    await gate.open()
    try await end.value
    _ = await call.result
    #expect(journal.all == ["closure ended", "shut down"])
  }

  /// The closure that has started the task does not wait for it, whether it still runs or has ended.
  @Test(arguments: [false, true])
  func aTaskThatAClosureHasStartedWaitsForClosures(runs: Bool) async throws {
    let (gate, start, journal) = (gate, TaskGate(), journal)
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    let end: @Sendable () async -> Void = {
      await gate.passWithoutBeingCancelled()
      journal.note("closure ended")
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { injector in
        Task {
          await start.passWithoutBeingCancelled()
          try await injector.shutdownGracefully()
          journal.note("shut down")
          continuation.finish()
        }
        if runs { await end() }
        return 1
      }
      binder.bind(String.self).toAsync {
        if !runs { await end() }
        return ""
      }
    }
    if !runs { _ = try await injector.prepared(Int.self) }
    let call = Task { try await injector.prepare() }
    await gate.arrivals(1)
    await start.open()
    while !injector.isShutDown { await Task.yield() }
    // Without waiting, it would have ended by now.
    for _ in 0..<1_000 { await Task.yield() }
    await gate.open()
    for await _ in ends {}
    _ = await call.result
    #expect(journal.all == ["closure ended", "shut down"])
  }

  /// The closure may wait for the release.
  @Test(arguments: [false, true])
  func anObjectThatIsBeingReleasedWaitsForNoClosureOfAnotherInjector(
    isShutDown: Bool
  ) async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let (asked, gate): (Injector, TaskGate)
      init(_ asked: Injector, _ gate: TaskGate) { (self.asked, self.gate) = (asked, gate) }
      func releaseFromInjection() async throws {
        try await asked.shutdownGracefully()
        await gate.open()
      }
    }
    let gate = gate
    let injector = try makeWaiting()
    let call = Task { try await injector.prepare() }
    await gate.arrivals(1)
    if isShutDown { try injector.shutdown() }
    let other = try Injector { $0.bind(Asking.self).to { Asking(injector, gate) }.in(.singleton) }
    _ = try other.resolve(Asking.self)
    try await other.shutdownGracefully()
    #expect(try await asyncFailure { try await call.value }.code == .injectorShutDown)
  }

  @Test func aShutdownWaitsForNoClosureOfAnotherInjector() async throws {
    let injector = try makeWaiting()
    let call = Task { try await injector.prepare() }
    await gate.arrivals(1)
    let other = try Injector { $0.bind(Int.self).toAsync { 2 } }
    try await other.prepare()
    try await other.shutdownGracefully()
    #expect(try failure { _ = try injector.resolve(Int.self) }.code == .notPrepared)
    await gate.open()
    try await call.value
  }

  /// An injector with one closure, which waits at the gate.
  private func makeWaiting() throws -> Injector {
    let gate = gate
    return try Injector { binder in
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
  }
}

private final class Slow: ReleasesAsynchronouslyFromInjection, Sendable {
  let gate: TaskGate
  init(_ gate: TaskGate) { self.gate = gate }
  func releaseFromInjection() async { await gate.passWithoutBeingCancelled() }
}
