import Synchronization

/// Connecting a cell with the binding that provides its value.
extension InjectorCore {
  /// The binding for a cell that does not hold one of this injector's own.
  ///
  /// In order: a binding of this injector, one of those above it, what the type itself declares.
  func linkBinding(for cell: Cell, at epoch: Int) throws(InjectionError) -> ActiveBinding? {
    if let original = cell.inheritedFrom {
      guard let found = try original.binding(at: epoch) else { return nil }
      return found.belongsToItsInjector ? found : adopt(found, in: cell, at: epoch)
    }
    if let own = try ownBinding(for: cell, at: epoch) { return own }
    for ancestor in nearestFirst.dropFirst() {
      guard let found = try ancestor.lookUp(cell.key, at: epoch) else { continue }
      if found.belongsToItsInjector {
        rememberPath(to: ancestor, for: cell.key)
        cell.noteFound(in: ancestor.cell(for: cell.key))
        return found
      }
      if found.origin == .explicit { return adopt(found, in: cell, at: epoch) }
    }
    if let own = cell.content.load(), own.origin == .onDemand { return own }
    return try makeOnDemand(for: cell, at: epoch)
  }

  /// Links a cell with the binding of this injector itself, if that says how its values are made:
  /// nothing that a type declares is read, which would be user code.
  ///
  /// Left alone are cells that are linked, and what takes more than that: a cell of an inherited
  /// contribution, the provisional injector of an update, and a request that
  /// began before the last change.
  func linkWithoutUserCode(_ cell: Cell, at epoch: Int) {
    let version = version.load(ordering: .acquiring)
    guard cell.expected == .other, cell.inheritedFrom == nil, replaced == nil, version <= epoch,
      !cell.isKnownToBeUnbound(at: version)
    else { return }
    // What fails is tried again by the code that reports it.
    _ = try? ownBinding(for: cell, at: epoch, readsTypes: false)
  }

  /// The binding of this injector itself; nil when it has none, or it has one that leaves it to the
  /// type how its values are made, and types are not to be read.
  private func ownBinding(
    for cell: Cell, at epoch: Int, readsTypes: Bool = true
  ) throws(InjectionError) -> ActiveBinding? {
    while true {
      let present = cell.content.load()
      if let present, present.origin == .explicit, present.since <= epoch { return present }
      let version = version.load(ordering: .acquiring)
      let seesPresent = version <= epoch
      if seesPresent, cell.isKnownToBeUnbound(at: version) { return nil }
      try requireOpen(cell.key)
      let visible = cell.declaration ?? visible(at: epoch) { $0.declaration(for: cell.key) }
      guard let declaration = visible else {
        if seesPresent { cell.noteUnbound(at: version) }
        return nil
      }
      if let present, present.declaration === declaration { return present }
      if !readsTypes, declaration.recipe == nil { return nil }
      if let unchanged = try instanceExisting(for: declaration, at: cell) { return unchanged }
      if !seesPresent, !isInForce(declaration) {
        return try pastBinding(for: declaration, at: epoch)
      }
      let binding = try makeOwn(declaration)
      if let kept = keepOwn(binding, in: cell, version: version) { return kept }
    }
  }

  private func makeOwn(
    _ declaration: BindingDeclaration
  ) throws(InjectionError) -> ActiveBinding {
    // Reading what a class declares is user code: it runs without the lock.
    guard let recipe = try recipe(of: declaration) else {
      throw InjectionError(
        .notCreatable(declaration.key, InjectionError.Place(declaration)))
    }
    let since = withState { _ in declaration.since }
    return ActiveBinding(declaration, recipe: recipe, origin: .explicit, since: since, in: self)
  }

  /// The binding for a declaration that is no longer in force, for a request that began before.
  private func pastBinding(
    for declaration: BindingDeclaration, at epoch: Int
  ) throws(InjectionError) -> ActiveBinding {
    let isWanted = { (binding: ActiveBinding) in
      binding.declaration === declaration && binding.origin == .explicit
    }
    if let known = History.shared.binding(self, at: epoch, where: isWanted) { return known }
    return History.shared.keep(
      try makeOwn(declaration), of: self, at: epoch, unless: isWanted)
  }

