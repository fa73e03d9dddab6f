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
          goal: Goal(ratio: 3)),
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
          goal: Goal(ratio: 10)),
      ]
    }
  }
}

extension Side {
  /// Four assignments: what several rows are multiples of.
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
