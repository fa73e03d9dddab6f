import Infusion

extension Row {
  static var reflection: Row {
    Row(
      name: "reflection",
      summary: "four @Injected markers of an existing object; to the assignments of inject4"
    ) {
      let injector = try Injector.model()
      let target = MarkedTarget()
      return [
        Scenario(
          variant: "@Injected",
          kind: .compared(
            reference: .inject4ByHand,
            subject: Side(objects: 3) { operations in
              for _ in 0..<operations {
                try injector.injectDependencies(into: target)
                blackHole(target)
              }
            }),
          floor: .inject4AtTheFloor { Target() }, goal: Goal(ratio: 10))
      ]
    }
  }
}
