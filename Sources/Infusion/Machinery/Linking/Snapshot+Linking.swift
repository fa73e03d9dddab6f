/// The search for the binding of a cell.
extension Snapshot {
  /// Looks in this injector, then in those above it, and then at the type's own declarations.
  func findBinding(for cell: Cell) throws(InjectionError) -> ActiveBinding? {
    if let original = cell.inheritedFrom {
      guard let found = try original.binding() else { return nil }
      return found.belongsToItsInjector ? found : adopt(found)
    }
    try unsafe core.requireOpen(cell.key)
    if let own = cell.declaration ?? configuration.declaration(for: cell.key) {
      return try bind(own)
    }
    guard let parent else { return try makeOnDemand(cell.key) }
    for snapshot in parent.nearestFirst
    where snapshot.configuration.declaration(for: cell.key) != nil {
      guard let found = try snapshot.cell(for: cell.key).binding() else { continue }
      return found.belongsToItsInjector ? found : adopt(found)
    }
    return try makeOnDemand(cell.key)
  }

  /// Links a binding of this injector itself.
  ///
  /// Reading the declarations of a class runs user code, so it happens without a lock.
  private func bind(_ declaration: BindingDeclaration) throws(InjectionError) -> ActiveBinding {
    if let recipe = declaration.recipe {
      return ActiveBinding(declaration, recipe: recipe, origin: .explicit, in: self)
    }
    guard let recipe = try OnDemandRecipe.make(for: declaration.key) else {
      throw InjectionError(
        .notCreatable(declaration.key, InjectionError.Place(declaration)))
    }
    return ActiveBinding(declaration, recipe: recipe, origin: .explicit, in: self)
  }

  /// Links an unscoped binding of a parent, to be built with this injector.
  private func adopt(_ binding: ActiveBinding) -> ActiveBinding {
    ActiveBinding(binding.declaration, recipe: binding.recipe, origin: .inherited, in: self)
  }

  /// Makes a binding on demand for a key that is bound nowhere, as its type says.
  ///
  /// If its instance is kept, the binding belongs to the topmost injector.
  private func makeOnDemand(_ key: Key) throws(InjectionError) -> ActiveBinding? {
    if unsafe core.options.requiresExplicitBindings,
      Conformances.cast(key.type, key.type as? any CollectionForm.Type) == nil
    {
      return nil
    }
    guard let recipe = try OnDemandRecipe.make(for: key) else { return nil }
    let declaration = BindingDeclaration(key, place: nil, isExplicit: false)
    if parent != nil, let top = lineage.first,
      unsafe ActiveBinding.scope(of: declaration, recipe, in: core).isOfItsInjector
    {
      return try top.cell(for: key).binding()
    }
    return ActiveBinding(declaration, recipe: recipe, origin: .onDemand, in: self)
  }
}
