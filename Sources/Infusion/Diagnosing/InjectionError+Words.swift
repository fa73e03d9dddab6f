extension InjectionError {
  /// The sentence that states the fact, what is to be added to it, and what can be done.
  struct Words {
    private(set) var fact = ""
    private(set) var details: [String] = []
    private(set) var fixes: [String] = []

    init(_ error: InjectionError) {
      describe(error)
    }
  }
}

extension InjectionError.Words {
  private mutating func describe(_ error: InjectionError) {
    switch error.problem {
    case .missingBinding(let key, _):
      fact = "Nothing provides \(quoted(key))\(asker(error))."
      fixes = [Self.binding(key)] + creating(key) + accepting(error)
    case .notCreatable(let key, let place):
      fact = "\(quoted(key)) is bound without a target, and cannot be created on demand."
      details = place.map { [$0.text] } ?? []
      fixes = [Self.binding(key)] + creating(key)
    case .nothingProvided, .emptyContribution:
      describeNothing(error)
    case .notWritable, .wrongRoot:
      describeDeclaration(error)
    case .argumentMismatch, .parameterCount, .defaultMismatch, .foreignInitializer:
      describeInitializer(error)
    case .storedTypeMismatch(let key, let found):
      fact =
        "The store of the scope of \(quoted(key)) returned a value of type '\(text(found))'."
      fixes = ["Return what was published for the key, or nil"]
    case .notAnObject(let type):
      fact = "A value of type '\(text(type))' is no object, and has nothing to inject into."
      fixes = ["Pass instances of classes only"]
    case .cyclicDependency(let chain):
      fact =
        chain.last.map { "\(quoted($0)) is needed before it exists." }
        ?? "Something is needed before it exists."
      details = [Self.shortened(chain.map { "\($0)" }).joined(separator: " → ")]
      fixes = [
        "Inject one of them as a property, not through its closure or initializer",
        "Ask for one of them later: Lazy<\(chain.last.map { text($0.type) } ?? "…")>",
      ]
    case .nestingLimit(let call, let limit):
      fact = "\(call.text) is nested in more than \(count(limit, "other request"))."
      fixes = [
        "Let the closures or initializers end their recursion",
        "Raise the limit: Injector.Options(maximumNesting: \(limit * 2))",
      ]
    case .providerFailed(let work, let cause):
      fact = failed(work)
      details = [Self.spelled(cause)]
      fixes = ["Read the cause in code: error.underlying as? \(text(type(of: cause)))"]
    case .duplicateBinding, .shadowedBinding, .eagerNotSingleton, .captiveDependency:
      describeBindings(error)
    case .injectorReleased, .noDefaultInjector, .alreadyConfigured, .nestedUpdate,
      .mainActorRequired, .deadlock:
      describeCall(error)
    case .several(let errors):
      fact = "\(count(errors.count, "error")) \(errors.count == 1 ? "was" : "were") found."
    }
  }

  private mutating func describeNothing(_ error: InjectionError) {
    switch error.problem {
    case .nothingProvided(let key, let place):
      let owner = error.path.first?.property.map { ", where '\(text($0.owner))' requires a value" }
      fact = "The binding of \(quoted(key)) provides nothing\(owner ?? "")."
      details = place.map { [$0.text] } ?? []
      fixes = ["Let the binding return a value: \(Self.code(binding: key))"]
      fixes += accepting(nothing: key, error)
    case .emptyContribution(let key, let place):
      fact = "A contribution to '[\(text(key.type))]' provides nothing, and never adds a value."
      details = [place.text]
      fixes = ["Remove it", "Let it return a value: \(Self.code(binding: key, "contribute"))"]
    default: break
    }
  }

  private mutating func describeDeclaration(_ error: InjectionError) {
    switch error.problem {
    case .notWritable(let property):
      let type = property.type.map { " of type '\(text($0))'" } ?? ""
      let listed =
        property.name == nil ? "A property of '\(text(property.owner))'" : "'\(property)'"
      fact =
        "\(listed)\(type) is listed as requirement \(property.position), and cannot be set."
      fixes = [
        "Make it a `var`: var \(named(property, property.type))",
        "List it inside '\(text(property.owner))' when its setter is private",
        "Remove it from the list",
      ]
    case .wrongRoot(let property, let root):
      let (owner, root) = (text(property.owner), text(root))
      let listed = property.name.map { "'\(root).\($0)'" } ?? "a property of '\(root)'"
      fact =
        "'\(owner)' lists \(listed) as requirement \(property.position), and is neither '\(root)' nor a subclass of it."
      fixes = ["List it in '\(root)' or a subclass", "Remove it from the list of '\(owner)'"]
    default: break
    }
  }

