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

  mutating func describe(
    _ reason: InjectionError.Weakness, of key: Key, at facts: BindingFacts
  ) {
    fact = "\(quoted(key)) has scope 'weak', which keeps only class instances."
    details = facts.location == nil ? [] : [facts.text]
    switch reason {
    case .instance:
      fact = "\(quoted(key)) is bound with to(weak:) to a value that is not a class instance."
      fixes = ["Let the binding keep the value: .to(instance: …)"]
    case .binding:
      fixes = ["Give it another scope: .in(.singleton)", "Remove the scope"]
    case .rescope(let location):
      details.append("rescoped at \(location)")
      fixes = [
        "Give it another scope: binder.rescope(\(key.code), to: .singleton)",
        "Remove the call of rescope",
      ]
    case .type:
      fixes = [
        facts.location == nil
          ? "Bind it with another scope: binder.bind(\(key.code)).in(.singleton)"
          : "Give it another scope: .in(.singleton)",
        key.type is any Scoped.Type
          ? "Let '\(text(key.type))' declare another scope: static var scope: Scope { .singleton }"
          : "Let the options give another scope: Injector.Options(onDemandScope: .singleton)",
      ]
    }
  }

  /// Arguments that do not fit, or that nothing can pass.
  mutating func describeArguments(of key: Key, _ expected: [Any.Type], _ given: [Any.Type]) {
    fact = "The arguments do not fit the parameters of \(quoted(key))."
    details = ["expected: \(list(expected))", "given:    \(list(given))"]
    if expected.isEmpty {
      fixes = [
        "Call it without arguments",
        "Bind it to a closure that takes these arguments: \(Self.code(binding: key, taking: given))",
      ]
      return
    }
    // A link passes the arguments of its request on.
    let links = error.path.prefix { step in
      switch step.asker {
      case .creation, .link: true
      default: false
      }
    }
    let linked = links.compactMap { step -> Key? in
      if case .link(let key) = step.asker { key } else { nil }
    }
    let request = "resolve(\((linked.last ?? key).code), arguments: …)"
    let asker = error.path.dropFirst(links.count).first?.asker
    guard given.isEmpty, let (reason, remedy) = passingNoArguments(asker, request) else {
      let passed = count(expected.count, "argument")
      let fitting = expected.count == 1 ? "expected type" : "expected types, in that order"
      fixes = ["Pass \(passed) of the \(fitting): \(request)"]
      fixes += Self.converting(given, to: expected)
      return
    }
    fact = "\(quoted(key)) is created with arguments, but \(reason) without any."
    details.removeLast()
    fixes = [remedy, "Bind it without arguments: \(Self.code(binding: key))"]
  }

  /// What cannot pass arguments, as the beginning of a clause, and what can be written instead.
  private func passingNoArguments(
    _ asker: InjectionError.Step.Asker?, _ request: String
  ) -> (reason: String, remedy: String)? {
    let factory =
      "Ask for it where you have the arguments, with an ObjectFactory: factory.\(request)"
    return switch asker {
    case .call(let call) where call.isEager:
      (
        "an eager singleton is created",
        "Write .in(.singleton) in place of asEagerSingleton(), and ask for it where you have the arguments: \(request)"
      )
    case .collection(let key):
      (
        "the collection \(quoted(key)) asks for it",
        "Contribute a value that is created without arguments: \(Self.code(binding: key.ofElements ?? key, "contribute"))"
      )
    case .handle: ("a Lazy or a Provider asks for it", factory)
    case .marker(let marker): ("'\(marker.owner)' asks for it", factory)
    case let asker?: asker.type.map { ("'\(text($0))' asks for it", factory) }
    // An observer receives the error before it is known what asks.
    case nil: nil
    }
  }

  /// Where every key is bound that is bound twice, in the order of the bindings.
  static func merged(
    _ duplicates: [InjectionError.Duplicate]
  ) -> [(key: Key, locations: [String])] {
    duplicates.grouped(by: \.key).map { key, duplicates in
      let texts = duplicates.flatMap { [$0.earlier.text, $0.later.text] }
      return (key, texts.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
    }
  }

  /// What can be done about a key that two modules bind, or one that is installed twice.
  func keepingOne(
    of key: Key, _ first: BindingFacts, _ second: BindingFacts,
    isRemovable: Bool = false
  ) -> [String] {
    let both =
      "Keep both: give one a name, or contribute both: \(Self.code(binding: key.ofElements ?? key, "contribute"))"
    if let module = first.moduleInstalledTwice(second) {
      return ["Install '\(text(module))' once"] + comparing(module) + [both]
    }
    if isRemovable {
      return ["Remove the earlier binding first: binder.unbind(\(key.code))", both]
    }
    return ["Remove one of the bindings", overriding(first, with: second), both]
  }

  /// How the second of two bindings overrides the first.
  ///
  /// The program can combine only the modules that it installs itself.
  private func overriding(_ first: BindingFacts, with second: BindingFacts) -> String {
    var modules = (
      first.outermostModule.map(inCode) ?? "AppModule",
      second.outermostModule.map(inCode) ?? "TestModule"
    )
    if modules.0 == modules.1 { modules = ("AppModule", "TestModule") }
    return "Override on purpose: \(modules.0)().overriding(with: \(modules.1)())"
  }

  /// How a module can tell that it is installed already.
  func comparing(_ module: Any.Type) -> [String] {
    module is any Hashable.Type
      ? []
      : [
        "Conform '\(text(module))' to Hashable: a module that equals an installed one is not configured again"
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
    if cycle.keys.indices.contains(where: { cycle.isCollection($0) }) {
      return [later(cycle)]
    }
    let names = cycle.makers.map { "'\(text(cycle.keys[$0].type))'" }
    if names.isEmpty { return ["Bind one of them to what creates the value: .to { … }"] }
    let all =
      switch names.count {
      case 1: "\(names[0]) into itself through a property"
      case 2: "\(names[0]) and \(names[1]) into each other through properties"
      default: "them into one another through properties"
      }
    let creating =
      cycle.keys.count == 2
      ? ["Create \(names[0]) in its binding, and do not request it there"] : []
    // Only objects have properties to inject, and nothing sets those of an actor.
    let haveProperties = cycle.makers.lazy.map { cycle.keys[$0].type }.allSatisfy { type in
      (type as? AnyClass).map { !MetadataLayout.isActor($0) }
        ?? TypeRepresentation.isExistential(type)
    }
    let injecting = "Inject \(all) in 'requires', not through initializers or closures"
    // A Lazy of its own key would only lead the object to itself.
    let asking = names.count == 1 ? wrapping(cycle) : later(cycle)
    return creating + [asking] + (haveProperties && !cycle.isForbidden ? [injecting] : [])
  }

  /// How an object can wrap another one of the key that it provides.
  func wrapping(_ cycle: InjectionError.Cycle) -> String {
    let asked = cycle.keys[(cycle.makers.last ?? 0) + 1]
    return
      "To wrap another \(quoted(asked)), bind that one under another name, and ask for it by that name; a child can ask its parent"
  }

  /// What the last one that makes a value, and does not only pass one on, can do to ask later.
  func later(_ cycle: InjectionError.Cycle) -> String {
    let last = cycle.makers.last ?? 0
    let asked = cycle.keys[last + 1]
    let asking = error.path.first { if case .link = $0.asker { false } else { true } }
    if case .handle = asking?.asker {
      return
        "Call get() only after \(quoted(error.key ?? asked)) has been created, not in an initializer, a closure or awakeFromInjection()"
    }
    // The key may be a protocol; the property that asks says which class it is.
    let asker = text(error.path.first?.property?.owner ?? cycle.keys[last].type)
    let advice =
      "In '\(asker)', take and store a Lazy<\(inCode(asked.type))>\(asked.name.phrase), and call get() at its first use"
    if cycle.isCollection(last + 1) { return advice }
    // A link makes no object: the next key that makes one has to be the same.
    let made = cycle.makers.first.map { cycle.keys[$0] } ?? asked
    return
      "\(advice); bind \(quoted(made)) with .in(.singleton) if it has to be the same object"
  }
}
