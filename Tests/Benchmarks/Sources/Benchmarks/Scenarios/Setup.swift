import Infusion

extension Row {
  static var setup13: Row {
    Row(
      name: "setup13",
      summary: "an injector with 13 bindings, made and released; to a dictionary of 13 closures"
    ) {
      [
        Scenario(
          variant: "one module",
          kind: .compared(
            reference: Side { operations in
              for _ in 0..<operations { blackHole(value: fillDictionary()) }
            },
            subject: Side { operations in
              for _ in 0..<operations { blackHole(try Injector(ModelModule())) }
            }),
          goal: Goal(ratio: 1.8), counted: 20)
      ]
    }
  }

  static var setup450: Row {
    Row(
      name: "setup450",
      summary: "one of 450 bindings of an injector, made and released; to one of a dictionary"
    ) {
      [
        Scenario(
          variant: "per binding",
          kind: .compared(
            reference: Side(operations: 10 * GridModule.size) { operations in
              for _ in 0..<operations / GridModule.size {
                blackHole(value: GridDictionary.filled())
              }
            },
            subject: .settingUpGrid),
          goal: Goal(ratio: 1.8), counted: GridModule.size),
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
  /// Makes injectors with 450 bindings; an operation is one binding.
  static var settingUpGrid: Side {
    Side(operations: 10 * GridModule.size) { operations in
      for _ in 0..<operations / GridModule.size { blackHole(try Injector(GridModule())) }
    }
  }
}
