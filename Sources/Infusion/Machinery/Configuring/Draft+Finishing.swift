// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if duplicates.isEmpty, doubtful.isEmpty, rescoped.isEmpty { return (configuration, errors) }
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    let doubtful = doubtful.sorted { $0.number < $1.number }
    for declaration in doubtful + rescoped where declaration.keepsWeakValues {
      errors.append(InjectionError(.weakValue(declaration.key, InjectionError.Place(declaration))))
    }
    for declaration in doubtful where declaration.isContribution {
      guard let types = declaration.recipe?.requiredArguments, !types.isEmpty else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(
        InjectionError(.contributionWithArguments(declaration.key, expected: types, place)))
    }
    for declaration in doubtful {
      guard let reason = declaration.reasonNotToInject else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(InjectionError(.notInjected(declaration.key, reason, place)))
    }
    return (configuration, errors)
  }
}
