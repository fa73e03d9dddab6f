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
      details = merged.map { "\($0.key): \($0.places.joined(separator: ", "))" }
      fixes = Self.overriding
    case .preparedNotSingleton(let key, let scope, let location):
      fact = "\(quoted(key)) is prepared asynchronously, and its scope is '\(scope)'."
      details = location.map { ["bound at \($0)"] } ?? []
      fixes = ["Leave it a singleton: toAsync { … } without another scope"]
    case .eagerNotSingleton(let key, let scope, let location):
      fact = "\(quoted(key)) is eager, and its scope is '\(scope)'."
      details = location.map { ["bound at \($0)"] } ?? []
      fixes = ["Make it a singleton: asEagerSingleton() without another scope"]
    case .captiveDependency(let key, let captured, let scope, let location):
      fact =
        "The singleton \(quoted(key)) keeps \(quoted(captured)), whose scope '\(scope)' ends before it."
      if error.path.isEmpty { details = location.map { ["bound at \($0)"] } ?? [] }
      fixes = [
        "Ask for it each time: Provider<\(text(captured.type))>",
        "Give \(quoted(key)) a scope that is as short",
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
    let removal = "Remove injecting(…)"
    switch reason {
    case .link(let target):
      fact = "\(bound) adds requirements to a link, which hands on what the target has made."
      fixes = [
        "Add them to the target: \(Self.code(binding: target)).injecting(…)",
        "Make the object here: \(Self.code(binding: key, verb)).injecting(…)",
      ]
    case .instance:
      fact = "\(bound) adds requirements to an instance, which is handed out unchanged."
      fixes = ["Inject it when the injector is made: to(instance: …, injecting: true)", removal]
    case .asIs:
      fact = "\(bound) adds requirements, and asIs() hands the value out without them."
      fixes = ["Remove asIs()", removal]
    case .nothing:
      fact = "\(bound) adds requirements to nothing."
      fixes = ["Let it provide a value: \(Self.code(binding: key, verb)).injecting(…)", removal]
    }
  }

  /// The places of every key that is bound twice, in the order of the bindings.
  private static func merged(
    _ duplicates: [InjectionError.Duplicate]
  ) -> [(key: Key, places: [String])] {
    var order: [Key] = []
    var places: [Key: [String]] = [:]
    for duplicate in duplicates {
      if places[duplicate.key] == nil { order.append(duplicate.key) }
      for location in [duplicate.first, duplicate.second] {
        let place = location?.description ?? "an unknown place"
        if places[duplicate.key]?.last != place { places[duplicate.key, default: []].append(place) }
      }
    }
    return order.map { ($0, places[$0] ?? []) }
  }

  private static let overriding = [
    "Remove one of the bindings",
    "Override on purpose: AppModule().overriding(with: TestModule())",
  ]
}
