/// The machinery of an injector: its configuration, and what has been linked from it.
///
/// `@unchecked Sendable`: the configuration and the list of completed singletons are guarded by the
/// lock; tables and cells are read without one and say for themselves why that is safe; `injector`
/// is set once, before the injector is shared.
final class InjectorCore: @unchecked Sendable {
  let parent: InjectorCore?
  let options: Injector.Options
  let blueprint: Blueprint
  /// The injector that owns this core, and outlives every use of it.
  unowned(unsafe) private var owner: Injector?

  private let lock = Lock()
  private var configuration: Configuration
  /// Counts the changes of the configuration.
  private var version = 0
  private var contributionCells: [ObjectIdentifier: Cell] = [:]
  private var completed: ContiguousArray<InstanceBox> = []

  private let sources = LookupTable<AnySource>()
  private let cells = LookupTable<Cell>()
  private let plans = LookupTable<PlanCell>()

  init(
    _ blueprint: Blueprint, options: Injector.Options, parent: InjectorCore?
  ) throws(InjectionError) {
    self.blueprint = blueprint
    self.options = options
    self.parent = parent
    configuration = try blueprint.configure(options)
  }

  /// Called once, before the injector is shared.
  func belong(to injector: Injector) {
    owner = injector
  }

  deinit {
    // A singleton may own the ones completed before it; dropped in this order, none is released by
    // another.
    for cell in cells.all + contributionCells.values { cell.content.exchange(nil) }
    while completed.popLast() != nil {}
  }

  var injector: Injector {
    guard let owner else { fatalError("the core is used before its injector") }
    return owner
  }

  var present: Configuration { lock.withLock { configuration } }

  // MARK: - Sources and cells

  /// Where values of a type come from: the same object each time.
  ///
  /// - Complexity: O(1) once the type has been asked for.
  func source<Value>(of type: Value.Type, named name: Name?) -> Source<Value> {
    let source = sources.find(Key(type, named: name)) ?? makeSource(of: type, named: name)
    // The table's key is the source's own type.
    return unsafeDowncast(source, to: Source<Value>.self)
  }

  private func makeSource<Value>(of type: Value.Type, named name: Name?) -> AnySource {
    let source =
      (type as? any DependencyForm.Type)?.makeSource(named: name, in: self)
      ?? CellSource<Value>(cell(for: Key(type, named: name)))
    return sources.insert(source)
  }

  func cell(for key: Key) -> Cell {
    cells.find(key) ?? cells.insert(Cell(key, in: self))
  }

  func deferredRequest<Value>(named name: Name?) -> DeferredRequest<Value> {
    DeferredRequest(injector, named: name)
  }

  /// The contributions to a collection, the parent's first.
  func contributions(to key: Key) -> [Cell] {
    let inherited = (parent?.contributions(to: key) ?? []).map { inheriting($0) }
    let own = lock.withLock {
      configuration.contributions(to: key).map { declaration in
        let identity = ObjectIdentifier(declaration)
        if let cell = contributionCells[identity] { return cell }
        let cell = Cell(key, in: self, declaration: declaration)
        contributionCells[identity] = cell
        return cell
      }
    }
    return inherited + own
  }

  /// The cell in this injector for a contribution of its parent.
  private func inheriting(_ cell: Cell) -> Cell {
    lock.withLock {
      let identity = ObjectIdentifier(cell)
      if let known = contributionCells[identity] { return known }
      let child = Cell(cell.key, in: self, inheritedFrom: cell)
      contributionCells[identity] = child
      return child
    }
  }

  // MARK: - Linking a cell to its binding

  /// The binding that answers requests for a cell, when the cell does not hold one that is its own.
  func linkBinding(for cell: Cell) throws(InjectionError) -> ActiveBinding? {
    if let original = cell.inheritedFrom {
      guard let found = try original.binding() else { return nil }
      return found.belongsToItsInjector ? found : adopt(found, in: cell)
    }
    if let own = try ownBinding(for: cell) { return own }
    var next = parent
    while let ancestor = next {
      if let found = try ancestor.lookUp(cell.key) {
        if found.belongsToItsInjector {
          rememberPath(to: ancestor, for: cell.key)
          return found
        }
        if found.origin == .explicit { return adopt(found, in: cell) }
      }
      next = ancestor.parent
    }
    if let own = cell.content.load(), own.origin == .onDemand { return own }
    return try makeOnDemand(for: cell)
  }

  /// The binding of this injector itself; nil when it has none.
  private func ownBinding(for cell: Cell) throws(InjectionError) -> ActiveBinding? {
    while true {
      if let present = cell.content.load(), present.origin == .explicit { return present }
      let (declaration, version) = lock.withLock {
        (cell.declaration ?? configuration.declaration(for: cell.key), self.version)
      }
      guard let declaration else { return nil }
      // Reading what a class declares is user code: it runs without the lock.
      guard let recipe = try recipe(of: declaration) else {
        throw InjectionError(.notCreatable(declaration.key))
      }
      let binding = ActiveBinding(declaration, recipe: recipe, origin: .explicit, in: self)
      let kept = lock.withLock { () -> ActiveBinding? in
        guard version == self.version else { return nil }
        if let present = cell.content.load(), present.origin == .explicit { return present }
        cell.content.exchange(binding)
        return binding
      }
      if let kept { return kept }
    }
  }

