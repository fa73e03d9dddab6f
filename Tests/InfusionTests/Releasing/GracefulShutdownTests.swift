import Infusion
import Testing

private actor Pool: ReleasesAsynchronouslyFromInjection {
  let name: String
  let journal: SafeJournal
  let gate: TaskGate?
  init(_ name: String, _ journal: SafeJournal, _ gate: TaskGate? = nil) {
    (self.name, self.journal, self.gate) = (name, journal, gate)
  }
  func releaseFromInjection() async throws {
    journal.note("-\(name) begins")
    await gate?.passWithoutBeingCancelled()
    journal.note("-\(name)")
    if name == "failing" { throw Mishap() }
  }
}
private final class File: ReleasesFromInjection {
  let name: String
  let journal: SafeJournal
  init(_ name: String, _ journal: SafeJournal) { (self.name, self.journal) = (name, journal) }
  func releaseFromInjection() { journal.note("-\(name)") }
}
@MainActor private final class Window: @MainActor ReleasesFromInjection {
  let journal: SafeJournal
  init(_ journal: SafeJournal) { self.journal = journal }
  func releaseFromInjection() {
    MainActor.assertIsolated()
    journal.note("-window")
  }
}

@Suite(.timeLimit(.minutes(5)))
struct GracefulShutdownTests {
  private let journal = SafeJournal()

  private func bindAll(_ binder: Binder, _ gate: TaskGate? = nil) {
    let journal = journal
    binder.bind(File.self, named: "first").to { File("first", journal) }.in(.singleton)
    binder.bind(Pool.self).to { Pool("pool", journal, gate) }.in(.singleton)
    binder.bind(File.self, named: "middle").to { File("middle", journal) }.in(.singleton)
    binder.onMainActor.bind(Window.self).to { Window(journal) }.in(.singleton)
    binder.bind(File.self, named: "last").to { File("last", journal) }.in(.singleton)
  }

  private func resolveAll(_ injector: Injector) async throws {
    _ = try injector.resolve(File.self, named: "first")
    _ = try injector.resolve(Pool.self)
    _ = try injector.resolve(File.self, named: "middle")
    try await MainActor.run { _ = try injector.resolve(Window.self) }
    _ = try injector.resolve(File.self, named: "last")
  }

  private var inOrder: [String] {
    ["-last", "-window", "-middle", "-pool begins", "-pool", "-first"]
  }

  @Test func everythingIsReleasedInOrderWhereItBelongs() async throws {
    let injector = try Injector { bindAll($0) }
    try await resolveAll(injector)
    try await injector.shutdownGracefully()
    #expect(injector.isShutDown)
    #expect(journal.all == inOrder)
    try await injector.shutdownGracefully()
    try injector.shutdown()
    #expect(journal.all == inOrder)
  }

  @Test @MainActor func itMayBeCalledOnTheMainActor() async throws {
    let injector = try Injector { bindAll($0) }
    try await resolveAll(injector)
    try await injector.shutdownGracefully()
    #expect(journal.all == inOrder)
  }

  @Test @MainActor func aShutdownThatCannotAwaitThrowsBeforeItBegins() async throws {
    let injector = try Injector { bindAll($0) }
    let child = try injector.makeChild()
    try await resolveAll(injector)
    let error = try failure { try injector.shutdown() }
    #expect(error.code == .awaitRequired && error.key == Key(Pool.self))
    #expect(!injector.isShutDown && !child.isShutDown && journal.all.isEmpty)
    try await injector.shutdownGracefully()
    #expect(journal.all == inOrder)
  }

  @Test func removedSingletonsAreReleasedInOrderAndAwaited() async throws {
    let gate = TaskGate()
    let injector = try Injector { bindAll($0, gate) }
    try await resolveAll(injector)
    #expect(injector.releaseSingletons().isEmpty)
    await gate.arrivals(1)
    #expect(journal.all == Array(inOrder.dropLast(2)))
    let task = Task { try await injector.shutdownGracefully() }
    await gate.open()
    try await task.value
    #expect(journal.all == inOrder)
  }