  private func isInForce(_ declaration: BindingDeclaration) -> Bool {
    withState { $0.configuration.isInForce(declaration) }
  }

  /// In a provisional core, the binding of the core that it replaces, if that has an instance
  /// already.
  ///
  /// What has none is built by the provisional core, with the changes in force; its instance is
  /// taken over when the update ends.
  private func instanceExisting(
    for declaration: BindingDeclaration, at cell: Cell
  ) throws(InjectionError) -> ActiveBinding? {
    guard let replaced else { return nil }
    let original: Cell
    if declaration.isContribution {
      guard
        replaced.present.isInForce(declaration)
      else { return nil }
      original = replaced.contributionCell(for: declaration)
    } else {
      guard replaced.present.declaration(for: declaration.key) === declaration else { return nil }
      original = replaced.cell(for: declaration.key)
    }
    guard let binding = try original.binding(at: History.always), let site = binding.site else {
      return nil
    }
    // What this thread is building further down is taken as it is, unfinished.
    let isUsable =
      try site.instance() != nil || ConstructionLedger.shared.isOwned(site, by: .current)
    return isUsable ? binding : nil
  }

  /// Keeps a binding of this injector; nil when the configuration has changed since.
  private func keepOwn(
    _ binding: ActiveBinding, in cell: Cell, version: Int
  ) -> ActiveBinding? {
    var outdated: ActiveBinding?
    let kept = withState { _ -> ActiveBinding? in
      guard version == self.version.load(ordering: .relaxed) else { return nil }
      if let present = cell.content.load(), present.origin == .explicit { return present }
      outdated = cell.replace(with: binding)
      return binding
    }
    withExtendedLifetime(outdated) {}
    return kept
  }

  /// The recipe of a binding; of one that names no target, that of its type.
  private func recipe(of declaration: BindingDeclaration) throws(InjectionError) -> Recipe? {
    if let recipe = declaration.recipe { return recipe }
    return try OnDemandRecipe.make(for: declaration.key)
  }

  /// What this injector has for a key that a child asks for: a binding, or an instance made on
  /// demand.
  private func lookUp(_ key: Key, at epoch: Int) throws(InjectionError) -> ActiveBinding? {
    if let cell = cells.find(key) {
      if let own = try ownBinding(for: cell, at: epoch) { return own }
      guard let other = cell.content.load(), other.origin != .explicit else { return nil }
      return other
    }
    try requireOpen(key)
    guard visible(at: epoch, { $0.declaration(for: key) }) != nil else { return nil }
    return try ownBinding(for: cell(for: key), at: epoch)
  }

  /// Makes cells on the way up, so that the next look-up finds them without a lock.
  private func rememberPath(to ancestor: InjectorCore, for key: Key) {
    var next = upper
    while let core = next, core !== ancestor {
      _ = core.cell(for: key)
      next = core.upper
    }
  }

  /// An unscoped binding of a parent, built with this injector.
  private func adopt(
    _ binding: ActiveBinding, in cell: Cell, at epoch: Int
  ) -> ActiveBinding {
    if let own = cell.content.load(), own.declaration === binding.declaration,
      own.recipe === binding.recipe
    {
      return own
    }
    return keep(
      ActiveBinding(
        binding.declaration, recipe: binding.recipe, origin: .inherited, since: binding.since,
        in: self),
      in: cell, at: epoch)
  }

