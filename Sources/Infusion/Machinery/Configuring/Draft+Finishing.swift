// The errors in the bindings, once all builders have finished with them.

extension Draft {
  /// Ends the draft, which is empty afterwards.
  ///
  /// - Returns: The configuration, and the errors in the bindings.
  mutating func finish() -> (Configuration, [InjectionError]) {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    for declaration in doubtful { errors += declaration.mistakes + notSingleton(declaration) }
    for (declaration, location) in rescoped {
      if declaration.keepsWeakValues { errors.append(declaration.weakValue(rescopedAt: location)) }
      errors += notSingleton(declaration, rescopedAt: location)
    }
    if !uncovered.isEmpty {
      var examined = Set(doubtful.map { ObjectIdentifier($0) })
      for declaration in uncovered where examined.insert(ObjectIdentifier(declaration)).inserted {
        errors += notSingleton(declaration)
      }
    }
    var finished = Configuration()
    swap(&finished, &configuration)
    return (finished, errors)
  }

  /// The error of a binding whose value is made before anything requests it, and then not kept.
  ///
  /// If another binding hides it, it makes nothing.
  private func notSingleton(
    _ declaration: BindingDeclaration, rescopedAt rescope: CodeLocation? = nil
  ) -> [InjectionError] {
    guard let scope = declaration.scope, scope != .singleton,
      declaration.isEager || declaration.recipe?.asynchronous != nil,
      configuration.isInForce(declaration)
    else { return [] }
    return [
      InjectionError(
        .notSingleton(
          declaration.key, scope: scope, declaration.location, rescopedAt: rescope,
          isEager: declaration.isEager))
    ]
  }
}

extension BindingDeclaration {
  fileprivate var mistakes: [InjectionError] {
    var mistakes: [InjectionError] = []
    if keepsWeakValues { mistakes.append(weakValue()) }
    if isContribution, let types = recipe?.requiredArguments, !types.isEmpty {
      let location = InjectionError.Place(self)
      mistakes.append(InjectionError(.contributionWithArguments(key, expected: types, location)))
    }
    if let reason = reasonNotToInject {
      mistakes.append(InjectionError(.notInjected(key, reason, InjectionError.Place(self))))
    }
    return mistakes
  }

  /// The error that a value which is no object is to be kept weakly.
  func weakValue(rescopedAt rescope: CodeLocation? = nil) -> InjectionError {
    let isInstance = recipe?.kind == .weakInstance
    let reason: InjectionError.Weakness =
      rescope.map { .rescope($0) } ?? (isInstance ? .instance : scope == .weak ? .binding : .type)
    return InjectionError(.weakValue(key, InjectionError.Place(self), reason))
  }
}
