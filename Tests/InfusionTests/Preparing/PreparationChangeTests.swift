import Infusion
import Testing

private class Tool: ReleasesFromInjection {
  let journal: SafeJournal
  let name: String
  init(_ name: String, _ journal: SafeJournal) { (self.name, self.journal) = (name, journal) }
  func releaseFromInjection() { journal.note("-\(name)") }
}
private final class Machine: Tool {}
private final class Branch: Sendable {
  let child: Injector
  init(_ child: Injector) { self.child = child }
}
private final class Restless: AwakesFromInjection {
  var text = ""
  let change: () throws -> Void
  init(_ change: @escaping () throws -> Void) { self.change = change }
  func awakeFromInjection() throws { try change() }
}

private final class Left: Injectable {
  var right: Right!
  static var requires: [PartialKeyPath<Left>] { [\.right] }
}
private final class Right: Injectable {
  let text: String
  var left: Left!
  init(_ text: String) { self.text = text }
  static var requires: [PartialKeyPath<Right>] { [\.left] }
}

@globalActor private actor BusyActor {
  static let shared = BusyActor()
  /// Keeps the actor busy until the gate is open.
  func block(_ gate: Gate, _ journal: SafeJournal) {
    journal.note("busy")
    gate.wait()
  }
}

/// Changes and shutdowns of an injector while closures run.
@Suite(.timeLimit(.minutes(5)))
struct PreparationChangeTests {
  private let journal = SafeJournal()

