extension BindingIsolation {
  /// The actor that may request a binding; nil when every thread may.
  static func of(
    _ declaration: BindingDeclaration, _ recipe: Recipe, _ scope: Scope, in snapshot: Snapshot
  ) -> BindingIsolation? {
    let isolation = declaration.isolation(ofValuesOf: recipe)
    let part = declaration.partOfMainActor(with: recipe)
    if isolation != nil || part != nil { return BindingIsolation(declaration, isolation, part) }
    // Later requests receive the instance that is kept, and ask nothing behind it.
    return scope == .unscoped ? nil : ofPassedOn(by: declaration, recipe, in: snapshot)
  }

  /// The actor of a value that a handle keeps; nil when every thread may have it.
  static func ofKept<Value>(_ value: Value, from binding: ActiveBinding) -> BindingIsolation? {
    binding.isolation(of: value)
      ?? ofPassedOn(by: binding.declaration, binding.recipe, in: binding.snapshot)
  }

  /// The actor of what a link or a collection passes on.
  private static func ofPassedOn(
    by declaration: BindingDeclaration, _ recipe: Recipe, in snapshot: Snapshot
  ) -> BindingIsolation? {
    snapshot.passedOn(by: declaration, recipe).lazy
      .compactMap { ofEnd(from: $0, for: declaration, in: snapshot) }.first
  }

  /// The actor of what links lead to, for a binding that an error names; nil when every thread may have
  /// it.
  fileprivate static func ofEnd(
    from first: BindingDeclaration, for declaration: BindingDeclaration, in snapshot: Snapshot
  ) -> BindingIsolation? {
    let end = snapshot.endOfLinks(from: first)
    let isolation = end.isolation
    let code = end.ofMainActor ?? (isolation == nil ? end.declaredOnMainActor : nil)
    if isolation == nil, code == nil { return nil }
    return BindingIsolation(
      code ?? end.declaration ?? declaration, isolation,
      code.map { $0.partOfMainActor(with: $0.recipe) ?? .closure })
  }
}

extension BindingDeclaration {
  /// What of the binding belongs to the main actor, where a recipe makes its values.
  fileprivate func partOfMainActor(with recipe: Recipe?) -> Part? {
    let part = partOnMainActor ?? (recipe?.requiresMainActor == true ? .closure : nil)
    return switch (part, recipe?.kind) {
    // The closure is what would run.
    case (.whole, .closure), (.whole, .asynchronous), (.whole, .constructor), (.whole, .provider):
      .closure
    default: part
    }
  }

  /// The isolation of the values that a recipe makes for the binding, or of the one that exists.
  func isolation(ofValuesOf recipe: Recipe) -> ClassIsolation? {
    if recipe.kind == .nothing { return nil }
    return ClassIsolation.ofValues(
      of: recipe.valueType, injected: injects(resultOf: recipe), onDemand: recipe.kind == .onDemand)
      ?? recipe.instanceIsolation
  }
}

extension Snapshot {
  /// Returns the error of a use here of something that belongs to the main actor; nil on that actor.
  typealias Refusal = () -> InjectionError?

  /// The refusal of the first binding, contribution or extension, here or above, that belongs to the
  /// main actor; nil when none does.
  var refusalOfMainActor: Refusal? {
    (declarationsInForce + contributionsInForce).lazy.compactMap { self.refusal(of: $0) }.first
      ?? nearestFirst.lazy.flatMap(\.configuration.layers).flatMap(\.extensions)
      .first(where: \.requiresMainActor).map { found in { found.refusal } }
  }

  private func refusal(of declaration: BindingDeclaration) -> Refusal? {
    let isolation = BindingIsolation.ofEnd(from: declaration, for: declaration, in: self)
    if let isolation, isolation.owner === MainActor.shared { return { isolation.refusal } }
    guard case .custom(let scope) = declaration.scope?.kind, scope.requiresMainActor else {
      return nil
    }
    return { scope.refusal(for: declaration) }
  }
}

extension LinkEnd {
  /// What is made on demand at the end, if a class that belongs to no actor declares an initializer of
  /// the main actor.
  fileprivate var declaredOnMainActor: BindingDeclaration? {
    guard declaration?.recipe == nil,
      (try? OnDemandRecipe.make(for: key))?.requiresMainActor == true
    else { return nil }
    return declaration ?? BindingDeclaration(key, isExplicit: false)
  }
}
