import Infusion
import Testing

private class Part {}
private final class Machine: Injectable {
  var part: Part!
  static var requires: [PartialKeyPath<Machine>] { [\.part] }
}

/// The objects that a preparation retains, and for how long.
@Suite(.timeLimit(.minutes(5)))
struct PreparationMemoryTests {
  @Test func nothingOutlivesTheInjector() async throws {
    weak var injector: Injector?
    weak var machine: Machine?
    weak var part: Part?
    try await {
      let made = try Injector { binder in
        binder.bind(Part.self).toAsync { Part() }
        binder.bind(Machine.self).toAsync { Machine() }
        binder.bind(Int.self).toAsync(uses: Machine.self) { _ in throw Mishap() }
        binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
      }
      _ = try? await made.prepare()
      (injector, machine, part) = (made, try made.resolve(), try made.resolve())
      #expect(machine?.part === part)
    }()
    await settled { injector == nil }
    #expect(machine == nil && part == nil)
  }

  /// Where a task begins that lives longer than the injector.
  enum Beginning: CaseIterable { case closure, awake, completion }

  private final class Starter: AwakesFromInjection, @unchecked Sendable {
    var start: (@Sendable () -> Void)?
    func awakeFromInjection() { start?() }
  }

  @Test(arguments: Beginning.allCases)
  func aTaskThatHasBegunKeepsNothing(_ beginning: Beginning) async throws {
    weak var injector: Injector?
    let gate = TaskGate()
    let journal = SafeJournal()
    let start: @Sendable () -> Void = {
      Task {
        await gate.passWithoutBeingCancelled()
        journal.note(code { _ = try Injector.current }?.description ?? "an injector")
      }
    }
    try await {
      let made = try Injector { binder in
        binder.bind(Starter.self).toAsync {
          if beginning == .closure { start() }
          let starter = Starter()
          if beginning == .awake { starter.start = start }
          return starter
        }
        .completing { _ in if beginning == .completion { start() } }
      }
      try await made.prepare()
      injector = made
    }()
    await settled { injector == nil }
    await gate.open()
    // No other injector takes its place.
    await settled { journal.all == ["injectorReleased"] }
  }

  @Test(arguments: [false, true])
  func aCycleLeavesNothingBehind(isDeclared: Bool) async throws {
    weak var injector: Injector?
    weak var part: Part?
    try await {
      let made = try Injector { binder in
        binder.bind(Part.self).to { Part() }.in(.singleton)
        if isDeclared {
          binder.bind(Int.self).toAsync(uses: String.self) { $0.count }
          binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
        } else {
          binder.bind(Int.self).toAsync { try await $0.prepared(String.self).count }
          binder.bind(String.self).toAsync { "\(try await $0.prepared(Int.self))" }
        }
      }
      part = try made.resolve(Part.self)
      #expect(try await asyncFailure { try await made.prepare() }.code != .notPrepared)
      injector = made
    }()
    await settled { injector == nil && part == nil }
  }

  /// Waits until the finished tasks are released.
  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<10_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }
}
