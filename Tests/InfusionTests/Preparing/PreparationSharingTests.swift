import Infusion
import Testing

private final class Part {}
private protocol Screen: AnyObject {}
private final class Panel: Screen, Injectable {
  var part: Part!
  static var requires: [PartialKeyPath<Panel>] { [\.part] }
}

/// Several simultaneous callers.
@Suite(.timeLimit(.minutes(5)))
struct PreparationSharingTests {
  @Test func eightCallersShareOneRun() async throws {
    let gate = TaskGate()
    let tally = TaskTally()
    let injector = try Injector { binder in
      for number in 0..<10 {
        binder.bind(Part.self, named: Name("\(number)")).toAsync {
          await tally.count("\(number)")
          try await gate.pass()
          return Part()
        }
      }
    }
    try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
      for caller in 0..<8 {
        group.addTask {
          if caller % 2 == 0 {
            try await injector.prepare()
          } else {
            for number in 0..<10 {
              _ = try await injector.prepared(Part.self, named: Name("\(number)"))
            }
          }
          return try (0..<10).map {
            ObjectIdentifier(try injector.resolve(Part.self, named: Name("\($0)")))
          }
        }
      }
      await gate.arrivals(10)
      await gate.open()
      var results: Set<[ObjectIdentifier]> = []
      for try await result in group { results.insert(result) }
      #expect(results.count == 1)
    }
    #expect(await tally.counts.values.allSatisfy { $0 == 1 })
    #expect(await tally.counts.count == 10)
  }

  @Test func eachCallerReceivesAFailureWithThePathOfItsOwnCall() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        try await gate.pass()
        throw Mishap()
      }
      binder.bind(String.self).toAsync(uses: Part.self) { _ in "text" }
    }
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await injector.prepared(Part.self) }, { try await injector.prepare() },
      { _ = try await injector.prepared(String.self) },
    ]
    let tasks = calls.map { call in
      Task { try await asyncFailure { try await call() }.path.map(\.subject) }
    }
    await gate.arrivals(1)
    // The others join the call that has begun the preparation.
    for _ in 0..<100 { await Task.yield() }
    await gate.open()
    #expect(try await tasks[0].value == ["Part", "prepared(Part.self)"])
    #expect(try await tasks[1].value == ["Part", "prepare()"])
    #expect(try await tasks[2].value == ["Part", "prepared(String.self)"])
  }

  @Test func parentAndChildrenShareThePreparationOfTheParent() async throws {
    let gate = TaskGate()
    let tally = TaskTally()
    let parent = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("part")
        try await gate.pass()
        return Part()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let child = try parent.makeChild { binder in
          binder.bind(String.self).toAsync(uses: Part.self) { _ in "" }
        }
        group.addTask { try await child.prepare() }
      }
      await gate.arrivals(1)
      await gate.open()
      try await group.waitForAll()
    }
    #expect(await tally.counts == ["part": 1])
  }

  @Test func aCancelledCallerLeavesTheOthersAlone() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        try await gate.pass()
        return Part()
      }
    }
    let patient = Task { try await injector.prepare() }
    await gate.arrivals(1)
    let impatient = Task { try await injector.prepare() }
    impatient.cancel()
    // It does not wait for a closure that another caller needs.
    await #expect(throws: InjectionError.self) { try await impatient.value }
    await gate.open()
    try await patient.value
    _ = try injector.resolve(Part.self)
  }

  /// Only the object that the closure returns shows that its class needs the part.
  @Test func aCancelledCallerLeavesWhatOthersTurnOutToNeedAlone() async throws {
    let (gate, tally) = (TaskGate(), TaskTally())
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("begun")
        try await gate.pass()
        return Part()
      }
      binder.bind((any Screen).self).toAsync { Panel() }
    }
    let impatient = Task { _ = try await injector.prepared((any Screen).self) is Panel }
    await gate.arrivals(1)
    // The child needs the screen, and nothing says that it needs the part.
    let child = try injector.makeChild { binder in
      binder.bind(Int.self).toAsync(uses: Key((any Screen).self)) { _ in 1 }
    }
    let patient = Task { try await child.prepare { _ in impatient.cancel() } }
    await #expect(throws: InjectionError.self) { try await impatient.value }
    await gate.open()
    try await patient.value
    #expect(await tally.total == 1)
  }

  @Test func aCallerThatArrivesDuringACancellationStartsAgain() async throws {
    let gate = TaskGate()
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        await tally.count("part")
        await gate.passWithoutBeingCancelled()
        return Part()
      }
    }
    let first = Task { try await injector.prepare() }
    await gate.arrivals(1)
    first.cancel()
    let second = Task { try await injector.prepare() }
    await gate.open()
    _ = await first.result
    try await second.value
    _ = try injector.resolve(Part.self)
    #expect(await [1, 2].contains(tally.total))
  }

  @Test func manyCallersFromManyThreadsMakeEachOnce() async throws {
    for round in 0..<50 {
      let schedule = Schedule(count: 30, seed: UInt64(round + 1))
      let tally = TaskTally()
      let injector = try Injector { binder in
        for piece in schedule.pieces {
          let names = piece.needs.map { Name("\($0)") }
          binder.bind(Part.self, named: Name("\(piece.number)")).toAsync { injector in
            await tally.count("\(piece.number)")
            for name in names { _ = try await injector.prepared(Part.self, named: name) }
            return Part()
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await injector.prepare() } }
        try await group.waitForAll()
      }
      #expect(await tally.counts.count == 30)
      #expect(await tally.total == 30)
    }
  }
}