  private mutating func describeInitializer(_ error: InjectionError) {
    switch error.problem {
    case .argumentMismatch(let key, let expected, let given):
      fact = "The arguments do not fit the parameters of \(quoted(key))."
      details = ["expected: \(list(expected))", "given:    \(list(given))"]
      fixes = ["Pass \(count(expected.count, "argument")) of these types, in this order"]
      if expected.isEmpty { fixes = ["Call it without arguments"] }
    case .parameterCount(let key, let declared, let expected):
      fact =
        "The initializer of \(quoted(key)) has \(count(expected, "parameter")), and \(declared) \(declared == 1 ? "is" : "are") listed."
      fixes = [
        "List .resolved, .named(_), .default(_) or .argument for each parameter",
        "List none at all, when every parameter is resolved",
      ]
    case .defaultMismatch(let key, let position, let expected, let found):
      fact =
        "The default of parameter \(position) of \(quoted(key)) is of type '\(text(found))', and the parameter of type '\(text(expected))'."
      fixes = ["Write a default of type '\(text(expected))'"]
    case .foreignInitializer(let key, let made):
      fact = "\(quoted(key)) inherits an initializer that makes '\(text(made))'."
      fixes = [
        "Override it: override class var initializer: Initializer { Initializer(\(text(key.type)).init) }",
        Self.binding(key),
      ]
    default: break
    }
  }

  private mutating func describeBindings(_ error: InjectionError) {
    switch error.problem {
    case .duplicateBinding(let duplicates):
      let merged = Self.merged(duplicates)
      fact =
        merged.count == 1
        ? "\(quoted(merged[0].key)) is bound more than once."
        : "\(count(merged.count, "key")) are bound more than once."
      details = merged.map { "\($0.key): \($0.places.joined(separator: ", "))" }
      fixes = Self.overriding
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
    default: break
    }
  }

  private mutating func describeCall(_ error: InjectionError) {
    switch error.problem {
    case .injectorReleased(let key):
      fact = "The injector that \(quoted(key)) was asked of is gone."
      fixes = ["Keep the injector for as long as its handles are used"]
    case .noDefaultInjector:
      fact = "There is no current injector, and no default one."
      fixes = [
        "Set one: Injector.setDefault(injector)",
        "Make one current: Injector.withCurrent(injector) { … }",
      ]
    case .alreadyConfigured:
      fact = "A default injector is configured already."
      fixes = [
        "Replace it: Injector.clearAndConfigure { … }",
        "Keep the first one: Injector.configureOnce { … }",
      ]
    case .nestedUpdate:
      fact = "The injector is being updated by the same thread."
      fixes = ["Make all changes in one update, through the binder that it hands out"]
    case .mainActorRequired(let type):
      fact = "'\(text(type))' belongs to the main actor, and was asked for elsewhere."
      fixes = ["Make the call on the main actor: await MainActor.run { … }"]
    case .deadlock(let key, let waiters):
      fact = "Waiting for \(quoted(key)) would never end: threads wait for one another."
      // The one that gave way is told first.
      let first = waiters.firstIndex { $0.wants == key } ?? waiters.startIndex
      details = (waiters[first...] + waiters[..<first]).enumerated().map { number, waiter in
        let holds = waiter.holds.map { quoted($0) }.joined(separator: ", ")
        let wants = waiter.wants.map { quoted($0) } ?? "another request"
        return "thread \(number + 1) holds \(holds.isEmpty ? "nothing" : holds) and wants \(wants)"
      }
      fixes = [
        "Let the singletons refer to one another as properties, not in their closures",
        "Ask for one of them later: Lazy<\(text(key.type))>",
      ]
    default: break
    }
  }
}

// MARK: - Parts of sentences

extension InjectionError.Words {
  /// Who asks, as the end of a sentence.
  private func asker(_ error: InjectionError) -> String {
    // A validation lists everybody who asks; a request leads to a call.
    let others = error.path.last?.kind == .call ? 0 : error.path.count + error.omittedStepCount - 1
    if others > 0, let asker = error.path.first?.asker, let name = name(of: asker) {
      return ", which '\(name)' and \(others) more require"
    }
    return switch error.path.first?.asker {
    case .property(let property): ", which '\(text(property.owner))' requires"
    case .parameter(let key, _): ", which the initializer of \(quoted(key)) requires"
    case .closure(let key): ", which the closure of \(quoted(key)) uses"
    case .link(let key): ", to which \(quoted(key)) is linked"
    case .collection, .creation, .call, nil: ""
    }
  }

  private func name(of asker: InjectionError.Step.Asker) -> String? {
    switch asker {
    case .property(let property): text(property.owner)
    case .parameter(let key, _), .closure(let key), .link(let key): text(key.type)
    case .collection, .creation, .call: nil
    }
  }

