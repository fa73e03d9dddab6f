// Sentences that several problems share, or that have parts of their own.

extension InjectionError.Words {
  mutating func describe(
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

  /// Where every key is bound that is bound twice, in the order of the bindings.
  static func merged(
    _ duplicates: [InjectionError.Duplicate]
  ) -> [(key: Key, locations: [String])] {
    var order: [Key] = []
    var locations: [Key: [String]] = [:]
    for duplicate in duplicates {
      if locations[duplicate.key] == nil { order.append(duplicate.key) }
      for place in [duplicate.earlier, duplicate.later]
      where locations[duplicate.key]?.last != place.text {
        locations[duplicate.key, default: []].append(place.text)
      }
    }
    return order.map { ($0, locations[$0] ?? []) }
  }

  /// What can be done about a key that two modules bind.
  func keepingOne(of key: Key, _ first: Any.Type?, _ second: Any.Type?) -> [String] {
    var modules = (first.map(inCode) ?? "AppModule", second.map(inCode) ?? "TestModule")
    if modules.0 == modules.1 { modules = ("AppModule", "TestModule") }
    return [
      "Remove one of the bindings",
      "Override on purpose: \(modules.0)().overriding(with: \(modules.1)())",
      "Keep both: give one a name, or contribute both: \(Self.code(binding: key, "contribute"))",
    ]
  }

  /// Whether the program runs tests: these have a trait that makes an injector current.
  static let isTesting =
    CommandLine.arguments.first.map {
      $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") || $0.hasSuffix("swiftpm-testing-helper")
    } ?? false

  static func drawn(_ cycle: InjectionError.Cycle) -> String {
    shortened(cycle.keys.map { "\($0)" }).joined(separator: " → ")
  }

  /// How a cycle can be broken, or completed: then every step of it sets a property.
  func breaking(_ cycle: InjectionError.Cycle) -> [String] {
    // Not even properties close a cycle while its elements are collected.
    if cycle.keys.indices.contains(where: { cycle.isCollection($0) }) { return [later(cycle)] }
    let names = cycle.makers.map { "'\(text(cycle.keys[$0].type))'" }
    if names.isEmpty { return ["Bind one of them to what creates the value: .to { … }"] }
    let all =
      switch names.count {
      case 1: "\(names[0]) into itself as a property"
      case 2: "\(names[0]) and \(names[1]) into each other as properties"
      default: "them into one another as properties"
      }
    let creating =
      cycle.keys.count == 2
      ? ["Create \(names[0]) in its binding, and do not request it there"] : []
    // Only objects have properties to inject, and nothing sets those of an actor.
    let haveProperties = cycle.makers.lazy.map { cycle.keys[$0].type }.allSatisfy {
      ($0 is AnyClass && !($0 is any Actor.Type)) || TypeRepresentation.isExistential($0)
    }
    let injecting = "Inject \(all) that 'requires' lists, not through initializers or closures"
    return creating + [later(cycle)] + (haveProperties ? [injecting] : [])
  }

  /// What the last one that makes a value, and does not only pass one on, can do to ask later.
  func later(_ cycle: InjectionError.Cycle) -> String {
    let last = cycle.makers.last ?? 0
    let (asker, asked) = (text(cycle.keys[last].type), cycle.keys[last + 1])
    let advice =
      "In '\(asker)', take and store a Lazy<\(inCode(asked.type))>\(naming(asked)), and call get() when it is first needed"
    return cycle.isCollection(last + 1)
      ? advice
      : "\(advice); bind \(quoted(asked)) with .in(.singleton) if it has to be the same object"
  }
}
