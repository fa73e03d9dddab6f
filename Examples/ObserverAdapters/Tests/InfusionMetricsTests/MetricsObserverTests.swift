import CoreMetrics
import Infusion
import InfusionMetrics
import MetricsTestKit
import Testing

private final class Engine {}
private final class Car: Injectable {
  var engine: Engine!
  static var requires: [PartialKeyPath<Car>] { [\.engine] }
}
private struct Mishap: Error {}

struct MetricsObserverTests {
  private let metrics = TestMetrics()

  private func makeInjector(
    prefix: String = "injection", _ configure: @escaping (Binder) throws -> Void
  ) throws -> Injector {
    let observer = MetricsObserver(prefix: prefix, factory: metrics)
    return try Injector(options: .init(observers: [observer]), configure)
  }

  @Test func creationsAndInjectionsAreTimed() throws {
    let injector = try makeInjector { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }.in(.singleton)
    }
    for _ in 0..<3 { _ = try injector.resolve(Car.self) }
    let cars = [("type", "Car"), ("scope", "unscoped")]
    let engines = [("type", "Engine"), ("scope", "singleton")]
    #expect(try metrics.expectTimer("injection_creations", cars).values.count == 3)
    #expect(try metrics.expectTimer("injection_creations", engines).values.count == 1)
    #expect(try metrics.expectTimer("injection_injections", cars).values.count == 3)
    #expect(try metrics.expectTimer("injection_creations", cars).values.allSatisfy { $0 >= 0 })
    #expect(try metrics.expectCounter("injection_reuses", engines).totalValue == 2)
    #expect(metrics.counters(label: "injection_failures").isEmpty)
  }

  @Test func failuresAreCountedByCode() throws {
    let injector = try makeInjector { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { () throws -> Engine in throw Mishap() }
    }
    for _ in 0..<2 {
      #expect(throws: InjectionError.self) { _ = try injector.resolve(Car.self) }
    }
    for type in ["Car", "Engine"] {
      let dimensions = [("type", type), ("scope", "unscoped"), ("code", "providerFailed")]
      let counter = try metrics.expectCounter("injection_failures", dimensions)
      #expect(counter.totalValue == 2)
    }
  }

  @Test func keysThatDifferByNameShareTheirMetrics() throws {
    let injector = try makeInjector(prefix: "wiring") { binder in
      binder.bind(Engine.self, named: "left").to { Engine() }
      binder.bind(Engine.self, named: "right").to { Engine() }
    }
    _ = try injector.resolve(Engine.self, named: "left")
    _ = try injector.resolve(Engine.self, named: "right")
    let timers = metrics.timers(label: "wiring_creations")
    #expect(timers.map(\.values.count) == [2])
  }

  @Test func threadsShareTheirMetrics() async throws {
    let injector = try makeInjector { $0.bind(Engine.self).to { Engine() } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { _ = try? injector.resolve(Engine.self) } }
      }
    }
    let dimensions = [("type", "Engine"), ("scope", "unscoped")]
    #expect(try metrics.expectTimer("injection_creations", dimensions).values.count == 2_000)
    #expect(metrics.timers(label: "injection_creations").count == 1)
  }
}
