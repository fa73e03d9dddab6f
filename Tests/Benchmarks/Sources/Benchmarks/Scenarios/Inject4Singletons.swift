import Infusion

extension Row {
  static var inject4Singletons: Row {
    Row(
      name: "inject4-singletons",
      summary: "four properties of an existing object, all of them singletons; to assignments"
    ) {
      let injector = try Injector(SingletonModule())
      let target = Target()
      // From here on the singletons exist.
      try injector.injectDependencies(into: target)
      let floor = FloorTable.singletons()
      return [
        Scenario(
          variant: "requiring",
          kind: .compared(
            reference: .inject4SingletonsByHand,
            subject: Side { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: target)
                blackHole(target)
              }
            }),
          floor: Side { operations in
            for _ in 0..<operations {
              try floor.inject(target)
              blackHole(target)
            }
          },
          goal: Goal(ratio: 3, allocations: 0))
      ]
    }
  }
}

extension Side {
  /// Four assignments of objects that exist.
  static var inject4SingletonsByHand: Side {
    HandWritten.makeAll()
    let target = Target()
    return Side { operations in
      for _ in 0..<operations {
        target.leaf = HandWritten.leaf
        target.service = HandWritten.service
        target.single = HandWritten.single
        target.d1 = HandWritten.d1
        blackHole(target)
      }
    }
  }
}
