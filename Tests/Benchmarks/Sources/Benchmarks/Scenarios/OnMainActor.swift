import Infusion

extension Row {
  /// The ordinary case of an app: Xcode writes a new module on the main actor.
  ///
  /// Each variant bears the name of the row whose reference it is compared with.
  static var mainActor: Row {
    Row(
      name: "main-actor",
      summary: "the same, where the module, or the classes too, belong to the main actor"
    ) {
      nonisolated(unsafe) var lines: [Scenario] = []
      try MainThread.run {
        try MainActor.assumeIsolated { lines = try linesOfModule() + linesOfClasses() }
      }
      return lines
    }
  }

  @MainActor private static func linesOfModule() throws -> [Scenario] {
    let model = try Injector(MainActorModule())
    let singletons = try Injector(MainActorSingletonModule())
    nonisolated(unsafe) let target = Target()
    // From here on the singletons exist.
    try model.injectDependencies(into: target)
    try singletons.injectDependencies(into: target)
    return [
      .onMainActor("inject4", .inject4ByHand, Goal(ratio: 1.7, allocations: 3)) { operations in
        for _ in 0..<operations {
          try model.injectDependencies(into: target)
          blackHole(target)
        }
      },
      .onMainActor(
        "inject4-singletons", .inject4SingletonsByHand, Goal(ratio: 3, allocations: 0)
      ) { operations in
        for _ in 0..<operations {
          try singletons.injectDependencies(into: target)
          blackHole(target)
        }
      },
      .onMainActor("transient", .transientByHand, Goal(ratio: 2.4, allocations: 1)) { operations in
        for _ in 0..<operations { blackHole(try model.resolve(Leaf.self)) }
      },
      .onMainActor("singleton", .singletonByHand, Goal(ratio: 1.5, allocations: 0)) { operations in
        for _ in 0..<operations { blackHole(try model.resolve(Single.self)) }
      },
    ]
  }

  @MainActor private static func linesOfClasses() throws -> [Scenario] {
    let model = try Injector(OnMainActor.ModelModule())
    let singletons = try Injector(OnMainActor.SingletonModule())
    let linking = try Injector(OnMainActor.LinkModule())
    let target = OnMainActor.Target()
    try model.injectDependencies(into: target)
    try singletons.injectDependencies(into: target)
    return [
      .onMainActor("inject4, classes", .inject4ByHand, Goal(ratio: 1.7, allocations: 3)) {
        operations in
        for _ in 0..<operations {
          try model.injectDependencies(into: target)
          blackHole(target)
        }
      },
      .onMainActor(
        "inject4-singletons, classes", .inject4SingletonsByHand, Goal(ratio: 3, allocations: 0)
      ) { operations in
        for _ in 0..<operations {
          try singletons.injectDependencies(into: target)
          blackHole(target)
        }
      },
      .onMainActor("transient, classes", .transientByHand, Goal(ratio: 2.4, allocations: 1)) {
        operations in
        for _ in 0..<operations { blackHole(try model.resolve(OnMainActor.Leaf.self)) }
      },
      .onMainActor("protocol, linked", .transientByHand, Goal(ratio: 2.5, allocations: 1)) {
        operations in
        for _ in 0..<operations {
          blackHole(try linking.resolve((any OnMainActor.Service).self))
        }
      },
      .onMainActor("singleton, classes", .singletonByHand, Goal(ratio: 1.5, allocations: 0)) {
        operations in
        for _ in 0..<operations { blackHole(try model.resolve(OnMainActor.Single.self)) }
      },
      .onMainActor("graph10, classes", .graph10ByHand, Goal(ratio: 2.2, allocations: 10)) {
        operations in
        for _ in 0..<operations { blackHole(try model.resolve(OnMainActor.Root.self)) }
      },
    ]
  }
}

extension Scenario {
  /// A line whose two sides run on the main thread.
  fileprivate static func onMainActor(
    _ variant: String, _ reference: Side, _ goal: Goal,
    _ loop: @escaping @MainActor (_ operations: Int) throws -> Void
  ) -> Scenario {
    Scenario(
      variant: variant,
      kind: .compared(
        reference: reference.onMainThread,
        subject: .onMainActor(objects: reference.objects, loop: loop)),
      goal: goal, counted: 2_000)
  }
}
