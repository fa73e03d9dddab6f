import Infusion
import Testing

/// An observer of an injector that many threads use.
struct ObserverConcurrencyTests {
  private final class Fuel {}
  private final class Engine: Injectable {
    var fuel: Fuel!
    static var requires: [PartialKeyPath<Engine>] { [\.fuel] }
  }

  private final class Counts: InjectionObserver {
    let events = Locked<[String: Int]>([:])

    private func count(_ verb: String, _ event: InjectionEvent) {
      events.with { $0["\(verb) \(event.key) \(event.depth)", default: 0] += 1 }
    }

    func willCreate(_ event: InjectionEvent) { count("will", event) }
    func didCreate(_ event: InjectionEvent) { count("did", event) }
    func didReuse(_ event: InjectionEvent) { count("reuse", event) }
  }

  @Test func everyEventOfEveryThreadArrives() throws {
    let counts = Counts()
    var options = Injector.Options()
    options.observers = [counts]
    let injector = try Injector(options: options) { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }.in(.singleton)
    }
    onThreads(4) { _ in for _ in 0..<1_000 { _ = try? injector.resolve(Engine.self) } }
    #expect(
      counts.events.current == [
        "will Engine 0": 4_000, "did Engine 0": 4_000, "will Fuel 1": 1, "did Fuel 1": 1,
        "reuse Fuel 1": 3_999,
      ])
  }
}
