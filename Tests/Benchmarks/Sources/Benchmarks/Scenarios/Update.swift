import Foundation
import Infusion

extension Row {
  static var update: Row {
    Row(
      name: "update",
      summary: "an update of one key; to a dictionary of closures, copied and changed"
    ) {
      let sized = try [1_000, 100_000].map { size in
        Scenario(
          variant: "\(Report.number(Double(size), digits: 0)) bindings",
          kind: .compared(
            reference: .changingCopies(of: size),
            subject: .updating(try Injector.holdingLeaves(size))),
          goal: Goal(nanoseconds: size == 1_000 ? 20_000 : 1_000_000),
          counted: size == 1_000 ? 20 : nil)
      }
      let parent = try Injector.model()
      let children = try (0..<1_000).map { _ in
        let child = try parent.makeChild { $0.bind(D2.self).to { D2() } }
        _ = try child.resolve(Leaf.self)
        return child
      }
      return sized + [
        Scenario(
          variant: "1,000 singletons that exist",
          kind: .compared(
            reference: .changingCopies(of: 1_000),
            subject: .updating(try Injector.keepingLeaves(1_000))),
          goal: nil, counted: 20),
        Scenario(
          variant: "beside 1,000 idle children",
          kind: .compared(
            reference: .updating(try Injector.model()),
            subject: .updating(parent, beside: children)),
          goal: Goal(nanoseconds: 1_000_000), counted: 20),
      ]
    }
  }

  static var updatesBesideARequest: Row {
    Row(name: "update-memory", summary: "what updates leave behind, each, beside a request") {
      [10_000, 1_000_000].map { size in
        Scenario(
          variant: "\(Report.number(Double(size), digits: 0)) beside a request",
          kind: .footprint(units: size) {
            let injector = try Injector.model()
            let request = try LongRequest(of: injector)
            return {
              for _ in 0..<size { try injector.updateOneKey() }
              return request
            }
          },
          goal: Goal(words: "flat", bytes: 1), counted: nil)
      }
    }
  }

  static var firstPass: Row {
    Row(
      name: "first-pass",
      summary: "one of 450 known keys, after an update of another key; to the same without"
    ) {
      let calls = KnownGridModule.calls
      let warm = try Injector(KnownGridModule())
      try warm.makeAll(calls)
      return [
        Scenario(
          variant: "known keys",
          kind: .compared(
            reference: Side(objects: 2, operations: 10 * calls.count) { operations in
              Work {
                for _ in 0..<operations / calls.count { try warm.makeAll(calls) }
              }
            },
            subject: Side(objects: 2, operations: 10 * calls.count) { operations in
              let injectors = try (0..<operations / calls.count).map { _ in
                let injector = try Injector(KnownGridModule())
                try injector.makeAll(calls)
                try injector.updateOneKey()
                return injector
              }
              return Work {
                for injector in injectors { try injector.makeAll(calls) }
              }
            }),
          goal: Goal(ratio: 10), counted: calls.count)
      ]
    }
  }
}

extension Injector {
  /// An injector with the given number of bindings.
  fileprivate static func holdingLeaves(_ size: Int) throws -> Injector {
    try Injector { binder in
      for index in 0..<size { binder.bind(Leaf.self, named: Name("\(index)")).to { Leaf() } }
    }
  }

  /// An injector that keeps the given number of singletons.
  fileprivate static func keepingLeaves(_ size: Int) throws -> Injector {
    let injector = try Injector { binder in
      for index in 0..<size {
        binder.bind(Leaf.self, named: Name("\(index)")).to { Leaf() }.in(.singleton)
      }
    }
    for index in 0..<size { _ = try injector.resolve(Leaf.self, named: Name("\(index)")) }
    return injector
  }

  fileprivate func updateOneKey() throws {
    try update { $0.bind(D1.self).to { D1() } }
  }

  @inline(__always)
  fileprivate func makeAll(_ calls: [(Injector) throws -> AnyObject]) throws {
    for call in calls { blackHole(try call(self)) }
  }
}

extension Side {
  fileprivate static func updating(_ injector: Injector, beside others: [Injector] = []) -> Side {
    Side { operations in
      for _ in 0..<operations { try injector.updateOneKey() }
      blackHole(value: others)
    }
  }

  /// Changes a copy of a table, so that others can read the table during the change.
  fileprivate static func changingCopies(of size: Int) -> Side {
    struct NamedType: Hashable {
      let type: ObjectIdentifier
      let name: String
    }
    var makers: [NamedType: () -> Any] = [:]
    for index in 0..<size {
      makers[NamedType(type: ObjectIdentifier(Leaf.self), name: "\(index)")] = { Leaf() }
    }
    let one = NamedType(type: ObjectIdentifier(D1.self), name: "")
    return Side { operations in
      for _ in 0..<operations {
        var copy = makers
        copy[one] = { D1() }
        blackHole(value: copy)
      }
    }
  }
}

/// A request on its own thread that lasts as long as this object.
private final class LongRequest {
  private let mayEnd = DispatchSemaphore(value: 0)

  init(of injector: Injector) throws {
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = mayEnd
    try injector.update { binder in
      binder.bind(Uncounted.self).to {
        hasBegun.signal()
        mayEnd.wait()
        return Uncounted()
      }
    }
    Thread.detachNewThread {
      _ = try? injector.resolve(Uncounted.self)
    }
    hasBegun.wait()
  }

  deinit { mayEnd.signal() }

  private final class Uncounted {}
}
