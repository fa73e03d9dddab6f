extension BindingIsolation {
  /// The actor that may request a binding; nil when every thread may.
  static func of(
    _ declaration: BindingDeclaration, _ recipe: Recipe, _ scope: Scope, in snapshot: Snapshot
  ) -> BindingIsolation? {
    let isolation = ClassIsolation.ofValues(
      of: recipe.valueType, injected: declaration.injects(resultOf: recipe),
      onDemand: recipe.kind == .onDemand)
    let requiresMainActor = declaration.requiresMainActor || recipe.requiresMainActor
    if isolation != nil || requiresMainActor {
      return BindingIsolation(declaration, isolation, requiresMainActor: requiresMainActor)
    }
    // Later requests receive the instance that is kept, and ask nothing behind it.
    if scope == .unscoped { return nil }
    return snapshot.passedOn(by: declaration, recipe).lazy.compactMap { first in
      let end = snapshot.endOfLinks(from: first)
      let (isolation, code) = (end.isolation, end.ofMainActor)
      if isolation == nil, code == nil { return nil }
      return BindingIsolation(
        code ?? end.declaration ?? declaration, isolation, requiresMainActor: code != nil)
    }.first
  }
}
