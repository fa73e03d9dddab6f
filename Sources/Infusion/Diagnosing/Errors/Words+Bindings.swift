// What modules have said, binding against binding.

extension InjectionError.Words {
  mutating func describeBindings(_ error: InjectionError) {
    switch error.problem {
    case .duplicateBinding(let duplicates):
      let merged = Self.merged(duplicates)
      fact =
        merged.count == 1
        ? "\(quoted(merged[0].key)) is bound more than once."
        : "\(count(merged.count, "key")) are bound more than once."
      details = merged.map { "\($0.key): \($0.locations.joined(separator: ", "))" }
      fixes = Self.overriding
    case .weakValue(let key, let place):
      fact =
        "\(quoted(key)) has scope 'weak', which keeps only instances of classes."
      details = [place.text]
      fixes = ["Give it another scope: .in(.singleton)", "Remove the scope"]
    case .preparedNotSingleton(let key, let scope, let location):
      fact = "\(quoted(key)) is prepared asynchronously but has scope '\(scope)'."
      details = location.map { ["bound at \($0)"] } ?? []
      fixes = ["Keep it a singleton: toAsync { … } without another scope"]
    case .eagerNotSingleton(let key, let scope, let location):
      fact = "\(quoted(key)) is eager but has scope '\(scope)'."
      details = location.map { ["bound at \($0)"] } ?? []
      fixes = ["Make it a singleton: asEagerSingleton() without another scope"]
    case .captiveDependency(let key, let captured, let scope, let location):
      fact =
        "The singleton \(quoted(key)) keeps \(quoted(captured)), whose scope '\(scope)' ends earlier."
      if error.path.isEmpty { details = location.map { ["bound at \($0)"] } ?? [] }
      fixes = [
        "Ask for it each time: Provider<\(text(captured.type))>",
        "Give \(quoted(key)) a scope that ends as early",
      ]
    case .shadowedBinding(let key, let hidden, let place):
      fact = "\(quoted(key)) is bound twice, and the later binding hides the earlier one."
      details = ["hidden:   \(hidden.text)", "in force: \(place.text)"]
      fixes = Self.overriding
    case .notInjected(let key, let reason, let place):
      describe(reason, of: key, place.isContribution ? "contribute" : "bind")
      details = [place.text]
    default: break
    }
  }

  private mutating func describe(
    _ reason: InjectionError.Uninjected, of key: Key, _ verb: String
  ) {
    let bound = "The binding of \(quoted(key))"
    let removal = "Remove injecting(…) and completing(…)"
    switch reason {
    case .link(let target):
      fact =
        "\(bound) adds requirements or steps to a link, which only forwards the target's value."
      fixes = [
        "Add them to the target: \(Self.code(binding: target)).injecting(…)",
        "Create the object here: \(Self.code(binding: key, verb)).injecting(…)",
      ]
    case .instance:
      fact = "\(bound) adds requirements or steps to an instance, which is handed out unchanged."
      fixes = ["Inject it when the injector is created: to(instance: …, injecting: true)", removal]
    case .asIs:
      fact = "\(bound) adds requirements or steps, but asIs() hands the value out without them."
      fixes = ["Remove asIs()", removal]
    case .nothing:
      fact = "\(bound) adds requirements or steps, but provides nothing."
      fixes = ["Let it provide a value: \(Self.code(binding: key, verb)).injecting(…)", removal]
    }
  }

  /// The locations of every key that is bound twice, in the order of the bindings.
  private static func merged(
    _ duplicates: [InjectionError.Duplicate]
  ) -> [(key: Key, locations: [String])] {
    var order: [Key] = []
    var locations: [Key: [String]] = [:]
    for duplicate in duplicates {
      if locations[duplicate.key] == nil { order.append(duplicate.key) }
      for location in [duplicate.first, duplicate.second] {
        let place = location?.description ?? "an unknown location"
        if locations[duplicate.key]?.last != place {
          locations[duplicate.key, default: []].append(place)
        }
      }
    }
    return order.map { ($0, locations[$0] ?? []) }
  }

  private static let overriding = [
    "Remove one of the bindings",
    "Override on purpose: AppModule().overriding(with: TestModule())",
  ]
}
