/// The search for the binding of a cell.
extension Snapshot {
  /// Looks in this injector, then in those above it, and then at the type's own declarations.
  func findBinding(for cell: Cell) throws(InjectionError) -> ActiveBinding? {
    if let contribution = cell.contribution,
      let owner = nearestFirst.first(where: { $0.configuration.isInForce(contribution) }),
      owner !== self
    {
      return try inherit(from: owner.cell(for: contribution))
    }
    try core.requireOpen(cell.key)
    if let own = cell.contribution ?? bindings.declaration(for: cell.key) {
      return try bind(own)
    }
    guard let above = parent?.binding(of: cell.key) else {
      // An injector that has ended has no bindings any more.
      for snapshot in nearestFirst { try snapshot.core.requireOpen(cell.key) }
      return try cell.searching { () throws(InjectionError) in try makeOnDemand(cell.key) }
    }
    return try inherit(from: above.snapshot.cell(for: cell.key))
  }

  /// The binding of a cell above; one whose instance the injector above does not keep is activated
  /// here.
  private func inherit(from cell: Cell) throws(InjectionError) -> ActiveBinding? {
    guard let found = try cell.binding() else { return nil }
    return found.site != nil
      ? found : ActiveBinding(found.declaration, recipe: found.recipe, in: self)
  }

  /// Links a need of a recipe; there is one link for each contribution to a collection.
  func dependencies(for need: Requirement) -> [Dependency] {
    guard case .contribution(let collection) = need.subject else {
      return [Dependency(need, in: self)]
    }
    return contributions(to: .looking(for: need.valueType, named: collection.name)).map {
      Dependency(Supply(source: cell(for: $0), type: need.valueType), for: need)
    }
  }

  /// Links a binding of this injector itself.
  ///
  /// Reading the declarations of a class runs user code, so it happens without a lock.
  private func bind(_ declaration: BindingDeclaration) throws(InjectionError) -> ActiveBinding {
    var recipe = declaration.recipe
    if recipe == nil {
      recipe = try OnDemandRecipe.make(for: declaration.key, boundBy: declaration)
    }
    guard let recipe else {
      let key = declaration.key
      throw InjectionError(
        .notCreatable(
          key, BindingFacts(declaration),
          hiding: configuration.hidden[key]?.last.map { BindingFacts($0) }))
    }
    return try activate(declaration, recipe)
  }

  /// Makes a binding on demand for a key that is bound nowhere, as its type says.
  ///
  /// If its instance is kept, the binding belongs to the topmost injector.
  private func makeOnDemand(_ key: Key) throws(InjectionError) -> ActiveBinding? {
    if core.options.requiresExplicitBindings,
      Conformances.present.cast(key.type, key.type as? any CollectionForm.Type) == nil
    {
      return nil
    }
    guard let recipe = try OnDemandRecipe.make(for: key) else { return nil }
    let declaration = BindingDeclaration(key, isExplicit: false)
    if parent != nil, let top = lineage.first,
      ActiveBinding.scope(of: declaration, recipe.kind, in: core).isOfItsInjector
    {
      return try top.cell(for: key).binding()
    }
    return try activate(declaration, recipe)
  }

  /// Puts a binding to work.
  ///
  /// - Throws: `weakValue` when the type itself or an option says that a value is kept weakly. If the
  ///   binding says so, `mistakes` has found it before.
  private func activate(
    _ declaration: BindingDeclaration, _ recipe: Recipe
  ) throws(InjectionError) -> ActiveBinding {
    let binding = ActiveBinding(declaration, recipe: recipe, in: self)
    if binding.scope == .weak, binding.representation == .plain { throw declaration.weakValue() }
    return binding
  }
}
