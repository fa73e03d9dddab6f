// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  mutating func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    var seen: Set<Handle> = []
    for handle in weakValues where seen.insert(handle).inserted {
      let declaration = presentObject(handle)
      guard declaration.scope == .weak || declaration.recipe?.kind == .weakInstance else {
        continue
      }
      errors.append(
        InjectionError(
          .weakValue(declaration.key, InjectionError.Place(declaration))))
    }
    for (_, declaration) in objects where declaration.isContribution {
      guard let types = declaration.recipe?.requiredArguments, !types.isEmpty else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(
        InjectionError(.contributionWithArguments(declaration.key, expected: types, place)))
    }
    guard !withAdditions.isEmpty else { return (configuration, errors) }
    for (_, declaration) in withAdditions.sorted(by: { $0.order < $1.order }) {
      guard let reason = declaration.reasonNotToInject else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(InjectionError(.notInjected(declaration.key, reason, place)))
    }
    return (configuration, errors)
  }
}
