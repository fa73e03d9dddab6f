// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    for declaration in doubtful {
      errors += declaration.mistakes
      // One that another binding hides creates nothing.
      if declaration.isEager, declaration.scope != .singleton,
        configuration.isInForce(declaration)
      {
        errors.append(declaration.eagerNotSingleton)
      }
    }
    for declaration in rescoped where declaration.keepsWeakValues {
      errors.append(declaration.weakValue)
    }
    return (configuration, errors)
  }
}

extension BindingDeclaration {
  fileprivate var mistakes: [InjectionError] {
    var mistakes: [InjectionError] = []
    if keepsWeakValues { mistakes.append(weakValue) }
    if isContribution, let types = recipe?.requiredArguments, !types.isEmpty {
      let place = InjectionError.Place(self)
      mistakes.append(InjectionError(.contributionWithArguments(key, expected: types, place)))
    }
    if let reason = reasonNotToInject {
      mistakes.append(InjectionError(.notInjected(key, reason, InjectionError.Place(self))))
    }
    return mistakes
  }

  fileprivate var eagerNotSingleton: InjectionError {
    InjectionError(.eagerNotSingleton(key, scope: scope ?? .unscoped, place))
  }

  fileprivate var weakValue: InjectionError {
    InjectionError(
      .weakValue(
        key, InjectionError.Place(self), isInstance: recipe?.kind == .weakInstance))
  }
}
