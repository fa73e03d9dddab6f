import Infusion

extension Row {
  static var singleton: Row {
    Row(name: "singleton", summary: "a singleton that exists; to a static property") {
      let injector = try Injector.model()
      _ = try injector.resolve(Single.self)
      let floor = FloorTable.model()
      return [
        Scenario(
          variant: "by type",
          kind: .compared(
            reference: .singletonByHand,
            subject: .resolvingSingle(injector)),
          floor: .asking(floor.sharing(Single.self)), goal: Goal(ratio: 1.5, allocations: 0))
      ]
    }
  }

  static var named: Row {
    Row(name: "named", summary: "one of three names of a type; to a static property") {
      let injector = try Injector { binder in
        binder.bind(Single.self).to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "first").to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "second").to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "third").to { Single() }.in(.singleton)
      }
      _ = try injector.resolve(Single.self)
      _ = try injector.resolve(Single.self, named: "second")
      let floor = FloorTable.model()
      HandWritten.makeAll()
      let getSecond = HandWritten.getterOfSecond()
      let named = Side { operations in
        for _ in 0..<operations {
          blackHole(try injector.resolve(Single.self, named: "second"))
        }
      }
      return [
        Scenario(
          variant: "singleton",
          kind: .compared(
            reference: Side { operations in
              for _ in 0..<operations { blackHole(getSecond()) }
            },
            subject: named),
          floor: .asking(floor.sharing(Single.self, named: "second")),
          goal: Goal(ratio: 1.6, allocations: 0)),
        Scenario(
          variant: "to the same without a name",
          kind: .compared(reference: .resolvingSingle(injector), subject: named),
          goal: Goal(ratio: 2, allocations: 0), counted: nil),
      ]
    }
  }
}

extension Side {
  /// A call of a getter.
  static var singletonByHand: Side {
    HandWritten.makeAll()
    let getSingle = HandWritten.getterOfSingle()
    return Side { operations in
      for _ in 0..<operations { blackHole(getSingle()) }
    }
  }

  static func asking(_ get: @escaping () throws -> Single) -> Side {
    Side { operations in
      for _ in 0..<operations { blackHole(try get()) }
    }
  }

  static func resolvingSingle(_ injector: Injector) -> Side {
    Side { operations in
      for _ in 0..<operations { blackHole(try injector.resolve(Single.self)) }
    }
  }
}
