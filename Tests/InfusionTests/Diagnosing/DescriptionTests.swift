import Infusion
import Synchronization
import Testing

private final class Engine {}
private final class Car: Injectable {
  var engine: Engine!
  static var requires: Requirements { requiring(\.engine) }
}

/// Keeps the last event.
private final class Last: InjectionObserver {
  private let kept = Mutex<InjectionEvent?>(nil)
  var event: InjectionEvent? { kept.withLock { $0 } }
  func didReuse(_ event: InjectionEvent) { kept.withLock { $0 = event } }
}

/// A release build has no metadata of fields from which Swift could describe a value.
struct DescriptionTests {
  @Test func graphsDescribeThemselves() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self, named: "petrol").to { Engine() }
    }
    let graph = injector.graph
    let car = try #require(graph.nodes.first { $0.type == "Car" })
    #expect("\(car)" == "Car (closure)")
    #expect(graph.nodes.map(\.description).contains("Engine \"petrol\" (closure)"))
    #expect("\(car.kind)" == "closure")
    let edges = graph.edges.filter { $0.source == car.id }
    #expect(edges.map(\.description) == ["\(car.id) → \(edges[0].target) (engine)"])
    #expect("\(graph)" == "\(graph.nodes.count) nodes, \(graph.edges.count) edges")
    let difference = graph.difference(from: try Injector().graph)
    #expect("\(difference)".hasPrefix("added: [Car (closure), "))
    #expect("\(difference)".hasSuffix("edges: 1 added, 0 removed"))
  }

  @Test func reportsDescribeThemselves() throws {
    let report = try Injector { $0.bind(Engine.self).to { Engine() } }.validate()
    #expect("\(report)".hasPrefix("1 examined, not examined: [], unused: [\"Engine: bound at "))
  }

  @Test func eventsDescribeThemselves() throws {
    let last = Last()
    let injector = try Injector(options: Injector.Options(observers: [last])) {
      $0.bind(Engine.self).to { Engine() }.in(.singleton)
    }
    _ = try injector.resolve(Engine.self)
    _ = try injector.resolve(Engine.self)
    #expect(last.event?.description == "Engine, singleton, depth 0")
  }

  @Test func stepsDescribeThemselves() throws {
    let error = try #require(throws: InjectionError.self) {
      try Injector().injectDependencies(into: Car())
    }
    let step = try #require(error.path.first)
    #expect("\(step)".hasPrefix("Car.engine, requirement 1 of Car, DescriptionTests.swift:"))
    #expect("\(step.kind)" == "property")
  }
}
