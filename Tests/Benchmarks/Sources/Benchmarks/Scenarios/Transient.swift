import Infusion

private final class OnDemand: DefaultInitializable {
  init() { objectsMade &+= 1 }
}

private class FurtherServiceImpl: Service {
  init() { objectsMade &+= 1 }
}
private final class LastServiceImpl: FurtherServiceImpl {}

extension Row {
  static var transient: Row {
    Row(name: "transient", summary: "a new object without dependencies; to its initializer") {
      let injector = try Injector.model()
      let floor = FloorTable.model()
      floor.add(OnDemand.self, FloorMaker { OnDemand() })
      return [
        Scenario(
          variant: "bound to a closure",
          kind: .compared(
            reference: .transientByHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(Leaf.self)) }
            }),
          floor: Side(objects: 1) { operations in
            for _ in 0..<operations { blackHole(try floor.resolve(Leaf.self)) }
          },
          goal: Goal(ratio: 2.4, allocations: 1)),
        Scenario(
          variant: "on demand",
          kind: .compared(
            reference: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(OnDemand()) }
            },
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(OnDemand.self)) }
            }),
          floor: Side(objects: 1) { operations in
            for _ in 0..<operations { blackHole(try floor.resolve(OnDemand.self)) }
          },
          goal: Goal(ratio: 2.5, allocations: 1)),
      ]
    }
  }

  static var protocolValue: Row {
    Row(name: "protocol", summary: "a new object behind a protocol; to its initializer") {
      let injector = try Injector { binder in
        binder.bind((any Service).self).to { ServiceImpl() }
        binder.bind((any AnyService).self).to { AnyServiceImpl() }
      }
      let linking = try Injector { binder in
        binder.bind((any Service).self).to(ServiceImpl.self) { $0 }
        binder.bind(ServiceImpl.self).to { ServiceImpl() }
      }
      let linkingTwice = try Injector { binder in
        binder.bind((any Service).self).to(FurtherServiceImpl.self) { $0 }
        binder.bind(FurtherServiceImpl.self).to(LastServiceImpl.self) { $0 }
        binder.bind(LastServiceImpl.self).to { LastServiceImpl() }
      }
      let floor = FloorTable.model()
      let linkedBefore = Side(objects: 1) { operations in
        for _ in 0..<operations { blackHole(try floor.resolve((any Service).self)) }
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
          floor: linkedBefore, goal: Goal(ratio: 2.4, allocations: 1)),
        Scenario(
          variant: "linked to a class",
          kind: .compared(
            reference: byHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try linking.resolve((any Service).self)) }
            }),
          floor: linkedBefore, goal: Goal(ratio: 2.5, allocations: 1)),
        Scenario(
          variant: "linked to a link",
          kind: .compared(
            reference: byHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations { blackHole(try linkingTwice.resolve((any Service).self)) }
            }),
          floor: linkedBefore, goal: Goal(ratio: 3, allocations: 1)),
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
          floor: Side(objects: 1) { operations in
            for _ in 0..<operations {
              blackHole(value: try floor.resolve((any AnyService).self))
            }
          },
          goal: Goal(ratio: 2.5, allocations: 1)),
      ]
    }
  }
}

extension Side {
  /// A call of an initializer.
  static var transientByHand: Side {
    Side(objects: 1) { operations in
      for _ in 0..<operations { blackHole(Leaf()) }
    }
  }
}
