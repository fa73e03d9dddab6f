import Infusion

extension Row {
  static var memory: Row {
    Row(name: "memory", summary: "what is kept, as large as the allocator makes it") {
      [
        Scenario(
          variant: "binding, one of 450",
          kind: .footprint(units: Grid.size) { { try Injector(GridModule()) } },
          goal: Goal(bytes: 110)),
        Scenario(
          variant: "injector without bindings",
          kind: .footprint(units: 1) { { try Injector() } },
          goal: nil),
        Scenario(
          variant: "plan of four properties",
          kind: .footprint(units: 1) {
            let injector = try Injector.model()
            // The injected objects have the same size as those that they replace.
            let target = Target()
            try Injector.model().injectDependencies(into: target)
            return {
              try injector.injectDependencies(into: target)
              return (injector, target)
            }
          },
          goal: nil),
      ]
    }
  }
}
