extension BindingIsolation {
  /// The actor that may request a binding; nil when every thread may.
  static func of(
    _ declaration: BindingDeclaration, _ recipe: Recipe, _ scope: Scope, in snapshot: Snapshot
  ) -> BindingIsolation? {
    let isolation = declaration.isolation(ofValuesOf: recipe)
    let requiresMainActor = declaration.requiresMainActor || recipe.requiresMainActor
    if isolation != nil || requiresMainActor {
      return BindingIsolation(declaration, isolation, requiresMainActor: requiresMainActor)
    }
    // Later requests receive the instance that is kept, and ask nothing behind it.
    return scope == .unscoped ? nil : ofPassedOn(by: declaration, recipe, in: snapshot)
  }

  /// The actor of a value that a handle keeps, which holds some objects; nil when every thread may have
  /// it.
  static func ofKept(_ objects: [AnyObject], from binding: ActiveBinding) -> BindingIsolation? {
    binding.isolation(of: objects)
      ?? ofPassedOn(by: binding.declaration, binding.recipe, in: binding.snapshot)
  }

  /// The actor of what a link or a collection passes on.
  private static func ofPassedOn(
    by declaration: BindingDeclaration, _ recipe: Recipe, in snapshot: Snapshot
  ) -> BindingIsolation? {
    snapshot.passedOn(by: declaration, recipe).lazy.compactMap { first in
      let end = snapshot.endOfLinks(from: first)
      let (isolation, code) = (end.isolation, end.ofMainActor)
      if isolation == nil, code == nil { return nil }
      return BindingIsolation(
        code ?? end.declaration ?? declaration, isolation, requiresMainActor: code != nil)
    }.first
  }
}

extension BindingDeclaration {
  /// The isolation of the values that a recipe makes for the binding, or of the one that exists.
  func isolation(ofValuesOf recipe: Recipe) -> ClassIsolation? {
    ClassIsolation.ofValues(
      of: recipe.valueType, injected: injects(resultOf: recipe), onDemand: recipe.kind == .onDemand)
      ?? recipe.instanceIsolation
  }
}
