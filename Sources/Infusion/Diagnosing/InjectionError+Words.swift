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
      fact = "Nothing provides \(quoted(key))\(requiredBy(error))."
      fixes = [Self.binding(key)] + creating(key) + accepting(error)
    case .notCreatable(let key):
      fact = "\(quoted(key)) is bound without a target, and cannot be created on demand."
      fixes = [Self.binding(key)] + creating(key)
    case .nothingProvided(let key):
      fact =
        "The binding of \(quoted(key)) provides nothing\(requiredBy(error, "where")) a value is needed."
      fixes = [
        "Let the binding return a value.",
        "Make the property Optional: nothing is nil there.",
      ]
    case .notWritable(let property):
      fact = "\(quoted(property)) is listed as required, and cannot be set."
      fixes = [
        "Declare it as `var`, and list it inside the class when its setter is private.",
        "Remove it from the list.",
      ]
    case .wrongRoot(let property, let root):
      fact =
        "\(quoted(property)) is listed through '\(TypeText(root).text)', which is not '\(TypeText(property.owner).text)' or a superclass of it."
      fixes = ["List the property in the class that declares it, or in a subclass."]
    case .argumentMismatch(let key, let expected, let given):
      fact = "The arguments do not fit the parameters of \(quoted(key))."
      details = ["expected: \(list(expected))", "given:    \(list(given))"]
      fixes = ["Pass \(list(expected)) in this order."]
      if expected.isEmpty { fixes = ["Call it without arguments."] }
    case .parameterCount(let key, let declared, let expected):
      fact =
        "The initializer of \(quoted(key)) has \(count(expected, "parameter")), and \(count(declared, "origin")) declared."
      fixes = ["List one origin for each parameter, or none at all."]
    case .defaultMismatch(let key, let position, let expected, let found):
      fact =
        "The default of parameter \(position) of \(quoted(key)) is of type '\(TypeText(found).text)', and the parameter of type '\(TypeText(expected).text)'."
      fixes = ["Write a default of type '\(TypeText(expected).text)'."]
    case .foreignInitializer(let key, let made):
      fact =
        "\(quoted(key)) inherits the initializer of '\(TypeText(made).text)', which makes another class."
      fixes = [
        "Override `initializer` in '\(TypeText(key.type).text)'.", Self.binding(key),
      ]
    case .storedTypeMismatch(let key, let found):
      fact =
        "The store of the scope returned '\(TypeText(found).text)' for \(quoted(key))."
      fixes = ["Return what was published for the key, or nil."]
    case .notAnObject(let type):
      fact =
        "A value of type '\(TypeText(type).text)' is no object, and has nothing to inject into."
      fixes = ["Pass instances of classes only."]
    case .cyclicDependency(let chain):
      fact =
        chain.last.map { "\(quoted($0)) is needed before it exists." }
        ?? "Something is needed before it exists."
      details = [chain.map { "\($0)" }.joined(separator: " → ")]
      fixes = [
        "Inject one of them as a property instead of through its closure or initializer.",
        "Ask for one of them later: Lazy or Provider.",
      ]
    case .nestingLimit(let call, let limit):
      fact = "\(call.text) is nested in more than \(count(limit, "other request"))."
      fixes = [
        "Let the closures or initializers end their recursion.",
        "Raise the limit: Injector.Options(maximumNesting:).",
      ]
    case .providerFailed(let work, let cause):
      fact = "\(failed(work)): \(cause)"
    case .injectorReleased(let key):
      fact = "The injector is gone that \(quoted(key)) was asked of."
      fixes = ["Keep the injector for as long as its handles are used."]
    case .noDefaultInjector:
      fact = "There is no current injector, and no default one."
      fixes = [
        "Set one: Injector.setDefault(injector).",
        "Make one current: Injector.withCurrent(injector) { … }.",
      ]
    case .alreadyConfigured:
      fact = "A default injector is configured already."
      fixes = [
        "Replace it: Injector.clearAndConfigure { … }.",
        "Keep the first one: Injector.configureOnce { … }.",
      ]
    case .nestedUpdate:
      fact = "The injector is being updated by the same thread."
      fixes = ["Make all changes in one update, through the binder that it hands out."]
    case .duplicateBinding(let duplicates):
      fact = "\(count(duplicates.count, "key")) bound more than once."
      details = duplicates.map {
        "\($0.key): \(place($0.first)) and \(place($0.second))"
      }
      fixes = [
        "Remove one of the bindings.", "Override on purpose: module.overriding(with: other).",
      ]
    case .eagerNotSingleton(let key, let scope, _):
      fact = "\(quoted(key)) is eager, and its scope is '\(scope)'."
      fixes = ["Make it a singleton: asEagerSingleton() without another scope."]
    case .captiveDependency(let key, let captured, let scope, _):
      fact =
        "The singleton \(quoted(key)) keeps \(quoted(captured)), whose scope '\(scope)' ends before it."
      fixes = [
        "Ask for it each time: Provider<\(TypeText(captured.type).text)>.",
        "Give \(quoted(key)) a scope that is as short.",
      ]
    case .shadowedBinding(let key, let hidden, let place):
      fact =
        "\(quoted(key)) is bound at \(self.place(hidden)), and again at \(self.place(place)), which hides the first."
      fixes = [
        "Remove one of the bindings.", "Override on purpose: module.overriding(with: other).",
      ]
    case .mainActorRequired(let type):
      fact = "'\(TypeText(type).text)' belongs to the main actor, and was asked for elsewhere."
      fixes = ["Make the call on the main actor."]
    case .deadlock(let key, let waiters):
      fact = "Waiting for \(quoted(key)) would never end: threads wait for one another."
      details = waiters.map { waiter in
        let holds = waiter.holds.map { quoted($0) }.joined(separator: ", ")
        let wants = waiter.wants.map { quoted($0) } ?? "another request"
        return "a thread holds \(holds.isEmpty ? "nothing" : holds) and wants \(wants)"
      }
      fixes = [
        "Let the singletons refer to one another as properties, not in their closures.",
        "Ask for one of them later: Lazy or Provider.",
      ]
    case .several(let errors):
      fact = "\(count(errors.count, "error"))."
    }
  }

  private func requiredBy(_ error: InjectionError, _ word: String = "which") -> String {
    error.path.first?.property.map { ", \(word) '\(TypeText($0.owner).text)' requires" } ?? ""
  }

  private static func binding(_ key: Key) -> String {
    let type = TypeText(key.type).text
    let name = key.name.map { ", named: \"\($0)\"" } ?? ""
    let spelled = type.hasPrefix("any ") ? "(\(type)).self" : "\(type).self"
    return "Bind it in a module: binder.bind(\(spelled)\(name)).to { … }"
  }

  private func creating(_ key: Key) -> [String] {
    guard key.type is AnyClass else { return [] }
    return ["Let the class be created on demand: conform it to DefaultInitializable"]
  }

  private func accepting(_ error: InjectionError) -> [String] {
    guard let property = error.path.first?.property else { return [] }
    return ["Declare the requirement as optional: accepting(\\.\(property.name ?? "…"))"]
  }

  private func failed(_ work: InjectionError.UserCode) -> String {
    switch work {
    case .creation(let key): "Making \(quoted(key)) failed"
    case .awake(let type): "'\(TypeText(type).text)' failed to awake from injection"
    case .store(let key): "The store of the scope of \(quoted(key)) failed"
    case .configuration(let type?): "Configuring '\(TypeText(type).text)' failed"
    case .configuration(nil): "Configuring the injector failed"
    case .unloading(let type): "Unloading '\(TypeText(type).text)' failed"
    case .caller(let type): "The closure that creates '\(TypeText(type).text)' failed"
    }
  }

  private func quoted(_ key: Key) -> String {
    key.name.map { "'\(TypeText(key.type).text)' named \"\($0)\"" }
      ?? "'\(TypeText(key.type).text)'"
  }

  private func quoted(_ property: InjectionError.Property) -> String { "'\(property)'" }

  private func list(_ types: [Any.Type]) -> String {
    "(\(types.map { TypeText($0).text }.joined(separator: ", ")))"
  }

  private func place(_ location: SourceLocation?) -> String {
    location?.description ?? "an unknown place"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
