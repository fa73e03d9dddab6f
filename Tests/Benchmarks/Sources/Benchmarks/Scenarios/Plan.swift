import Infusion

extension Row {
  static var plan: Row {
    Row(name: "plan", summary: "what is planned once; to the assignments of inject4") {
      [
        Scenario(
          variant: "first object, 4 properties",
          kind: .first(
            reference: .inject4ByHand, subject: .firstInjection(objects: 3) { FirstOfFour() }),
          goal: Goal(ratio: 100)),
        Scenario(
          variant: "first object, 20 properties",
          kind: .first(
            reference: .inject4ByHand, subject: .firstInjection(objects: 15) { FirstOfTwenty() }),
          goal: Goal(ratio: 400)),
        Scenario(
          variant: "known class, new injector",
          kind: .compared(
            reference: .inject4ByHand,
            subject: Side(objects: 3) { operations in
              let target = Target()
              let injectors = try (0..<operations).map { _ in try Injector.model() }
              return Work {
                for injector in injectors {
                  try injector.injectDependencies(into: target)
                  blackHole(target)
                }
              }
            }),
          goal: Goal(ratio: 20), counted: 20),
      ]
    }
  }
}

extension Side {
  /// Injects a class for the first time in a process that has already injected others.
  fileprivate static func firstInjection(
    objects: Int, _ make: @escaping () -> AnyObject
  ) -> Side {
    Side(objects: objects) { _ in
      let injector = try Injector.model()
      try injector.injectDependencies(into: Target())
      _ = try injector.resolve(Root.self)
      let object = make()
      return Work {
        try injector.injectDependencies(into: object)
        blackHole(object)
      }
    }
  }
}
