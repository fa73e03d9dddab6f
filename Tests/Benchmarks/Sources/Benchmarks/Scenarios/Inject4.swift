import Infusion

extension Row {
  static var inject4: Row {
    Row(
      name: "inject4",
      summary: "four properties of an existing object, three of them new objects; to assignments"
    ) {
      let injector = try Injector.model()
      let target = Target()
      let listed = KeyPathTarget()
      let floor = Side.inject4AtTheFloor { Target() }
      return [
        Scenario(
          variant: "requiring",
          kind: .compared(
            reference: .inject4ByHand,
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: target)
                blackHole(target)
              }
            }),
          floor: floor, goal: Goal(ratio: 1.7, allocations: 3)),
        Scenario(
          variant: "key paths",
          kind: .compared(
            reference: .inject4ByHand,
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: listed)
                blackHole(listed)
              }
            }),
          floor: floor, goal: Goal(ratio: 10)),
      ]
    }
  }
}

extension Side {
  /// The same four with the floor.
  static func inject4AtTheFloor(_ make: () -> AnyObject) -> Side {
    let table = FloorTable.model()
    let target = make()
    return Side(objects: 3) { operations in
      for _ in 0..<operations {
        try table.inject(target)
        blackHole(target)
      }
    }
  }

  /// Four assignments: the reference of several rows.
  static var inject4ByHand: Side {
    HandWritten.makeAll()
    let target = Target()
    return Side(objects: 3) { operations in
      for _ in 0..<operations {
        target.leaf = Leaf()
        target.service = ServiceImpl()
        target.single = HandWritten.single
        target.d1 = D1()
        blackHole(target)
      }
    }
  }
}
