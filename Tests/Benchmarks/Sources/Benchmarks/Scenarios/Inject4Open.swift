import Infusion

extension Row {
  static var inject4Open: Row {
    Row(
      name: "inject4-open",
      summary: "inject4 into objects of open classes; to assignments to the same class"
    ) {
      let injector = try Injector.model()
      let open = OpenTarget()
      let lower = LowerTarget()
      let listed = OpenKeyPathTarget()
      return [
        Scenario(
          variant: "requiring",
          kind: .compared(
            reference: Side(objects: 3) { operations in
              for _ in 0..<operations {
                open.leaf = Leaf()
                open.service = ServiceImpl()
                open.single = HandWritten.single
                open.d1 = D1()
                blackHole(open)
              }
            },
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: open)
                blackHole(open)
              }
            }),
          floor: .inject4AtTheFloor { OpenTarget() }, goal: Goal(ratio: 1.7, allocations: 3)),
        Scenario(
          variant: "subclass of depth 3",
          kind: .compared(
            reference: Side(objects: 3) { operations in
              for _ in 0..<operations {
                lower.leaf = Leaf()
                lower.service = ServiceImpl()
                lower.single = HandWritten.single
                lower.d1 = D1()
                blackHole(lower)
              }
            },
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: lower)
                blackHole(lower)
              }
            }),
          floor: .inject4AtTheFloor { LowerTarget() }, goal: Goal(ratio: 1.7, allocations: 3)),
        Scenario(
          variant: "key paths",
          kind: .compared(
            reference: Side(objects: 3) { operations in
              for _ in 0..<operations {
                listed.leaf = Leaf()
                listed.service = ServiceImpl()
                listed.single = HandWritten.single
                listed.d1 = D1()
                blackHole(listed)
              }
            },
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: listed)
                blackHole(listed)
              }
            }),
          floor: .inject4AtTheFloor { OpenTarget() }, goal: nil),
      ]
    }
  }
}
