import Infusion
import Testing

/// Objects of the main actor that other threads replace or still use.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct MainActorReleaseConcurrencyTests {
  @MainActor private final class Window: @MainActor ReleasesFromInjection {
    private let released: Counter
    private var isReleased = false
    init(_ released: Counter) { self.released = released }
    func releaseFromInjection() {
      MainActor.assertIsolated()
      // A second release makes the count far too large.
      released.increment(by: isReleased ? 1_000 : 1)
      isReleased = true
    }
  }

  private func settled(_ isSettled: () -> Bool) async {
    for _ in 0..<100_000 where !isSettled() { await Task.yield() }
    #expect(isSettled())
  }

  /// Binds a closure that runs on any thread; a closure written on the main actor would not.
  nonisolated private static func bind(_ binder: Binder, _ body: @escaping @Sendable () -> Void) {
    binder.bind(Int.self).to {
      body()
      return 1
    }
  }

  @Test func objectsReplacedDuringARequestOfAnotherThreadAreReleased() async throws {
    let (released, inside, changed) = (Counter(), Latch(), Latch())
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to { Window(released) }.in(.singleton)
      Self.bind(binder) {
        inside.countDown()
        _ = changed.wait()
      }
    }
    _ = try injector.resolve(Window.self)
    startThread { _ = try? injector.resolve(Int.self) }
    _ = inside.wait()
    try injector.update { $0.unbind(Window.self) }
    #expect(released.value == 0)
    changed.countDown()
    await settled { released.value == 1 }
    try injector.shutdown()
    #expect(released.value == 1)
  }

  @Test func changesFromOtherThreadsReleaseEachOnce() async throws {
    let (made, released) = (Counter(), Counter())
    let injector = try Injector { binder in
      binder.onMainActor.bind(Window.self).to {
        made.increment()
        return Window(released)
      }.in(.singleton)
      Self.bind(binder) {}
    }
    let done = Counter()
    for thread in 0..<2 {
      startThread {
        for turn in 0..<Settings.times(400) {
          switch (turn + thread) % 3 {
          case 0: injector.releaseSingletons()
          case 1: try? injector.update { $0.rescope(Window.self, to: .singleton) }
          default: _ = try? injector.resolve(Int.self)
          }
        }
        done.increment()
      }
    }
    while done.value < 2 {
      _ = try injector.resolve(Window.self)
      await Task.yield()
    }
    await settled { released.value >= made.value - 1 }
    try injector.shutdown()
    #expect(released.value == made.value)
  }
}
