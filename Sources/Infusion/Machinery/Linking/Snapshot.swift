import Synchronization

/// The bindings of an injector at one time, and the objects that link them.
///
/// The bindings of a snapshot never change, and its caches only grow: an object found in a cache
/// stays there as long as the snapshot lives, and refers to other parts of the snapshot without
/// keeping them. A request pins the snapshot that it reads; a change puts the next one in force.
///
/// A child's snapshot stands on one of its parent. When that one is replaced, so is the child's.
///
/// Threads may share it: immutable except for the tables, which are read without a lock, and for
/// the properties that the lock of the injector guards.
final class Snapshot {
  let generation: Generation
  /// Taken out by `deinit` only.
  @exclusivity(unchecked) private var above: Snapshot?
  /// The core of the generation, for objects that do not retain it.
  let coreReference: Unretained<InjectorCore>
  let plans = LookupTable<InjectionPlan>()
  private let sources = LookupTable<Source>()
  /// How many names of what is made on demand calls have requested.
  private let namesOnDemand = Atomic<Int>(0)
  /// The keepers, by key, that the generation had when the snapshot was put in force.
  ///
  /// With them, a request finds an existing instance without linking anything. Only `deinit` takes
  /// the table out.
  @exclusivity(unchecked) private var settled: [Key: Keeper]
  /// Whether modules add to any class, here or above.
  let hasExtensions: Bool
  /// The number of releases that the generation had seen.
  private let releaseCount: UInt32

  /// The cells of contributions, those of the injectors above included.
  ///
  /// The lock guards them.
  @exclusivity(unchecked) private var contributionCells: [ObjectIdentifier: Cell] = [:]
  /// What links lead to, from where it has been asked; the configurations keep their declarations.
  ///
  /// The lock guards them.
  @exclusivity(unchecked) private var linkEnds: [ObjectIdentifier: LinkEnd] = [:]

  /// The caller holds the lock of the injector.
  init(of generation: Generation, on parent: Snapshot?) {
    self.generation = generation
    coreReference = Unretained(generation.core)
    unsafe above = parent
    unsafe settled = unsafe generation.contents.table
    releaseCount = generation.contents.releaseCount
    hasExtensions =
      generation.contents.configuration.hasExtensions || (parent?.hasExtensions ?? false)
  }