  @Test func childrenAreAwaitedFirst() async throws {
    let (journal, gate) = (journal, TaskGate())
    let parent = try Injector { binder in
      binder.bind(Pool.self).to { Pool("parent", journal) }.in(.singleton)
    }
    let child = try parent.makeChild { binder in
      binder.bind(Pool.self).to { Pool("child", journal, gate) }.in(.singleton)
    }
    _ = (try parent.resolve(Pool.self), try child.resolve(Pool.self))
    let task = Task { try await parent.shutdownGracefully() }
    await gate.arrivals(1)
    // The parent still works, because an object may use it during its release.
    _ = try parent.resolve(Pool.self)
    #expect(!parent.isShutDown)
    await gate.open()
    try await task.value
    #expect(journal.all == ["-child begins", "-child", "-parent begins", "-parent"])
  }

  @Test func aParentIsNotShutDownWhileTheEndOfItsChildAwaits() async throws {
    let (journal, gate, parent) = (journal, TaskGate(), try Injector())
    let child = try parent.makeChild { binder in
      binder.bind(Pool.self).to { Pool("child", journal, gate) }.in(.singleton)
    }
    _ = try child.resolve(Pool.self)
    let task = Task { try await child.shutdownGracefully() }
    await gate.arrivals(1)
    #expect(try failure { try parent.shutdown() }.code == .awaitRequired)
    #expect(!parent.isShutDown)
    await gate.open()
    try await task.value
    try parent.shutdown()
  }

  @Test func allCallersWaitAndReceiveTheSameError() async throws {
    let (journal, gate) = (journal, TaskGate())
    let injector = try Injector { binder in
      binder.bind(Pool.self).to { Pool("failing", journal, gate) }.in(.singleton)
      binder.bind(File.self).to { File("file", journal) }.in(.singleton)
    }
    _ = (try injector.resolve(File.self), try injector.resolve(Pool.self))
    let calls = (0..<3).map { _ in Task { try await injector.shutdownGracefully() } }
    await gate.arrivals(1)
    calls[0].cancel()
    // A call that does not await blocks no other call.
    try injector.shutdown()
    await gate.open()
    for call in calls {
      let error = try await asyncFailure { try await call.value }
      #expect(error.code == .releaseFailed && error.underlying is Mishap)
    }
    #expect(journal.all == ["-failing begins", "-failing", "-file"])
    // The shutdown is complete: nothing is left to do or to report.
    try await injector.shutdownGracefully()
  }

  @Test @MainActor func aCancelledCallCancelsNoRelease() async throws {
    final class Closing: ReleasesAsynchronouslyFromInjection {
      let journal: SafeJournal
      init(_ journal: SafeJournal) { self.journal = journal }
      func releaseFromInjection() async throws {
        MainActor.assertIsolated()
        try Task.checkCancellation()
        journal.note("closed")
      }
    }
    let (journal, gate) = (journal, TaskGate())
    let injector = try Injector { binder in
      binder.bind(Closing.self).to { Closing(journal) }.in(.singleton)
    }
    _ = try injector.resolve(Closing.self)
    let call = Task {
      await gate.passWithoutBeingCancelled()
      try await injector.shutdownGracefully()
    }
    call.cancel()
    await gate.open()
    try await call.value
    #expect(journal.all == ["closed"])
  }