  /// The recipe of a binding; of one that names no target, that of its type.
  private func recipe(of declaration: BindingDeclaration) throws(InjectionError) -> Recipe? {
    if let recipe = declaration.recipe { return recipe }
    return try OnDemandRecipe.make(for: declaration.key)
  }

  /// What this injector has for a key that a child asks for: a binding, or an instance made on
  /// demand.
  private func lookUp(_ key: Key) throws(InjectionError) -> ActiveBinding? {
    if let cell = cells.find(key) {
      return try ownBinding(for: cell) ?? cell.content.load()
    }
    guard lock.withLock({ configuration.declaration(for: key) }) != nil else { return nil }
    return try ownBinding(for: cell(for: key))
  }

  /// Makes cells on the way up, so that the next look-up finds them without a lock.
  private func rememberPath(to ancestor: InjectorCore, for key: Key) {
    var next = parent
    while let core = next, core !== ancestor {
      _ = core.cell(for: key)
      next = core.parent
    }
  }

  /// An unscoped binding of a parent, built with this injector.
  private func adopt(_ binding: ActiveBinding, in cell: Cell) -> ActiveBinding {
    if let own = cell.content.load(), own.declaration === binding.declaration,
      own.recipe === binding.recipe
    {
      return own
    }
    let adopted = ActiveBinding(
      binding.declaration, recipe: binding.recipe, origin: .inherited, in: self)
    keep(adopted, in: cell)
    return adopted
  }

  /// Creates what is bound nowhere, as its type says.
  ///
  /// Instances that are kept belong to the topmost injector.
  private func makeOnDemand(for cell: Cell) throws(InjectionError) -> ActiveBinding? {
    if options.requiresExplicitBindings, !(cell.key.type is any CollectionForm.Type) {
      return nil
    }
    guard let recipe = try OnDemandRecipe.make(for: cell.key) else { return nil }
    let declaration = BindingDeclaration(cell.key, place: nil, isExplicit: false)
    let binding = ActiveBinding(declaration, recipe: recipe, origin: .onDemand, in: self)
    guard binding.belongsToItsInjector, let top = topmost else {
      return keep(binding, in: cell)
    }
    rememberPath(to: top, for: cell.key)
    return top.keep(
      ActiveBinding(declaration, recipe: recipe, origin: .onDemand, in: top),
      in: top.cell(for: cell.key))
  }

  private var topmost: InjectorCore? {
    var top = parent
    while let next = top?.parent { top = next }
    return top
  }

  /// Keeps a binding that is not explicit, unless the cell holds one of its own by now.
  @discardableResult
  private func keep(_ binding: ActiveBinding, in cell: Cell) -> ActiveBinding {
    var replaced: ActiveBinding?
    let kept = lock.withLock { () -> ActiveBinding in
      if let present = cell.content.load(),
        present.origin == .explicit
          || (present.origin == .onDemand && binding.origin == .onDemand)
      {
        return present
      }
      replaced = cell.content.exchange(binding)
      return binding
    }
    withExtendedLifetime(replaced) {}
    return kept
  }

  // MARK: - Plans

  /// What has to be done to an object of a class.
  ///
  /// - Complexity: O(1) once the class has been met in this injector.
  func plan(for object: AnyObject) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    let cell = plans.find(Key(cls)) ?? plans.insert(PlanCell(cls))
    let epoch = InjectionPlan.currentEpoch
    if let cached = cell.content.load(), cached.epoch == epoch {
      try cached.plan.shape.requireIsolation()
      return cached.plan
    }
    let plan = try makePlan(for: object, additions: [])
    cell.content.exchange(PlanForBinding(cls: cls, epoch: epoch, plan: plan))
    return plan
  }

  func makePlan(
    for object: AnyObject, additions: [RequirementElement]
  ) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    let shape = try ClassShape.of(cls)
    let markers = shape.markers(of: object)
    var builder = PlanBuilder(for: object)
    var completions: [(AnyObject) throws -> Void] = []
    for (index, level) in shape.levels.enumerated() {
      let extensions = extensions(of: level.cls)
      try builder.add(level, markers: markers.levels[index], extensions: extensions)
      completions += extensions.flatMap(\.completions)
    }
    try builder.add(additions, of: cls)
    let links = builder.merged.compactMap { $0.slot?.makeLink(for: $0, in: self) }
    return InjectionPlan(
      shape: shape, links: LinkList(links), completions: completions, awake: shape.awake)
  }

  /// What modules add to a class, the parent's first.
  func extensions(of cls: AnyClass) -> [ClassExtension] {
    (parent?.extensions(of: cls) ?? []) + lock.withLock { configuration.extensions(of: cls) }
  }

  // MARK: - Instances

  /// Notes the order in which singletons are finished, to release them in reverse.
  func note(completed binding: ActiveBinding, _ box: InstanceBox) {
    guard binding.scope == .singleton, binding.recipe.kind != .instance else { return }
    lock.withLock { completed.append(box) }
  }
}
