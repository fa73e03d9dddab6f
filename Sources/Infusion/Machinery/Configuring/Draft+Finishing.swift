// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  mutating func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    // Most drafts rescope nothing, and need no copy.
    let scoped = rescoped.isEmpty ? declared : declared + rescoped
    for declaration in scoped where declaration.keepsWeakValues {
      errors.append(InjectionError(.weakValue(declaration.key, InjectionError.Place(declaration))))
    }
    for declaration in declared where declaration.isContribution {
      guard let types = declaration.recipe?.requiredArguments, !types.isEmpty else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(
        InjectionError(.contributionWithArguments(declaration.key, expected: types, place)))
    }
    for declaration in declared {
      if declaration.isEager { configuration.hasEager = true }
      guard let reason = declaration.reasonNotToInject else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(InjectionError(.notInjected(declaration.key, reason, place)))
    }
    return (configuration, errors)
  }
}
