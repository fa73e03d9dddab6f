// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft, which is empty afterwards.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  mutating func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    var examined: Set<ObjectIdentifier> = []
    for (declaration, location) in doubtful + contributionsUncovered
    where examined.insert(ObjectIdentifier(declaration)).inserted {
      errors += mistakes(in: declaration, rescopedAt: location)
    }
    var finished = Configuration()
    swap(&finished, &configuration)
    return (finished, errors)
  }

  /// The contributions to collections that are bound without a target: an update may have uncovered them.
  private var contributionsUncovered: [(BindingDeclaration, rescopedAt: CodeLocation?)] {
    // Most injectors have none.
    guard !configuration.contributed.isEmpty else { return [] }
    return configuration.contributed.lazy.filter { element, _ in
      configuration.effective[element.ofCollection].map { $0.recipe == nil } ?? false
    }
    .flatMap { $0.value.map { ($0, nil) } }
  }

  /// The errors in a binding.
  ///
  /// If another binding hides it, or has replaced it, it makes nothing. One that is in force again
  /// is examined then.
  private func mistakes(
    in declaration: BindingDeclaration, rescopedAt rescope: CodeLocation?
  ) -> [InjectionError] {
    guard configuration.isInForce(declaration) else { return [] }
    let (key, recipe) = (declaration.key, declaration.recipe)
    var mistakes: [InjectionError] = []
    if declaration.keepsWeakValues { mistakes.append(declaration.weakValue(rescopedAt: rescope)) }
    if declaration.isContribution, let types = recipe?.requiredArguments, !types.isEmpty {
      let facts = BindingFacts(declaration)
      mistakes.append(InjectionError(.contributionWithArguments(key, expected: types, facts)))
    }
    if let reason = declaration.reasonNotToInject {
      mistakes.append(InjectionError(.notInjected(key, reason, BindingFacts(declaration))))
    }
    // Its value is made before anything requests it, and then not kept.
    let isAsynchronous = recipe?.asynchronous != nil
    if let scope = declaration.scope, scope != .singleton, declaration.isEager || isAsynchronous {
      let location = declaration.location
      let call =
        isAsynchronous
        ? CallFacts(.prepare, key, at: location) : CallFacts(eager: declaration, at: location)
      mistakes.append(InjectionError(.notSingleton(call, scope: scope, rescopedAt: rescope)))
    }
    return mistakes
  }
}

extension BindingDeclaration {
  /// The error that a value which is no object is to be kept weakly.
  func weakValue(rescopedAt rescope: CodeLocation? = nil) -> InjectionError {
    let isInstance = recipe?.kind == .weakInstance
    let reason: InjectionError.Weakness =
      isInstance ? .instance : scope != .weak ? .type : rescope.map { .rescope($0) } ?? .binding
    return InjectionError(.weakValue(key, BindingFacts(self), reason))
  }
}
