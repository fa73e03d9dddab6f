import Infusion
import Testing

private class Part {}
private final class Machine: Injectable {
  var part: Part!
  static var requires: [PartialKeyPath<Machine>] { [\.part] }
}

/// What a preparation keeps, and for how long.
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

  @Test func aTaskThatAClosureHasStartedKeepsNothing() async throws {
    weak var injector: Injector?
    let gate = TaskGate()
    try await {
      let made = try Injector { binder in
        binder.bind(Int.self).toAsync {
          Task { await gate.passWithoutBeingCancelled() }
          return 1
        }
      }
      try await made.prepare()
      injector = made
    }()
    await settled { injector == nil }
    await gate.open()
  }

  /// Waits until the tasks that have done their work are gone.
  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<10_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }
}
