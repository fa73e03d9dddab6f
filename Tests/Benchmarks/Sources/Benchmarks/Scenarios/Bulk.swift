import Infusion

extension Row {
  static var bulk: Row {
    Row(
      name: "bulk",
      summary: "one of 100,000 objects, injected as a sequence; to as many calls"
    ) {
      let injector = try Injector.model()
      let targets = (0..<100_000).map { _ in Target() }
      return [
        Scenario(
          variant: "array of 100,000",
          kind: .compared(
            reference: Side(objects: 3, operations: targets.count) { operations in
              for target in targets.prefix(operations) {
                try injector.injectDependencies(into: target)
                blackHole(target)
              }
            },
            subject: Side(objects: 3, operations: targets.count) { operations in
              let part = Array(targets.prefix(operations))
              return Work { try injector.injectDependencies(intoEach: part) }
            }),
          goal: Goal(ratio: 1), counted: 200)
      ]
    }
  }
}