  private func failed(_ work: InjectionError.UserCode) -> String {
    switch work {
    case .creation(let key): "Making \(quoted(key)) failed."
    case .awake(let type): "'\(text(type))' failed to awake from injection."
    case .store(let key): "The store of the scope of \(quoted(key)) failed."
    case .configuration(let type?): "Configuring '\(text(type))' failed."
    case .configuration(nil): "Configuring the injector failed."
    case .unloading(let type): "Unloading '\(text(type))' failed."
    case .caller(let type): "The closure that creates '\(text(type))' failed."
    }
  }

  /// An error of the user: its type, and what it says of itself.
  private static func spelled(_ cause: any Error) -> String {
    "\(TypeText(type(of: cause)).text): \(QualifiedTypeText.withoutContexts("\(cause)"))"
  }

  private func quoted(_ key: Key) -> String {
    key.name.map { "'\(text(key.type))' named \($0.literal)" } ?? "'\(text(key.type))'"
  }

  private func text(_ type: Any.Type) -> String { TypeText(type).text }

  private func list(_ types: [Any.Type]) -> String {
    "(\(types.map { text($0) }.joined(separator: ", ")))"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Of a long list the first ten and the last three.
  private static func shortened(_ texts: [String]) -> [String] {
    guard texts.count > 14 else { return texts }
    return texts.prefix(10) + ["… \(texts.count - 13) more …"] + texts.suffix(3)
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
}

// MARK: - Fixes

extension InjectionError.Words {
  private static let overriding = [
    "Remove one of the bindings",
    "Override on purpose: AppModule().overriding(with: TestModule())",
  ]

  private static func binding(_ key: Key) -> String { "Bind it in a module: \(code(binding: key))" }

  private static func code(binding key: Key, _ verb: String = "bind") -> String {
    let name = key.name.map { ", named: \($0.literal)" } ?? ""
    return "binder.\(verb)(\(parenthesized(key.type)).self\(name)).to { … }"
  }

  /// A type as code may go on after it: an existential type has to stand in parentheses.
  private static func parenthesized(_ type: Any.Type) -> String {
    let text = TypeText(type).text
    return text.hasPrefix("any ") ? "(\(text))" : text
  }

  private func creating(_ key: Key) -> [String] {
    guard key.type is AnyClass else { return [] }
    if key.type is any DefaultInitializable.Type || key.type is any InitializerDeclaring.Type {
      return [
        "Allow that it is created on demand: Injector.Options(requiresExplicitBindings: false)"
      ]
    }
    return ["Let the class be created on demand: conform it to DefaultInitializable"]
  }

  private func accepting(_ error: InjectionError) -> [String] {
    guard let property = error.path.first?.property else { return [] }
    switch property.declaration {
    case .marker: return ["Make the property Optional: \(marked(property))"]
    case .requirements:
      return ["Declare the requirement as optional: \(accepting(property))"]
    case .list:
      return [
        "Declare the requirement as optional, in a list of type Requirements: \(accepting(property))"
      ]
    }
  }

  private func accepting(_ property: InjectionError.Property) -> String {
    let name = property.valueName.map { ", named: \($0.literal)" } ?? ""
    let names = property.names.isEmpty ? ["…"] : property.names
    return names.map { "accepting(\\.\($0)\(name))" }.joined(separator: " or ")
  }

  private func accepting(nothing key: Key, _ error: InjectionError) -> [String] {
    guard let step = error.path.first else { return [] }
    switch step.asker {
    case .property(let property):
      let declaration = property.isMarker ? marked(property) : variable(property)
      return ["Make the property Optional: \(declaration)"]
    case .call:
      let name = key.name.map { ", named: \($0.literal)" } ?? ""
      return ["Ask for an Optional: resolve(\(Self.parenthesized(key.type))?.self\(name))"]
    case .parameter, .closure, .link, .collection, .creation: return []
    }
  }

  private func marked(_ property: InjectionError.Property) -> String {
    let name = property.valueName.map { "(\($0.literal))" } ?? ""
    return "@Injected\(name) \(variable(property))"
  }

  /// The declaration of an Optional property.
  private func variable(_ property: InjectionError.Property) -> String {
    let wrapped = property.type.map { ($0 as? any OptionalForm.Type)?.wrappedType ?? $0 }
    return "var \(named(property, wrapped, suffix: "?"))"
  }

  private func named(
    _ property: InjectionError.Property, _ type: Any.Type?, suffix: String = ""
  ) -> String {
    let name = property.names.count == 1 ? property.names[0] : "…"
    guard let type else { return name }
    return "\(name): \(suffix.isEmpty ? text(type) : Self.parenthesized(type) + suffix)"
  }
}

extension Name {
  /// The name as a literal of the language.
  var literal: String { description.debugDescription }
}
