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
    return declaration.mistakes(rescopedAt: rescope)
      + notSingleton(declaration, rescopedAt: rescope)
  }

  /// The error of a binding whose value is made before anything requests it, and then not kept.
  private func notSingleton(
    _ declaration: BindingDeclaration, rescopedAt rescope: CodeLocation?
  ) -> [InjectionError] {
    let isAsynchronous = declaration.recipe?.asynchronous != nil
    guard let scope = declaration.scope, scope != .singleton,
      declaration.isEager || isAsynchronous
    else { return [] }
    let early: InjectionError.Early =
      isAsynchronous ? .prepared : declaration.injectsInstance ? .injected : .eager
    return [
      InjectionError(
        .notSingleton(
          declaration.key, early, scope: scope, declaration.location, rescopedAt: rescope))
    ]
  }
}

extension BindingDeclaration {
  fileprivate func mistakes(rescopedAt rescope: CodeLocation?) -> [InjectionError] {
    var mistakes: [InjectionError] = []
    if keepsWeakValues { mistakes.append(weakValue(rescopedAt: rescope)) }
    if isContribution, let types = recipe?.requiredArguments, !types.isEmpty {
      let location = BindingFacts(self)
      mistakes.append(InjectionError(.contributionWithArguments(key, expected: types, location)))
    }
    if let reason = reasonNotToInject {
      mistakes.append(InjectionError(.notInjected(key, reason, BindingFacts(self))))
    }
    return mistakes
  }

  /// The error that a value which is no object is to be kept weakly.
  func weakValue(rescopedAt rescope: CodeLocation? = nil) -> InjectionError {
    let isInstance = recipe?.kind == .weakInstance
    let reason: InjectionError.Weakness =
      isInstance ? .instance : scope != .weak ? .type : rescope.map { .rescope($0) } ?? .binding
    return InjectionError(.weakValue(key, BindingFacts(self), reason))
  }
}
