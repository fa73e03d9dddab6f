extension InjectionError {
  /// The sentence that states the fact, the details to add to it, and what can be done.
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
    case .missingBinding(let key, _, let spelling):
      fact = "Nothing provides \(quoted(key))\(asker(error))."
      fixes =
        (spelling.map { correcting(key, to: $0, error) } ?? []) + [Self.binding(key)]
        + creating(key) + accepting(error)
    case .boundInChild(let key, let place, let singleton):
      fact =
        "\(quoted(singleton)) is a singleton of the parent, which does not see that the child binds \(quoted(key))."
      details = [place.text]
      fixes = [
        "Bind \(quoted(singleton)) in the child, too: \(Self.code(binding: singleton))",
        "Give \(quoted(singleton)) a scope in which the child creates it: \(Self.code(binding: singleton)).in(.graph)",
      ]
    case .notCreatable(let key, let place):
      fact = "\(quoted(key)) is bound without a target, and cannot be created on demand."
      details = [place.text]
      fixes = ["Give it a target: \(Self.code(binding: key))"] + creating(key)
    case .nothingProvided, .emptyContribution:
      describeNothing(error)
    case .notWritable, .wrongRoot:
      describeDeclaration(error)
    case .argumentMismatch, .contributionWithArguments, .parameterCount, .defaultMismatch,
      .foreignInitializer:
      describeInitializer(error)
    case .storedTypeMismatch(let key, let found):
      fact =
        "The scope's store returned a value of the wrong type for \(quoted(key)): '\(text(found))'."
      fixes = ["Return what was published for the key, or nil"]
    case .notAnObject(let type):
      fact =
        "A value of type '\(text(type))' is not a class instance, so nothing can be injected into it."
      fixes = ["Pass instances of classes only"]
    case .cyclicDependency, .forbiddenCycle, .nestingLimit:
      describeCycle(error)
    case .providerFailed(let work, let cause):
      fact = failed(work)
      details = [Self.spelled(cause)]
      fixes = ["Inspect the cause: error.underlying as? \(text(type(of: cause)))"]
    case .duplicateBinding, .shadowedBinding, .eagerNotSingleton, .preparedNotSingleton,
      .captiveDependency, .weakValue, .notInjected:
      describeBindings(error)
    case .injectorReleased, .noDefaultInjector, .alreadyConfigured, .deadlock:
      describeCall(error)
    case .mainActorRequired, .actorIsolated:
      describeIsolation(error)
    case .notPrepared, .preparationCancelled, .injectorShutDown, .nestedUpdate, .nestedShutdown,
      .shutdownAwaits:
      describeLifecycle(error)
    case .several(let errors):
      fact = "\(count(errors.count, "error")) \(errors.count == 1 ? "was" : "were") found."
    }
  }
}
