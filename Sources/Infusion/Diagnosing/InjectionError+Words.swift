extension InjectionError {
  /// The sentence that states the fact, what is to be added to it, and what can be done.
  ///
  /// Each topic has its words in a file of its own.
  struct Words {
    var fact = ""
    var details: [String] = []
    var fixes: [String] = []

    init(_ error: InjectionError) {
      describe(error)
    }
  }
}

extension InjectionError.Words {
  mutating func describe(_ error: InjectionError) {
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
}
