import Infusion

extension Row {
  static var graph10: Row {
    Row(name: "graph10", summary: "ten new objects on four levels; to initializers and assignments")
    {
      let injector = try Injector.model()
      let initializers = try Injector(ByInitializer.InitializerModule())
      let closures = try Injector(ByInitializer.ClosureModule())
      let floor = FloorTable.model()
      let byHand = Side(objects: 10) { operations in
        for _ in 0..<operations { blackHole(ByInitializer.Root.makeByHand()) }
      }
      let linkedBefore = Side(objects: 10) { operations in
        for _ in 0..<operations { blackHole(try floor.resolve(ByInitializer.Root.self)) }
      }
      return [
        Scenario(
          variant: "requiring",
          kind: .compared(
            reference: .graph10ByHand,
            subject: Side(objects: 10) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(Root.self)) }
            }),
          floor: Side(objects: 10) { operations in
            for _ in 0..<operations { blackHole(try floor.resolve(Root.self)) }
          },
          goal: Goal(ratio: 2.2, allocations: 10)),
        Scenario(
          variant: "by initializers",
          kind: .compared(
            reference: byHand, subject: .resolvingGraphByInitializer(initializers)),
          floor: linkedBefore, goal: Goal(ratio: 2.2, allocations: 10)),
        Scenario(
          variant: "by closures that ask",
          kind: .compared(reference: byHand, subject: .resolvingGraphByInitializer(closures)),
          floor: linkedBefore, goal: Goal(ratio: 2.5, allocations: 10)),
      ]
    }
  }
}

extension Side {
  /// Ten initializers and nine assignments.
  static var graph10ByHand: Side {
    Side(objects: 10) { operations in
      for _ in 0..<operations { blackHole(Root.makeByHand()) }
    }
  }

  fileprivate static func resolvingGraphByInitializer(_ injector: Injector) -> Side {
    Side(objects: 10) { operations in
      for _ in 0..<operations { blackHole(try injector.resolve(ByInitializer.Root.self)) }
    }
  }
}
