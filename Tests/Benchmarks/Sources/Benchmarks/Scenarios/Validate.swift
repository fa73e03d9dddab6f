import Infusion

extension Row {
  static var validate450: Row {
    Row(
      name: "validate450",
      summary: "the validation of 450 bindings and 900 requirements; to setting them up"
    ) {
      [
        Scenario(
          variant: "new injector",
          kind: .compared(
            reference: Side { operations in
              for _ in 0..<operations { blackHole(try Injector(GridModule())) }
            },
            subject: Side { operations in
              let injectors = try (0..<operations).map { _ in try Injector(GridModule()) }
              return Work {
                for injector in injectors { blackHole(value: try injector.validate()) }
              }
            }),
          goal: Goal(ratio: 20), counted: 1)
      ]
    }
  }
}