  /// The request knows only from the failure what it has to wait for.
  @Test func aRequestOutlivesABindingThatItsCreatorReplaces() async throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Tool.self).toAsync { Tool("old", journal) }
      binder.bind(Restless.self).to { (injector: Injector) throws -> Restless in
        do {
          journal.note(try injector.resolve(Tool.self).name)
        } catch {
          try injector.update { $0.bind(Tool.self).to { Tool("new", journal) } }
          throw error
        }
        return Restless {}
      }
    }
    _ = try await injector.prepared(Restless.self)
    #expect(journal.all == ["new"])
  }

  @Test func whatAFailedRequestNoLongerNeedsIsNotPreparedForIt() async throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Tool.self).toAsync { Tool("old", journal) }
      binder.bind(String.self).to { (injector: Injector) throws -> String in
        do {
          return try injector.resolve(Tool.self).name
        } catch {
          try injector.update { binder in
            binder.bind(Tool.self).toAsync { () async -> Tool in
              journal.note("+new")
              return Tool("new", journal)
            }
            binder.bind(String.self).to { "none" }
          }
          throw error
        }
      }
    }
    #expect(try await injector.prepared(String.self) == "none")
    #expect(journal.all.isEmpty)
  }

  @Test func aClosureMayEndAChildWhoseSingletonItHasReceived() async throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Branch.self).toAsync { (injector: Injector) async throws -> Branch in
        journal.note("+branch")
        if journal.all.count > 1 { throw Mishap() }
        let child = try injector.makeChild { $0.bind(Int.self).toAsync { 1 } }
        _ = try await child.prepared(Int.self)
        try await child.shutdownGracefully()
        return Branch(child)
      }
    }
    _ = try await injector.prepared(Branch.self)
    #expect(journal.all == ["+branch"])
  }

  /// The preparation that is withdrawn keeps the closure last.
  @Test func whatAReplacedClosureKeepsMayChangeTheInjectorWhenItGoes() async throws {
    final class Token: Sendable {
      let end: @Sendable () -> Void
      init(_ end: @escaping @Sendable () -> Void) { self.end = end }
      deinit { end() }
    }
    let (gate, started, journal) = (TaskGate(), TaskGate(), journal)
    let injector = try Injector()
    func bind(_ name: String, _ token: Token?) throws {
      try injector.update { binder in
        binder.bind(Machine.self).toAsync(uses: Tool.self) { _ in
          withExtendedLifetime(token) { Machine(name, journal) }
        }
      }
    }
    try injector.update { binder in
      binder.bind(Tool.self).toAsync {
        await started.open()
        await gate.passWithoutBeingCancelled()
        return Tool("tool", journal)
      }
    }
    try bind(
      "old",
      Token { [weak injector] in
        injector?.releaseSingletons(of: Restless.self)
        try? injector?.update { $0.bind(Int.self).to(instance: 1) }
        journal.note("gone")
      })
    async let preparation: Void = injector.prepare()
    await started.passWithoutBeingCancelled()
    try bind("new", nil)
    #expect(journal.all == [])
    await gate.open()
    try await preparation
    journal.note(try injector.resolve(Machine.self).name)
    #expect(journal.all == ["gone", "new"])
  }

  @Test(arguments: [false, true])
  func valuesOfARunningClosureAreKeptUntilItEnds(isDeclared: Bool) async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Tool.self).toAsync { Tool("old", journal) }
      if isDeclared {
        binder.bind(Machine.self).toAsync(uses: Tool.self) { tool in
          await gate.passWithoutBeingCancelled()
          journal.note("built with \(tool.name)")
          return Machine("machine", journal)
        }
      } else {
        binder.bind(Machine.self).toAsync { injector in
          let tool = try await injector.prepared(Tool.self)
          await gate.passWithoutBeingCancelled()
          journal.note("built with \(tool.name)")
          return Machine("machine", journal)
        }
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.bind(Tool.self).toAsync { Tool("new", journal) } }
    #expect(journal.all == [])
    await gate.open()
    try await task.value
    // The machine that was built with the old tool is not published, but built again.
    await settled { journal.all.contains("-old") }
    #expect(journal.all.filter { $0 != "-old" } == ["built with old", "built with new"])
    #expect(journal.all.firstIndex(of: "-old").map { $0 > 0 } == true)
    _ = try injector.resolve(Machine.self)
    try injector.shutdown()
    #expect(journal.all.suffix(2) == ["-machine", "-new"])
  }

  @Test(arguments: [nil, "declaring", "collected"] as [Name?], [false, true])
  func aSingletonBehindALinkCountsAsReceived(name: Name?, isDeclared: Bool) async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Machine.self).toAsync { Machine("old", journal) }
      binder.bind(Tool.self).to(Machine.self) { $0 }
      binder.bind(Tool.self, named: "declaring").to(uses: Machine.self) { injector in
        try injector.resolve(Machine.self)
      }
      binder.contribute(Tool.self, named: "collected").to(Machine.self) { $0 }
      let key = name == "collected" ? Key([Tool].self, named: name) : Key(Tool.self, named: name)
      let make: @Sendable (Injector) async throws -> String = { injector in
        let tool =
          name == "collected"
          ? try await injector.prepared([Tool].self, named: name)[0]
          : try await injector.prepared(Tool.self, named: name)
        await gate.passWithoutBeingCancelled()
        return tool.name
      }
      if isDeclared {
        binder.bind(String.self).toAsync(uses: key, make: make)
      } else {
        binder.bind(String.self).toAsync(make)
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.bind(Machine.self).toAsync { Machine("new", journal) } }
    await gate.open()
    try await task.value
    #expect(try injector.resolve(String.self) == "new")
  }

  /// The singleton that the closure has received is still in force.
  @Test func aLinkThatLeadsElsewhereNowDoesNotCount() async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Machine.self).toAsync { Machine("old", journal) }
      binder.bind(Tool.self).to(Machine.self) { $0 }
      binder.bind(String.self).toAsync(uses: Tool.self) { tool in
        await gate.passWithoutBeingCancelled()
        return tool.name
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.bind(Tool.self).to { Machine("new", journal) } }
    await gate.open()
    try await task.value
    #expect(try injector.resolve(String.self) == "old")
  }

  /// Another singleton that the closure uses leads to the same one.
  @Test(arguments: [false, true])
  func aSingletonBehindAnUnscopedObjectCountsAsReceived(isLast: Bool) async throws {
    final class Part: Injectable {
      var name: String!
      static var requires: [PartialKeyPath<Part>] { [\.name] }
    }
    final class Kept: Injectable {
      var name: String!
      static var requires: [PartialKeyPath<Kept>] { [\.name] }
    }
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { "old" }
      binder.bind(Part.self).to { Part() }
      binder.bind(Kept.self).to { Kept() }.in(.singleton)
      let make: @Sendable (Injector) async throws -> Tool = { injector in
        let name = try injector.resolve(Part.self).name!
        await gate.passWithoutBeingCancelled()
        return Tool(name, journal)
      }
      let (kept, part) = (Key(Kept.self), Key(Part.self))
      if isLast {
        binder.bind(Tool.self).toAsync(uses: kept, part, make: make)
      } else {
        binder.bind(Tool.self).toAsync(uses: part, kept, make: make)
      }
    }
    try await bindTextAgain(in: injector, gate)
    #expect(try injector.resolve(Tool.self).name == "new")
  }

  /// Prepares everything, and binds the text again while a closure waits at the gate.
  private func bindTextAgain(in injector: Injector, _ gate: TaskGate) async throws {
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.bind(String.self).toAsync { "new" } }
    await gate.open()
    try await task.value
  }

  /// The closure was given the near one, which keeps what it has.
  @Test func aSingletonBehindAnotherOneDoesNotCountAsReceived() async throws {
    final class Part: Injectable {
      var name: String!
      static var requires: [PartialKeyPath<Part>] { [\.name] }
    }
    final class Kept: Injectable {
      var part: Part!
      static var requires: [PartialKeyPath<Kept>] { [\.part] }
    }
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { "old" }
      binder.bind(Part.self).to { Part() }
      binder.bind(Kept.self).to { Kept() }.in(.singleton)
      binder.bind(Tool.self).toAsync(uses: Kept.self) { kept in
        journal.note("built")
        let name = kept.part.name!
        await gate.passWithoutBeingCancelled()
        return Tool(name, journal)
      }
    }
    let task = Task { _ = try await injector.prepared(Tool.self) }
    await gate.arrivals(1)
    try injector.update { $0.bind(String.self).toAsync { "new" } }
    await gate.open()
    try await task.value
    #expect(try injector.resolve(Tool.self).name == "old")
    #expect(journal.all == ["built"])
  }

  /// The closure awaits an object that is new each time.
  @Test func aSingletonThatAnAwaitedObjectHasReceivedCountsAsReceived() async throws {
    final class Part: Injectable {
      var name: String!
      static var requires: [PartialKeyPath<Part>] { [\.name] }
    }
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { "old" }
      binder.bind(Part.self).to { Part() }
      binder.bind(Tool.self).toAsync { injector in
        let name = try await injector.prepared(Part.self).name!
        await gate.passWithoutBeingCancelled()
        return Tool(name, journal)
      }
    }
    try await bindTextAgain(in: injector, gate)
    #expect(try injector.resolve(Tool.self).name == "new")
  }

  @Test func aClosureRunsOnceIfWhatItUsesIsBoundAgainBefore() async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return "old"
      }
      binder.bind(Tool.self).toAsync(uses: String.self) { name in
        journal.note(name)
        return Tool(name, journal)
      }
    }
    try await bindTextAgain(in: injector, gate)
    #expect(journal.all == ["new"])
  }

  /// The closure has ended when the task that it has left behind asks.
  @Test func whatATaskOfAClosureReceivesLaterDoesNotCountAsReceived() async throws {
    let (ended, asked, property) = (TaskGate(), TaskGate(), TaskGate())
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Tool.self).to { Tool("old", journal) }.in(.singleton)
      binder.bind(String.self).toAsync {
        await property.passWithoutBeingCancelled()
        return ""
      }
      binder.bind(Restless.self).toAsync { injector in
        journal.note("built")
        Task {
          await ended.passWithoutBeingCancelled()
          _ = try await injector.prepared(Tool.self).name
          await asked.open()
        }
        return Restless {}
      }.injecting(\.text)
    }
    let task = Task { try await injector.prepare() }
    await ended.arrivals(1)
    await property.arrivals(1)
    // Waits until the closure has ended.
    for _ in 0..<1_000 { await Task.yield() }
    await ended.open()
    await asked.passWithoutBeingCancelled()
    try injector.update { $0.bind(Tool.self).to { Tool("new", journal) } }
    await property.open()
    try await task.value
    #expect(journal.all == ["built", "-old"])
  }

  /// Only one closure of the cycle was given what has been replaced.
  @Test func aCycleOfPropertiesIsPreparedAgainAsFarAsItIsOutdated() async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { "old" }
      binder.bind(Left.self).toAsync {
        journal.note("left")
        return Left()
      }
      binder.bind(Right.self).toAsync(uses: String.self) { text in
        await gate.passWithoutBeingCancelled()
        return Right(text)
      }
    }
    try await bindTextAgain(in: injector, gate)
    let right = try injector.resolve(Right.self)
    #expect(right.text == "new" && right.left.right === right)
    #expect(journal.all == ["left"])
    right.left = nil
  }

  /// The closure is the last to keep the injector, and its values are released all the same.
  @Test(arguments: [false, true])
  func valuesOfAClosureThatOutlivesItsInjectorAreReleased(isDeclared: Bool) async throws {
    let (gate, journal) = (TaskGate(), journal)
    try await {
      let injector = try Injector { binder in
        binder.bind(Tool.self).toAsync { Tool("old", journal) }
        if isDeclared {
          binder.bind(Machine.self).toAsync(uses: Tool.self) { tool in
            await gate.passWithoutBeingCancelled()
            return Machine("machine", tool.journal)
          }
        } else {
          binder.bind(Machine.self).toAsync { injector in
            let tool = try await injector.prepared(Tool.self)
            await gate.passWithoutBeingCancelled()
            return Machine("machine", tool.journal)
          }
        }
      }
      let task = Task { try await injector.prepare() }
      await gate.arrivals(1)
      try injector.update { $0.unbind(Tool.self) }
      task.cancel()
    }()
    #expect(journal.all == [])
    await gate.open()
    await settled { !journal.all.isEmpty }
    #expect(journal.all == ["-old"])
  }

  @Test func valuesOfARunningClosureAreReleasedInATask() async throws {
    final class Recorder: ReleasesFromInjection, Sendable {
      let journal: SafeJournal
      init(_ journal: SafeJournal) { self.journal = journal }
      func releaseFromInjection() {
        journal.note(withUnsafeCurrentTask { $0 == nil } ? "in no task" : "in a task")
      }
    }
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Recorder.self).toAsync { Recorder(journal) }
      binder.bind(Machine.self).toAsync(uses: Recorder.self) { _ in
        await gate.passWithoutBeingCancelled()
        return Machine("machine", journal)
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { binder in
      binder.unbind(Machine.self)
      binder.unbind(Recorder.self)
    }
    #expect(journal.all.isEmpty)
    await gate.open()
    try await task.value
    await settled { journal.all == ["in a task"] }
  }

  @Test(arguments: [false, true])
  func aClosureWhoseBindingIsGoneIsCancelled(isBoundAgain: Bool) async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try Injector { binder in
      binder.bind(Tool.self).toAsync {
        do {
          try await gate.pass()
        } catch {
          journal.note("cancelled")
          throw error
        }
        return Tool("old", journal)
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { binder in
      binder.unbind(Tool.self)
      if isBoundAgain { binder.bind(Tool.self).toAsync { Tool("new", journal) } }
    }
    // The gate stays closed.
    try await task.value
    await settled { journal.all == ["cancelled"] }
    if isBoundAgain { #expect(try injector.resolve(Tool.self).name == "new") }
  }

  /// The closure has ended, and the object is complete but for its own `awakeFromInjection()`.
  @Test func aBindingThatIsReplacedWhileItsObjectAwakesIsPreparedAgain() async throws {
    let injector = try Injector { binder in
      binder.bind(Restless.self).toAsync { injector in
        Restless {
          try injector.update { $0.bind(Restless.self).toAsync { Restless {} } }
        }
      }
    }
    try await injector.prepare()
    _ = try injector.resolve(Restless.self)
  }

  private func makeBlocked(_ gate: TaskGate) throws -> Injector {
    let journal = journal
    return try Injector { binder in
      binder.bind(Tool.self).toAsync { Tool("tool", journal) }
      binder.bind(Machine.self).toAsync(uses: Key(Tool.self)) { injector in
        await gate.passWithoutBeingCancelled()
        do throws(InjectionError) {
          _ = try injector.resolve(Tool.self)
        } catch {
          journal.note("\(error.code)")
        }
        return Machine("machine", journal)
      }
    }
  }

  @Test func whatIsReleasedBetweenARequestAndItsPlanIsPreparedAgain() async throws {
    let failures = Counter()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(String.self).to { injector in
        do throws(InjectionError) {
          return "\(try injector.resolve(Int.self))"
        } catch {
          if failures.next() == 1 { injector.releaseSingletons() }
          throw error
        }
      }
    }
    #expect(try await injector.prepared(String.self) == "1")
  }

  @Test func aShutdownDoesNotWaitForClosures() async throws {
    let gate = TaskGate()
    let injector = try makeBlocked(gate)
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.shutdown()
    #expect(journal.all == ["-tool"])
    await gate.open()
    #expect(try await asyncFailure { try await task.value }.code == .injectorShutDown)
    await settled { journal.all.count == 2 }
    #expect(journal.all == ["-tool", "injectorShutDown"])
  }

  @Test func aGracefulShutdownWaitsForClosures() async throws {
    let (gate, journal) = (TaskGate(), journal)
    let injector = try makeBlocked(gate)
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    let end = Task {
      try await injector.shutdownGracefully()
      journal.note("ended")
    }
    await settled { injector.isShutDown }
    // Without waiting, it would have ended by now.
    for _ in 0..<1_000 { await Task.yield() }
    #expect(journal.all.isEmpty)
    await gate.open()
    try await end.value
    #expect(journal.all == ["injectorShutDown", "-tool", "ended"])
    #expect(try await asyncFailure { try await task.value }.code == .injectorShutDown)
  }

  @Test func aClosureWhoseBindingIsGoneDoesNotStart() async throws {
    let (gate, tally, journal) = (TaskGate(), TaskTally(), journal)
    let injector = try Injector { binder in
      binder.bind(Tool.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return Tool("tool", journal)
      }
      binder.bind(Machine.self).toAsync(uses: Tool.self) { _ in
        await tally.count("begun")
        return Machine("machine", journal)
      }
      binder.bind(String.self).toAsync(uses: Tool.self, make: \.name)
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.unbind(Machine.self) }
    await gate.open()
    try await task.value
    #expect(await tally.total == 0)
    #expect(try injector.resolve(Tool.self).name == "tool")
    // It needs the same tool, and has not lost its turn.
    #expect(try injector.resolve(String.self) == "tool")
  }

  @Test @MainActor func aClosureOfTheMainActorDoesNotStartAfterAShutdown() async throws {
    for round in 0..<200 {
      let injector = try Injector { binder in
        binder.onMainActor.bind(Int.self).toAsync { [journal] in
          journal.note("begun")
          return 1
        }
      }
      let isPlanned = Gate()
      let task = Task.detached { try await injector.prepare { _ in isPlanned.open() } }
      // In half of the rounds, the closure is about to start.
      if round.isMultiple(of: 2) { isPlanned.wait() }
      for _ in 0..<(round * 40) { _ = injector.isShutDown }
      try injector.shutdown()
      journal.clear()
      _ = await task.result
      #expect(journal.all.isEmpty)
    }
  }

  /// In its own process: the closure has to reach the queue of the actor before the shutdown, and
  /// other tests may keep all threads busy for minutes.
  @Test func aClosureOfABusyActorThatStartsTooLateIsCancelled() async {
    await #expect(processExitsWith: .success) {
      let (gate, journal) = (Gate(), SafeJournal())
      let injector = try Injector { binder in
        binder.bind(Int.self).toAsync { @BusyActor in
          journal.note(Task.isCancelled ? "cancelled" : "begun")
          return 1
        }
      }
      async let blocking: Void = BusyActor.shared.block(gate, journal)
      while journal.all.isEmpty { await Task.yield() }
      let task = Task { try await injector.prepare() }
      for _ in 0..<1_000 { await Task.yield() }
      try injector.shutdown()
      gate.open()
      await blocking
      #expect(try await asyncFailure { try await task.value }.code == .injectorShutDown)
      #expect(!journal.all.contains("begun"))
    }
  }

  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<10_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }
}
