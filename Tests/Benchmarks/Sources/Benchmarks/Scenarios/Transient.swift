import Infusion

private final class OnDemand: DefaultInitializable {
  init() { objectsMade &+= 1 }
}

extension Row {
  static var transient: Row {
    Row(name: "transient", summary: "a new object without dependencies; to its initializer") {
      let injector = try Injector.model()
      return [
        Scenario(
          variant: "bound to a closure",
          kind: .compared(
            reference: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(Leaf()) }
            },
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(Leaf.self)) }
            }),
          goal: Goal(ratio: 4, allocations: 1)),
        Scenario(
          variant: "on demand",
          kind: .compared(
            reference: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(OnDemand()) }
            },
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(OnDemand.self)) }
            }),
          goal: Goal(ratio: 4, allocations: 1)),
      ]
    }
  }

  static var protocolValue: Row {
    Row(name: "protocol", summary: "a new object behind a protocol; to its initializer") {
      let injector = try Injector { binder in
        binder.bind((any Service).self).to { ServiceImpl() }
        binder.bind((any Service).self, named: "linked").to(ServiceImpl.self) { $0 }
        binder.bind(ServiceImpl.self).to { ServiceImpl() }
        binder.bind((any AnyService).self).to { AnyServiceImpl() }
      }
      let byHand = Side(objects: 1) { operations in
        for _ in 0..<operations {
          let service: any Service = ServiceImpl()
          blackHole(service)
        }
      }
      return [
        Scenario(
          variant: "bound to a closure",
          kind: .compared(
            reference: byHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve((any Service).self)) }
            }),
          goal: Goal(ratio: 4, allocations: 1)),
        Scenario(
          variant: "linked to a class",
          kind: .compared(
            reference: byHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations {
                blackHole(try injector.resolve((any Service).self, named: "linked"))
              }
            }),
          goal: nil),
        Scenario(
          variant: "not bound to classes",
          kind: .compared(
            reference: Side(objects: 1) { operations in
              for _ in 0..<operations {
                let service: any AnyService = AnyServiceImpl()
                blackHole(value: service)
              }
            },
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations {
                blackHole(value: try injector.resolve((any AnyService).self))
              }
            }),
          goal: Goal(ratio: 4, allocations: 1)),
      ]
    }
  }
}
