// Counts the allocations of calls without observers, and of the same calls with an observer.

import Glibc
import Infusion

final class Engine {}
final class Clock {}
final class Car: Injectable {
  var engine: Engine!
  var spare: Engine!
  static var requires: Requirements { requiring(\.engine, \.spare) }
}

/// Allocates an object for every event.
struct Note: InjectionObserver {
  nonisolated(unsafe) static var last: Clock?

  func willCreate(_ event: InjectionEvent) { Self.last = Clock() }
  func didCreate(_ event: InjectionEvent) { Self.last = Clock() }
  func didInject(_ event: InjectionEvent) { Self.last = Clock() }
  func didReuse(_ event: InjectionEvent) { Self.last = Clock() }
}

func makeInjector(_ observers: [any InjectionObserver]) throws -> Injector {
  try Injector(options: .init(observers: observers)) { binder in
    binder.bind(Engine.self).to { Engine() }.in(.singleton)
    binder.bind(Clock.self).to { Clock() }
    binder.bind(Car.self).to { Car() }
  }
}

/// What a call allocates, once everything it needs has been planned.
func allocations(_ body: () throws -> Void) rethrows -> Int64 {
  for _ in 0..<10 { try body() }
  beginCountingAllocations()
  defer { _ = endCountingAllocations() }
  try body()
  return endCountingAllocations().allocations
}

/// A call, the fewest allocations that it needs, and the number of events for an observer.
struct Case {
  let name: String
  let least: Int64
  let eventCount: Int64
  let call: (Injector) throws -> Void
}

@main
enum Client {
  static func main() throws {
    let car = Car()
    let cases = [
      Case(name: "an instance is handed out", least: 0, eventCount: 1) {
        _ = try $0.resolve(Engine.self)
      },
      Case(name: "an object is injected", least: 0, eventCount: 3) {
        try $0.injectDependencies(into: car)
      },
      // The object itself.
      Case(name: "an object is made", least: 1, eventCount: 2) {
        _ = try $0.resolve(Clock.self)
      },
    ]
    // Observers of one injector do not affect another.
    let (silent, heard) = (try makeInjector([]), try makeInjector([Note()]))
    var isRight = true
    for entry in cases {
      let alone = try allocations { try entry.call(silent) }
      let observed = try allocations { try entry.call(heard) }
      print("\(entry.name): \(alone) allocations, \(observed) with an observer that makes objects")
      // The observer proves that the events, and the objects made for them, are counted.
      isRight = isRight && alone == entry.least && observed >= alone + entry.eventCount
    }
    exit(isRight ? 0 : 1)
  }
}