  /// Creates what is bound nowhere, as its type says.
  ///
  /// Instances that are kept belong to the topmost injector.
  private func makeOnDemand(
    for cell: Cell, at epoch: Int
  ) throws(InjectionError) -> ActiveBinding? {
    let key = cell.key
    if options.requiresExplicitBindings,
      Conformances.cast(key.type, key.type as? any CollectionForm.Type) == nil
    {
      return nil
    }
    if let kept = try replaced?.lookUp(key, at: History.always), kept.origin == .onDemand,
      try kept.site?.instance() != nil
    {
      return kept
    }
    guard let recipe = try OnDemandRecipe.make(for: key) else { return nil }
    let declaration = BindingDeclaration(key, place: nil, isExplicit: false)
    func make(in core: InjectorCore) -> ActiveBinding {
      ActiveBinding(
        declaration, recipe: recipe, origin: .onDemand,
        since: core.version.load(ordering: .acquiring), in: core)
    }
    let binding = make(in: self)
    let top = topmost
    guard binding.belongsToItsInjector, top !== self else {
      return keep(binding, in: cell, at: epoch)
    }
    rememberPath(to: top, for: key)
    return top.keep(make(in: top), in: top.cell(for: key), at: epoch)
  }

  private var topmost: InjectorCore {
    var top = self
    while let next = top.upper { top = next }
    return top
  }

  /// Keeps a binding that is not explicit, unless the cell holds a better one by now.
  private func keep(
    _ binding: ActiveBinding, in cell: Cell, at epoch: Int
  ) -> ActiveBinding {
    var outdated: ActiveBinding?
    let kept = withState { state -> ActiveBinding? in
      // Bound after the request began: it serves that, and is not seen by others.
      if cell.answersForItsKey, state.configuration.declaration(for: cell.key) != nil { return nil }
      if let present = cell.content.load(),
        present.origin == .explicit
          || (present.origin == .onDemand && binding.origin == .onDemand)
          || (present.declaration === binding.declaration && present.recipe === binding.recipe)
      {
        return present
      }
      outdated = cell.replace(with: binding)
      return binding
    }
    withExtendedLifetime(outdated) {}
    if let kept { return kept }
    let past = ActiveBinding(
      binding.declaration, recipe: binding.recipe, origin: binding.origin,
      since: min(binding.since, epoch), in: self)
    return History.shared.keep(past, of: self, at: epoch) { known in
      known.origin == past.origin && known.key == past.key
        && (past.origin == .onDemand || known.recipe === past.recipe)
    }
  }

  // MARK: - Contributions

  /// The contributions to a collection, the topmost injector's first.
  func contributions(to key: Key) -> [Cell] {
    let epoch = Resolution.current.epoch
    var inherited: [Cell] = []
    for core in lineage.dropLast() { inherited += core.ownContributions(to: key, at: epoch) }
    return inheriting(inherited, key) + ownContributions(to: key, at: epoch)
  }

  private func ownContributions(to key: Key, at epoch: Int) -> [Cell] {
    visible(at: epoch).contributions(to: key).map { contributionCell(for: $0) }
  }

  /// The cell of a binding, which is its key's unless it is a contribution.
  func cell(for declaration: BindingDeclaration) -> Cell {
    declaration.isContribution
      ? contributionCell(for: declaration) : cell(for: declaration.key)
  }

  private func contributionCell(for declaration: BindingDeclaration) -> Cell {
    withState { state in
      let identity = ObjectIdentifier(declaration)
      if let cell = state.contributionCells[identity] { return cell }
      let cell = Cell(declaration.key, in: self, declaration: declaration)
      state.contributionCells[identity] = cell
      return cell
    }
  }

  /// The cells in this injector for the contributions of those above it; the cells for those that
  /// they have no more are dropped.
  private func inheriting(_ originals: [Cell], _ key: Key) -> [Cell] {
    let (present, outdated) = withState { state in
      let known = state.inheritedCells[key] ?? [:]
      let present = originals.map { original in
        known[ObjectIdentifier(original)]
          ?? Cell(original.key, in: self, inheritedFrom: original)
      }
      state.inheritedCells[key] =
        present.isEmpty
        ? nil
        : Dictionary(uniqueKeysWithValues: zip(originals.map { ObjectIdentifier($0) }, present))
      return (present, known)
    }
    withExtendedLifetime(outdated) {}
    return present
  }
}
