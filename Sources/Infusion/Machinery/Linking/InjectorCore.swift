import Synchronization

/// The machinery of an injector: its configuration, and what has been linked from it.
///
/// `@unchecked Sendable`: everything in `State` is guarded by the lock; tables and cells are read
/// without one and say for themselves why that is safe; `owner` is set once, before the injector is
/// shared.
final class InjectorCore: @unchecked Sendable {
  /// What changes while the injector lives.
  struct State {
    var configuration: Configuration
    /// The cells of contributions, by declaration.
    var contributionCells: [ObjectIdentifier: Cell] = [:]
    /// The cells of contributions of the injectors above, by the cells there.
    var inheritedCells: [Key: [ObjectIdentifier: Cell]] = [:]
    /// Whether the history may keep something for this injector.
    var hasHistory = false
    /// The singletons of this injector, in the order of their completion.
    var completed: ContiguousArray<Completed> = []
    var ending = Ending()
  }

  /// A singleton that is kept.
  struct Completed {
    let binding: ActiveBinding
    let box: InstanceBox
    /// Tells which one was completed first.
    let number = UniqueNumber.next()
  }

  /// The core of the parent, which the parent keeps.
  unowned(unsafe) let parent: InjectorCore?
  /// The number of the change that has put the configuration in force, as the ``History`` counts;
  /// changed under the lock.
  let version = Atomic<Int>(0)
  /// Tells injectors apart that have nothing to do with one another: children are of the family of
  /// their parent.
  let family: Int
  /// Tells injectors apart, also those that lived at one address.
  let serial: Int
  let options: Injector.Options
  /// One of the options, at hand for every request.
  var maximumNesting: Int { options.maximumNesting }
  /// Whether there are observers.
  let isObserved: Bool
  /// The key by which every thread finds its record.
  let threadKey = ThreadRecord.key
  /// Set in the provisional core of an update, which replaces this one while eager singletons are
  /// built.
  let replaced: InjectorCore?

  /// A child keeps its parent, and a core lives no longer than its injector.
  private var parentInjector: Injector?
  /// Set once, before the injector is shared.
  private var owner: Unretained<Injector>?

  /// Taken to add to the tables, too.
  let lock = Lock()
  /// Unchecked: the lock guards it.
  @exclusivity(unchecked) private var state: State
  let cells = LookupTable<Cell>()
  let plans = LookupTable<PlanCell>()
  private let sources = LookupTable<AnySource>()
  /// Whether anything is created together with the injector.
  let hasEager: Bool
  private let madeTurn = OnceReference<Site>()

  init(
    _ blueprint: Blueprint, options: Injector.Options, parent: Injector?, at place: CodeLocation,
    on caller: (any Actor)?
  ) throws(InjectionError) {
    self.options = options
    isObserved = !options.observers.isEmpty
    unsafe self.parent = parent?.core
    family = parent?.core.family ?? UniqueNumber.next()
    serial = UniqueNumber.next()
    parentInjector = parent
    replaced = nil
    let configuration = try blueprint.configure(
      options, at: place, isChild: parent != nil, on: caller)
    hasEager = configuration.hasEager
    unsafe state = State(configuration: configuration)
  }

  /// A core in which a change is tried out.
  init(provisional configuration: Configuration, of core: InjectorCore) {
    options = core.options
    isObserved = core.isObserved
    unsafe parent = unsafe core.parent
    family = core.family
    serial = core.serial
    parentInjector = core.parentInjector
    replaced = core
    owner = core.owner
    hasEager = false
    unsafe state = State(configuration: configuration)
  }

  /// Taken by the update that is under way.
  var updateTurn: Site { madeTurn.load() ?? madeTurn.storeIfEmpty(Site()) }

  deinit {
    // A singleton may own the ones completed before it: when the cells have let go, they are
    // dropped one by one, and none is released by another.
    for cell in unsafe state.contributionCells.values { cell.replace(with: nil) }
    for cell in cells.all { cell.replace(with: nil) }
    while unsafe state.completed.popLast() != nil {}
    if unsafe state.hasHistory { History.shared.forget(self) }
    // A nest of any depth is released child by child, not recursively.
    if parentInjector != nil { ThreadRecord.current.release(&parentInjector) }
  }

  /// The core to ask as the parent: in an update that tries a change out, the provisional
  /// one.
  var upper: InjectorCore? {
    unsafe parent.map { Resolution.current.answering(for: $0) }
  }

  /// This core and those above it, the topmost first.
  ///
  /// Walked in a loop: a nest of children may be deeper than a stack.
  var lineage: [InjectorCore] { nearestFirst.reversed() }

  /// This core and those above it.
  var nearestFirst: some Sequence<InjectorCore> { sequence(first: self) { $0.upper } }

  /// Called once, before the injector is shared.
  func belong(to injector: Injector) {
    owner = Unretained(injector)
  }

  /// The injector that owns this core, and outlives every use of it.
  var injector: Injector { injectorReference.object }

  @inline(__always)
  var injectorReference: Unretained<Injector> {
    guard let owner else { fatalError("the core is used before its injector") }
    return owner
  }