  @Test func anObjectThatIsBeingReleasedMayCallShutdown() async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let injector: Injector
      init(_ injector: Injector) { self.injector = injector }
      func releaseFromInjection() async throws {
        try await injector.shutdownGracefully()
        try injector.shutdown()
      }
    }
    let injector = try Injector { binder in
      binder.bind(Asking.self).to { Asking($0) }.in(.singleton)
    }
    _ = try injector.resolve(Asking.self)
    try await injector.shutdownGracefully()
  }

  /// The shutdown does not wait for the task that releases the object.
  @Test(arguments: [false, true])
  func anObjectThatAChangeReleasesMayShutDownTheInjector(awaits: Bool) async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let (injector, gate, awaits): (Injector, TaskGate, Bool)
      init(_ injector: Injector, _ gate: TaskGate, awaits: Bool) {
        (self.injector, self.gate, self.awaits) = (injector, gate, awaits)
      }
      func releaseFromInjection() async throws {
        defer { Task { await gate.open() } }
        if awaits { try await injector.shutdownGracefully() } else { try injector.shutdown() }
      }
    }
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Asking.self).to { Asking($0, gate, awaits: awaits) }.in(.singleton)
    }
    _ = try injector.resolve(Asking.self)
    #expect(injector.releaseSingletons().isEmpty)
    await gate.passWithoutBeingCancelled()
    #expect(injector.isShutDown)
  }

  @Test func objectsThatAreBeingReleasedMayShutDownEachOthersInjectors() async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let (other, gate): (@Sendable () -> Injector?, TaskGate)
      init(_ other: @escaping @Sendable () -> Injector?, _ gate: TaskGate) {
        (self.other, self.gate) = (other, gate)
      }
      func releaseFromInjection() async throws {
        await gate.passWithoutBeingCancelled()
        try await other()?.shutdownGracefully()
      }
    }
    let (injectors, gate) = (Guarded<[Injector]>([]), TaskGate())
    for number in 0..<2 {
      let injector = try Injector { binder in
        binder.bind(Asking.self).to {
          Asking({ injectors.withLock { $0[1 - number] } }, gate)
        }.in(.singleton)
      }
      _ = try injector.resolve(Asking.self)
      injectors.withLock { $0.append(injector) }
    }
    let ends = injectors.withLock { $0 }.map { injector in
      Task { try await injector.shutdownGracefully() }
    }
    await gate.arrivals(2)
    await gate.open()
    for end in ends { try await end.value }
  }

  /// The shutdown of the parent waits for that of the child, and so for the object.
  @Test func anObjectOfAChildThatIsBeingReleasedMayShutDownTheParent() async throws {
    final class Asking: ReleasesAsynchronouslyFromInjection, Sendable {
      let (parent, gate): (Injector, TaskGate)
      init(_ parent: Injector, _ gate: TaskGate) { (self.parent, self.gate) = (parent, gate) }
      func releaseFromInjection() async throws {
        await gate.passWithoutBeingCancelled()
        try await parent.shutdownGracefully()
      }
    }
    let (parent, gate) = (try Injector(), TaskGate())
    let child = try parent.makeChild { binder in
      binder.bind(Asking.self).to { Asking(parent, gate) }.in(.singleton)
    }
    _ = try child.resolve(Asking.self)
    _ = child.releaseSingletons()
    await gate.arrivals(1)
    let end = Task { try await parent.shutdownGracefully() }
    // A parent that is ending makes no child.
    while (try? parent.makeChild()) != nil { await Task.yield() }
    await gate.open()
    try await end.value
    #expect(parent.isShutDown && child.isShutDown)
  }

  @Test func modulesThatMayNeedTheMainActorAreUnloadedThere() async throws {
    struct WindowModule: UnloadableModule {
      let journal: SafeJournal
      func configure(_ binder: Binder) {
        let journal = journal
        binder.onMainActor.bind(Window.self).to { Window(journal) }.in(.singleton)
      }
      func unload(from injector: Injector) throws { _ = try injector.resolve(Window.self) }
    }
    let injector = try Injector(WindowModule(journal: journal))
    try await injector.shutdownGracefully()
    #expect(journal.all == ["-window"])
  }

  /// The object exists only since the shutdown has begun.
  @Test func aReleaseThatAShutdownCouldNotAwaitIsAwaitedLater() async throws {
    struct PoolModule: UnloadableModule {
      let (journal, gate): (SafeJournal, TaskGate)
      func configure(_ binder: Binder) {
        let (journal, gate) = (journal, gate)
        binder.bind(Pool.self).to { Pool("pool", journal, gate) }.in(.singleton)
      }
      func unload(from injector: Injector) throws { _ = try injector.resolve(Pool.self) }
    }
    let gate = TaskGate()
    let injector = try Injector(PoolModule(journal: journal, gate: gate))
    try injector.shutdown()
    await gate.arrivals(1)
    let journal = journal
    let end = Task {
      try await injector.shutdownGracefully()
      journal.note("shut down")
    }
    // Without waiting, it would have ended by now.
    for _ in 0..<1_000 { await Task.yield() }
    await gate.open()
    try await end.value
    #expect(journal.all == ["-pool begins", "-pool", "shut down"])
  }

  @Test func shuttingDownAgainDoesNothing() async throws {
    let injector = try Injector()
    try injector.shutdown()
    try await injector.shutdownGracefully()
    #expect(injector.isShutDown)
  }
}
