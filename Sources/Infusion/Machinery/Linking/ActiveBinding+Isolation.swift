/// The check of the actor on which a caller may request a binding.
extension ActiveBinding {
  /// Throws where the caller may not request the binding, before any of its code runs.
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

  /// The isolation of the class whose objects a recipe makes, if it is known in advance.
  static func isolation(of recipe: Recipe, isExamined: Bool) -> ClassIsolation? {
    guard isExamined, let cls = recipe.valueType as? AnyClass else {
      return recipe.kind == .onDemand ? ClassIsolation.creating(recipe.valueType) : nil
    }
    let isolation = ClassShape.isolation(of: cls)
    return recipe.kind == .onDemand ? isolation ?? ClassIsolation.creating(cls) : isolation
  }
}