  /// Reads or changes the state.
  ///
  /// The body runs no user code, deinitializers included, and asks for no cell, source or plan: to
  /// add one, the lock is taken. Only `insertUnderLock` may be used.
  func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try unsafe body(&state) }
  }

  var present: Configuration { withState { $0.configuration } }

  /// The configuration that this thread sees: that of the epoch when its request began, or the
  /// present one when it has none.
  var visible: Configuration { visible(at: Resolution.current.epoch) }

  func visible(at epoch: Int) -> Configuration {
    let (present, version) = withState {
      ($0.configuration, self.version.load(ordering: .relaxed))
    }
    guard version > epoch else { return present }
    return History.shared.configuration(of: self, at: epoch) ?? present
  }

  /// Looks something up in the configuration that is visible at an epoch, without copying it if it
  /// is the present one.
  func visible<Found>(at epoch: Int, _ find: (Configuration) -> Found) -> Found {
    let found = withState { state in
      version.load(ordering: .relaxed) <= epoch ? find(state.configuration) : nil
    }
    return found ?? find(visible(at: epoch))
  }

  // MARK: - Sources and cells

  /// Where values of a type come from: the same object each time.
  ///
  /// - Complexity: O(1) once the type has been asked for.
  func source<Value>(of type: Value.Type, named name: Name?) -> Source<Value> {
    let source = sources.find(Key(type, named: name)) ?? makeSource(of: type, named: name)
    // The table's key is the source's own type.
    return unsafe unsafeDowncast(source, to: Source<Value>.self)
  }

  /// The cell of a key, when it has been asked for and its values are needed as they are.
  @inline(__always)
  func exactCell(for key: Key) -> Unmanaged<Cell>? {
    guard let source = unsafe sources.findUnretained(key) else { return nil }
    return unsafe source._withUnsafeGuaranteedRef { source in
      unsafe source.exactCell.map { unsafe .passUnretained($0) }
    }
  }

  private func makeSource<Value>(of type: Value.Type, named name: Name?) -> AnySource {
    // A protocol type stands around no other: the search for a conformance is spared.
    let form =
      TypeRepresentation.isExistential(type)
      ? nil : Conformances.cast(type, type as? any DependencyForm.Type)
    let source =
      form?.makeSource(named: name, in: self)
      ?? CellSource<Value>(cell(for: Key(type, named: name)))
    return sources.insert(source, under: lock)
  }

  func cell(for key: Key) -> Cell {
    cells.find(key) ?? cells.insert(Cell(key, in: self), under: lock)
  }

  func deferredRequest<Value>(
    named name: Name?, heldBy holder: Any.Type?
  ) -> DeferredRequest<Value> {
    DeferredRequest(injector, named: name, heldBy: holder)
  }

  /// Where values of a type come from for one requirement.
  func source<Value>(of type: Value.Type, for requirement: Requirement) -> Source<Value> {
    let source = source(of: type, named: requirement.name)
    // Most sources are no handles: these have a cell.
    guard source.cell == nil else { return source }
    return unsafe unsafeDowncast(source.held(by: requirement), to: Source<Value>.self)
  }

  // MARK: - Asking

  /// The binding in force for a key, here or in a parent.
  func declaration(for key: Key) -> BindingDeclaration? {
    let epoch = Resolution.current.epoch
    for core in nearestFirst {
      if let found = core.visible(at: epoch, { $0.declaration(for: key) }) { return found }
    }
    return nil
  }

  /// The bindings in force here and in the parents, the topmost injector's first.
  var declarationsInForce: [BindingDeclaration] {
    guard unsafe parent != nil else { return visible.declarationsInForce }
    var hidden: Set<Key> = []
    var layers: [[BindingDeclaration]] = []
    for core in nearestFirst {
      let visible = core.visible.declarationsInForce.filter { !hidden.contains($0.key) }
      hidden.formUnion(visible.map(\.key))
      layers.append(visible)
    }
    return layers.reversed().flatMap { $0 }
  }

  /// The contributions here and in the parents, the topmost injector's first.
  var contributionsInForce: [BindingDeclaration] { lineage.flatMap(\.visible.allContributions) }

  func isBound(_ key: Key) -> Bool {
    if declaration(for: key) != nil { return true }
    guard let collection = key.type as? any CollectionForm.Type else { return false }
    let element = Key.looking(for: collection.elementType, named: key.name)
    return nearestFirst.contains { !$0.visible.contributions(to: element).isEmpty }
  }

  // MARK: - Instances

  /// Notes the order in which singletons are finished, to release them in reverse.
  func note(completed binding: ActiveBinding, _ box: InstanceBox) {
    // A bound instance is kept by its binding, unless injecting it was part of the work.
    let isKept = binding.scope == .singleton || (replaced != nil && binding.site != nil)
    guard isKept, binding.recipe.kind != .instance || binding.injectsResult else { return }
    let completed = Completed(binding: binding, box: box)
    let isInForce = withState { state in
      guard binding.isInForce(in: state) || state.ending.phase == .draining else { return false }
      state.completed.append(completed)
      return true
    }
    // What was unbound while it was built is kept for the requests that may still ask for it.
    if !isInForce { History.shared.keep(completed, of: self) }
  }
}

extension InjectorCore {
  func isInForce(_ binding: ActiveBinding) -> Bool { withState { binding.isInForce(in: $0) } }

  /// Whether an object is one of the singletons.
  func keeps(_ object: AnyObject) -> Bool {
    withState { $0.completed.contains { $0.box.object === object } }
  }
}

extension ActiveBinding {
  fileprivate func isInForce(in state: InjectorCore.State) -> Bool {
    let cell =
      unsafe declaration.isContribution
      ? state.contributionCells[ObjectIdentifier(declaration)] : core.cells.find(key)
    return cell?.content.load() === self
  }
}
