import Infusion

extension Row {
  static var setup13: Row {
    Row(
      name: "setup13",
      summary: "an injector with 13 bindings, made and released; to a dictionary of 13 closures"
    ) {
      let byHand = Side { operations in
        for _ in 0..<operations { blackHole(value: fillDictionary()) }
      }
      return [
        Scenario(
          variant: "one module",
          kind: .compared(
            reference: byHand,
            subject: Side { operations in
              for _ in 0..<operations { blackHole(try Injector(ModelModule())) }
            }),
          goal: Goal(ratio: 1.8), counted: 20),
        Scenario(
          variant: "to initializers",
          kind: .compared(
            reference: byHand,
            subject: Side { operations in
              for _ in 0..<operations { blackHole(try Injector(InitializerModule())) }
            }),
          goal: Goal(ratio: 2.5), counted: 20),
      ]
    }
  }

  static var setup450: Row {
    Row(
      name: "setup450",
      summary: "one of 450 bindings of an injector, made and released; to one of a dictionary"
    ) {
      let byHand = Side(operations: 10 * Grid.size) { operations in
        for _ in 0..<operations / Grid.size { blackHole(value: GridDictionary.filled()) }
      }
      return [
        Scenario(
          variant: "per binding",
          kind: .compared(reference: byHand, subject: .settingUpGrid),
          goal: Goal(ratio: 1.8), counted: Grid.size),
        Scenario(
          variant: "per binding to an initializer",
          kind: .compared(
            reference: byHand,
            subject: Side(operations: 10 * Grid.size) { operations in
              for _ in 0..<operations / Grid.size {
                blackHole(try Injector(GridInitializerModule()))
              }
            }),
          goal: Goal(ratio: 2.5), counted: Grid.size),
        Scenario(
          variant: "per binding, to one of 13",
          kind: .compared(
            reference: Side(operations: 400 * 13) { operations in
              for _ in 0..<operations / 13 { blackHole(try Injector(ModelModule())) }
            },
            subject: .settingUpGrid),
          goal: Goal(words: "linear", ratio: 1.2), counted: nil),
      ]
    }
  }
}

extension Side {
  /// Makes injectors with 450 bindings; each operation is one binding.
  static var settingUpGrid: Side {
    Side(operations: 10 * Grid.size) { operations in
      for _ in 0..<operations / Grid.size { blackHole(try Injector(GridModule())) }
    }
  }
}
