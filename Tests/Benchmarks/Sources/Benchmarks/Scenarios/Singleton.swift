import Infusion

extension Row {
  static var singleton: Row {
    Row(name: "singleton", summary: "a singleton that exists; to a static property") {
      let injector = try Injector.model()
      _ = try injector.resolve(Single.self)
      HandWritten.makeAll()
      let getSingle = HandWritten.getterOfSingle()
      return [
        Scenario(
          variant: "by type",
          kind: .compared(
            reference: Side { operations in
              for _ in 0..<operations { blackHole(getSingle()) }
            },
            subject: .resolvingSingle(injector)),
          goal: Goal(ratio: 2.5, allocations: 0))
      ]
    }
  }

  static var named: Row {
    Row(name: "named", summary: "one of three names of a type; to the same without a name") {
      let injector = try Injector { binder in
        binder.bind(Single.self).to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "first").to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "second").to { Single() }.in(.singleton)
        binder.bind(Single.self, named: "third").to { Single() }.in(.singleton)
      }
      _ = try injector.resolve(Single.self)
      _ = try injector.resolve(Single.self, named: "second")
      return [
        Scenario(
          variant: "singleton",
          kind: .compared(
            reference: .resolvingSingle(injector),
            subject: Side { operations in
              for _ in 0..<operations {
                blackHole(try injector.resolve(Single.self, named: "second"))
              }
            }),
          goal: Goal(ratio: 2, allocations: 0))
      ]
    }
  }
}

extension Side {
  static func resolvingSingle(_ injector: Injector) -> Side {
    Side { operations in
      for _ in 0..<operations { blackHole(try injector.resolve(Single.self)) }
    }
  }
}
