import Infusion

extension Row {
  static var growth: Row {
    Row(
      name: "growth",
      summary: "a singleton that exists, of an injector with many bindings; to one with ten"
    ) {
      let small = try Injector.holdingSingle(among: 10)
      return try [1_000, 100_000].map { size in
        let large = try Injector.holdingSingle(among: size)
        return Scenario(
          variant: "\(Report.number(Double(size), digits: 0)) bindings",
          kind: .compared(reference: .resolvingSingle(small), subject: .resolvingSingle(large)),
          goal: Goal(ratio: 1.5, allocations: 0), counted: size > 1_000 ? nil : 200)
      }
    }
  }
}

extension Injector {
  /// An injector with the given number of bindings; one of them is an existing singleton.
  fileprivate static func holdingSingle(among size: Int) throws -> Injector {
    let injector = try Injector { binder in
      binder.bind(Single.self).to { Single() }.in(.singleton)
      for index in 1..<size {
        binder.bind(Leaf.self, named: Name("\(index)")).to { Leaf() }
      }
    }
    _ = try injector.resolve(Single.self)
    return injector
  }
}
