/// Where a binding may be asked for.
extension ActiveBinding {
  /// Throws where it may not be asked for: before anything of it runs.
  @inline(__always)
  func requireIsolation() throws(InjectionError) {
    if isIsolated { try requireActor() }
  }

  private func requireActor() throws(InjectionError) {
    if declaration.requiresMainActor || recipe.requiresMainActor, !MainActorIsolation.isCurrent {
      throw InjectionError(.mainActorRequired(key, .closure(InjectionError.Place(declaration))))
    }
    try isolation?.require(boundBy: declaration)
  }

  /// The isolation of the class whose objects a recipe makes, as far as it is known beforehand.
  static func isolation(of recipe: Recipe, isExamined: Bool) -> ClassIsolation? {
    guard isExamined, let cls = recipe.valueType as? AnyClass else {
      return recipe.kind == .onDemand ? ClassIsolation.creating(recipe.valueType) : nil
    }
    let isolation = ClassShape.isolation(of: cls)
    return recipe.kind == .onDemand ? isolation ?? ClassIsolation.creating(cls) : isolation
  }
}