  /// Breaks the cycles of bindings, plans and cells, and releases the parent's snapshot.
  ///
  /// It releases a chain of snapshots in a loop: the chain may be longer than a stack.
  deinit {
    // The generation, which may end with the snapshot, releases its keepers in order: nothing here may
    // keep one of them longer.
    unsafe settled = [:]
    sources.forEach { $0.cell?.content.clear() }
    for cell in unsafe contributionCells.values { cell.content.clear() }
    var next = unsafe above
    unsafe above = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let last = unsafe next?.above
      unsafe next?.above = nil
      next = last
    }
  }

  /// Whether instances have been released since.
  ///
  /// The caller holds the lock of the injector.
  var isOutdated: Bool { releaseCount != generation.contents.releaseCount }

  var core: InjectorCore { generation.core }
  var parent: Snapshot? { unsafe above }
  var configuration: Configuration { generation.configuration }
  /// The bindings of this injector; a copy of the configuration would retain much more.
  var bindings: BindingTable { generation.contents.configuration.effective }

  /// This snapshot and those above it.
  var nearestFirst: some Sequence<Snapshot> { sequence(first: self) { $0.parent } }

  /// This snapshot and those above it, the topmost first.
  ///
  /// A loop walks through them: a nest of children may be deeper than a stack.
  var lineage: [Snapshot] { nearestFirst.reversed() }

  /// Whether this snapshot is one of an injector, or stands on one.
  func includes(_ core: InjectorCore) -> Bool {
    nearestFirst.contains { $0.core === core }
  }

  // MARK: - Sources and cells

  /// The supply of the values of a type: from the same source each time, unless `keeps` refuses the
  /// requested name.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name of the binding.
  ///   - isDeclared: Whether a class or a link names it, and no call.
  /// - Returns: The supply.
  /// - Complexity: O(1) once the type has been requested.
  func supply(of type: Any.Type, named name: Name?, isDeclared: Bool = false) -> Supply {
    let inner = TypeRepresentation.unwrapped(type)
    let source =
      sources.find(Key(inner, named: name)) ?? makeSource(of: inner, named: name, isDeclared)
    return Supply(source: source, type: type)
  }

  /// The cell of a key, if the key has been requested and its values are needed as they are.
  @inline(__always)
  func exactCell(for key: Key) -> Unretained<Cell>? {
    sources.findUnretained(key)?.with { $0.cell.map { Unretained($0) } }
  }

  /// Copies the instance of a singleton of this injector whose keeper existed when the snapshot was put
  /// in force, even if nothing has been linked since; for a brief read.
  @inline(never)
  func copySettled(_ key: Key, into memory: UnsafeMutableRawPointer) {
    guard !core.isObserved, let keeper = unsafe settled[key] as? SingletonSite,
      keeper.declaration.isExplicit
    else { return }
    _ = unsafe keeper.copyExisting(into: memory, retainOpaquely)
  }

  private func makeSource(of type: Any.Type, named name: Name?, _ isDeclared: Bool) -> Source {
    let key = Key(type, named: name)
    let source: Source
    if !TypeRepresentation.isExistential(type), MetadataLayout.mayBeGeneric(type),
      // A search for a conformance takes longer than to see that a type wraps no other.
      let handle = Conformances.present.cast(type, type as? any DeferredHandle.Type),
      declaration(for: key) == nil
    {
      source = DeferredSource(handle, named: name, in: self)
    } else {
      source = Cell(key, in: self)
    }
    if name != nil, let requested = Supply(source: source, type: type).delivered.cell,
      !keeps(requested.key, isDeclared)
    {
      return source
    }
    return coreReference.with { sources.insert(source, under: $0) }
  }

  func cell(for key: Key) -> Cell {
    let supply = supply(of: key.type, named: key.name)
    return (TypeRepresentation.isOptional(key.type) ? nil : supply.cell) ?? Cell(key, in: self)
  }

  /// Whether the tables keep the cell and the source of a named key once it is requested.
  ///
  /// A program may request names that its users enter: of those under which something is made on demand,
  /// the tables keep the first thousand. They keep every declared one: plans keep its cell and one
  /// another, until the end of the table clears the cell.
  private func keeps(_ key: Key, _ isDeclared: Bool) -> Bool {
    if isBound(key) { return true }
    guard OnDemandRecipe.makesObjects(of: key.type) else { return false }
    return isDeclared || namesOnDemand.add(1, ordering: .relaxed).newValue <= 1_000
  }

  /// The cell of a binding, which is the cell of its key unless the binding is a contribution.
  func cell(for declaration: BindingDeclaration) -> Cell {
    guard declaration.isContribution else { return cell(for: declaration.key) }
    return core.withLock {
      let identity = ObjectIdentifier(declaration)
      if let cell = unsafe contributionCells[identity] { return cell }
      let cell = Cell(declaration.key, in: self, of: declaration)
      unsafe contributionCells[identity] = cell
      return cell
    }
  }

  /// What a link is known to lead to, for requests that read this snapshot.
  func knownEnd(from link: BindingDeclaration) -> LinkEnd? {
    core.withLock { unsafe linkEnds[ObjectIdentifier(link)] }
  }

  func keep(_ end: LinkEnd, from link: BindingDeclaration) {
    core.withLock { unsafe linkEnds[ObjectIdentifier(link)] = end }
  }

  // MARK: - What is bound

  /// The binding in force for a key, here or above.
  func declaration(for key: Key) -> BindingDeclaration? { binding(of: key)?.declaration }

  /// The binding in force for a key, with the snapshot that has it, this one or one above.
  func binding(of key: Key) -> (declaration: BindingDeclaration, snapshot: Snapshot)? {
    for snapshot in nearestFirst {
      if let found = snapshot.bindings.declaration(for: key) { return (found, snapshot) }
    }
    return nil
  }

  /// Whether a module of this injector or of one above has bound an object as an instance.
  func binds(_ object: AnyObject) -> Bool {
    nearestFirst.contains { $0.generation.boundObjects.contains(object) }
  }

  /// The declarations whose values a binding passes on: itself if it is a link, or contributions.
  func passedOn(by declaration: BindingDeclaration, _ recipe: Recipe) -> [BindingDeclaration] {
    if recipe.isLink { return [declaration] }
    return recipe.kind == .collection ? contributions(toCollection: declaration.key) : []
  }

  /// Whether every thread may have what a binding hands out, as far as the classes of the objects are
  /// concerned; for a collection, whether this is true of all elements.
  func handsOutUnchanged(_ declaration: BindingDeclaration, _ recipe: Recipe) -> Bool {
    guard recipe.passesOn else { return declaration.handsOutUnchanged }
    return passedOn(by: declaration, recipe).allSatisfy {
      endOfLinks(from: $0).last.handsOutUnchanged
    }
  }

  /// The contributions to a collection, by the key of its elements, the topmost injector's first.
  func contributions(to key: Key) -> [BindingDeclaration] {
    lineage.flatMap { $0.configuration.contributions(to: key) }
  }

  /// The same by the key of the collection; none for a key of another type.
  private func contributions(toCollection key: Key) -> [BindingDeclaration] {
    key.ofElements.map { contributions(to: $0) } ?? []
  }

  /// The bindings in force here and above, the topmost injector's first.
  var declarationsInForce: [BindingDeclaration] {
    guard parent != nil else { return configuration.declarationsInForce }
    return Self.visible(nearestFirst.map(\.configuration.declarationsInForce), \.key)
  }

  /// What several injectors, the nearest first, let a request see: each key hides that of injectors
  /// above.
  ///
  /// - Returns: Those of the topmost injector first.
  static func visible<Binding>(_ levels: [[Binding]], _ key: (Binding) -> Key) -> [Binding] {
    var hidden: Set<Key> = []
    var layers: [[Binding]] = []
    for level in levels {
      let visible = level.filter { !hidden.contains(key($0)) }
      hidden.formUnion(visible.map(key))
      layers.append(visible)
    }
    return layers.reversed().flatMap { $0 }
  }

  /// The contributions here and above, the topmost injector's first.
  var contributionsInForce: [BindingDeclaration] {
    lineage.flatMap(\.configuration.contributionsInForce)
  }

  /// Whether a key is bound, or something is contributed to it, here or above.
  func isBound(_ key: Key) -> Bool {
    declaration(for: key) != nil || !contributions(toCollection: key).isEmpty
  }

  /// The keys under which the instances of a key are kept: its own, those of its contributions, and
  /// those of what either is linked to.
  func storeKeys(of key: Key) -> Set<Key> {
    var keys: Set<Key> = []
    var pending = [key]
    while let key = pending.popLast() {
      guard keys.insert(key).inserted else { continue }
      let declarations =
        [declaration(for: key)].compactMap { $0 } + contributions(toCollection: key)
      keys.formUnion(declarations.map(\.storeKey))
      pending += declarations.compactMap { $0.recipe?.linkedKey }
    }
    return keys
  }

  /// The extension of a class or its superclasses that is written on the main actor, if any.
  func mainActorExtension(of cls: AnyClass) -> ClassExtension? {
    guard hasExtensions else { return nil }
    return superclassChain(of: cls).lazy
      .flatMap { self.extensions(of: $0) }.first(where: \.requiresMainActor)
  }

  /// The extensions that modules add to a class, the parent's first.
  func extensions(of cls: AnyClass) -> [ClassExtension] {
    guard parent != nil else { return configuration.extensions(of: cls) }
    return lineage.flatMap { $0.configuration.extensions(of: cls) }
  }
}
