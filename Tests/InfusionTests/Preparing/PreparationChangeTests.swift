import Infusion
import Testing

private class Tool: ReleasesFromInjection {
  let journal: SafeJournal
  let name: String
  init(_ name: String, _ journal: SafeJournal) { (self.name, self.journal) = (name, journal) }
  func releaseFromInjection() { journal.note("-\(name)") }
}
private final class Machine: Tool {}

/// Changes and the end of an injector while closures run.
@Suite(.timeLimit(.minutes(5)))
struct PreparationChangeTests {
  private let journal = SafeJournal()

  @Test(arguments: [false, true])
  func whatARunningClosureUsesIsKeptUntilItEnds(isDeclared: Bool) async throws {
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
    // What was built with the old tool is not published: it is built again.
    await settled { journal.all.contains("-old") }
    #expect(journal.all.filter { $0 != "-old" } == ["built with old", "built with new"])
    #expect(journal.all.firstIndex(of: "-old").map { $0 > 0 } == true)
    _ = try injector.resolve(Machine.self)
    try injector.shutdown()
    #expect(journal.all.suffix(2) == ["-machine", "-new"])
  }

  @Test func whatHasGoneIsNotBegun() async throws {
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
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    try injector.update { $0.unbind(Machine.self) }
    await gate.open()
    try await task.value
    #expect(await tally.total == 0)
    #expect(try injector.resolve(Tool.self).name == "tool")
  }

  @Test @MainActor func aClosureOfTheMainActorIsNotBegunWhenTheInjectorHasEnded() async throws {
    for round in 0..<200 {
      let injector = try Injector { binder in
        binder.onMainActor.bind(Int.self).toAsync { [journal] in
          journal.note("begun")
          return 1
        }
      }
      let task = Task.detached { try await injector.prepare() }
      for _ in 0..<(round * 40) { _ = injector.isShutDown }
      try injector.shutdown()
      journal.clear()
      _ = await task.result
      #expect(journal.all.isEmpty)
    }
  }

  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<10_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }
}
