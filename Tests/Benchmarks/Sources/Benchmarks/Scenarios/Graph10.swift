import Infusion

extension Row {
  static var graph10: Row {
    Row(name: "graph10", summary: "ten new objects on four levels; to initializers and assignments")
    {
      let injector = try Injector.model()
      return [
        Scenario(
          variant: "requiring",
          kind: .compared(
            reference: Side(objects: 10) { operations in
              for _ in 0..<operations { blackHole(Root.makeByHand()) }
            },
            subject: Side(objects: 10) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(Root.self)) }
            }),
          goal: Goal(ratio: 4, allocations: 10))
      ]
    }
  }
}
