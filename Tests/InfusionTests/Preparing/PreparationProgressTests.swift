import Infusion
import Testing

private final class Part {}
private final class Machine: Injectable {
  var part: Part!
  static var requires: [PartialKeyPath<Machine>] { [\.part] }
}

@Suite(.timeLimit(.minutes(5)))
struct PreparationProgressTests {
  @Test func aChainIsReportedStepByStep() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
    }
    var told: [String] = []
    try await injector.prepare { progress in
      let running = progress.running.map(\.description).joined(separator: " ")
      let finished = progress.finished.map { ", finished \($0)" } ?? ""
      told.append("\(progress.completed)/\(progress.total) [\(running)]\(finished)")
    }
    #expect(
      told == [
        "0/2 []", "0/2 [Int]", "1/2 [], finished Int", "1/2 [String]", "2/2 [], finished String",
      ])
    told = []
    try await injector.prepare { _ in told.append("again") }
    #expect(told.isEmpty)
  }

  @Test func aFailedClosureIsNoLongerReportedAsRunning() async throws {
    let injector = try Injector { $0.bind(Int.self).toAsync { throw Mishap() } }
    var running: [[Key]] = []
    _ = try await asyncFailure { try await injector.prepare { running.append($0.running) } }
    #expect(running == [[], [Key(Int.self)], []])
  }

  @Test func itNeverGoesBackAndEndsComplete() async throws {
    let schedule = Schedule(count: 50, seed: 7)
    let injector = try Injector { binder in
      for piece in schedule.pieces {
        let names = piece.needs.map { Name("\($0)") }
        binder.bind(Part.self, named: Name("\(piece.number)")).toAsync { injector in
          for name in names { _ = try await injector.prepared(Part.self, named: name) }
          return Part()
        }
      }
    }
    var reports: [PreparationProgress] = []
    try await injector.prepare { reports.append($0) }
    #expect(reports.first?.completed == 0 && reports.first?.fraction == 0)
    #expect(reports.first?.description == "0 of 50 prepared, running: []")
    #expect(reports.last?.completed == 50 && reports.last?.fraction == 1)
    #expect(reports.last?.running.isEmpty == true)
    #expect(reports.allSatisfy { $0.total == 50 })
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    #expect(Set(reports.compactMap(\.finished)).count == 50)
  }

  @Test @MainActor func itIsReportedOnTheActorOfTheCaller() async throws {
    let injector = try Injector { $0.bind(Int.self).toAsync { 1 } }
    var count = 0
    try await injector.prepare { _ in
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 3)
  }

  @Test func runningClosuresCountForLaterCallers() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        try await gate.pass()
        return 1
      }
    }
    let first = Task { try await injector.prepare() }
    await gate.arrivals(1)
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let second = Task { try await injector.prepare { continuation.yield($0) } }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.running == [Key(Int.self)])
    await gate.open()
    #expect(await iterator.next()?.finished == Key(Int.self))
    try await first.value
    try await second.value
  }

  @Test func whatIsPreparedAlreadyDoesNotCountForLaterCallers() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync { Part() }
      binder.bind(Machine.self).toAsync {
        try await gate.pass()
        return Machine()
      }
    }
    let first = Task { try await injector.prepare() }
    await gate.arrivals(1)
    _ = try await injector.prepared(Part.self)
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let second = Task { try await injector.prepare { continuation.yield($0) } }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.total == 1)
    await gate.open()
    #expect(await iterator.next()?.total == 1)
    try await first.value
    try await second.value
  }

  @Test func contributionsOfOneKeyAreCountedOneByOne() async throws {
    let gates = [TaskGate(), TaskGate(), TaskGate()]
    let injector = try Injector { binder in
      for gate in gates {
        binder.contribute(Int.self).toAsync {
          await gate.passWithoutBeingCancelled()
          return 1
        }
      }
    }
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let task = Task { try await injector.prepare { continuation.yield($0) } }
    var iterator = stream.makeAsyncIterator()
    while let progress = await iterator.next(), progress.running.count < 3 {}
    await gates[0].open()
    var next = await iterator.next()
    #expect(next?.completed == 1 && next?.running.count == 2)
    await gates[1].open()
    next = await iterator.next()
    #expect(next?.completed == 2 && next?.running.count == 1)
    await gates[2].open()
    try await task.value
  }

  @Test(arguments: [false, true])
  func aChangeNeverMakesItGoBack(unbinds: Bool) async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      for number in 0..<4 {
        binder.bind(Int.self, named: Name("\(number)")).toAsync { number }
      }
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let task = Task {
      defer { continuation.finish() }
      try await injector.prepare { continuation.yield($0) }
    }
    await gate.arrivals(1)
    try injector.update { binder in
      if unbinds { binder.unbind(Int.self) } else { binder.bind(Int.self).toAsync { 2 } }
    }
    await gate.open()
    var reports: [PreparationProgress] = []
    for await report in stream { reports.append(report) }
    try await task.value
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.completed <= $1.completed })
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.total <= $1.total })
    #expect(reports.last?.fraction == 1 && reports.last?.total == 5)
  }

  @Test func runningClosuresAreListedAsTheyStarted() async throws {
    let (first, last) = (TaskGate(), TaskGate())
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync(uses: Int.self) { number in
        await last.passWithoutBeingCancelled()
        return "\(number)"
      }
      binder.bind(Int.self).toAsync {
        await first.passWithoutBeingCancelled()
        return 1
      }
      binder.bind(Double.self).toAsync {
        await last.passWithoutBeingCancelled()
        return 1
      }
    }
    let (stream, continuation) = AsyncStream<PreparationProgress>.makeStream()
    let task = Task { try await injector.prepare { continuation.yield($0) } }
    await last.arrivals(1)
    await first.open()
    var iterator = stream.makeAsyncIterator()
    var running: [Key] = []
    while !running.contains(Key(String.self)), let next = await iterator.next() {
      running = next.running
    }
    #expect(running == [Key(Double.self), Key(String.self)])
    await last.open()
    try await task.value
  }

  /// Only the object that the closure of the parent returns shows that it needs the number.
  @Test func whatAValueTurnsOutToNeedIsCounted() async throws {
    final class Panel: Injectable {
      var number: Int!
      static var requires: [PartialKeyPath<Panel>] { [\.number] }
    }
    let parent = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(AnyObject.self).toAsync { Panel() }
    }
    let child = try parent.makeChild { binder in
      binder.bind(String.self).toAsync(uses: Key(AnyObject.self)) { _ in "" }
    }
    var reports: [PreparationProgress] = []
    try await child.prepare { reports.append($0) }
    #expect(reports.first?.total == 2)
    #expect(reports.last?.total == 3 && reports.last?.completed == 3)
  }
}
