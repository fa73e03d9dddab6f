import Synchronization

/// The machinery of an injector: the snapshot in force, and what changes.
///
/// `@unchecked Sendable`: everything in `State` is guarded by the lock; `owner` is set once, before
/// the injector is shared. The core is its own lock, which is taken before those of injectors below
/// this one.
final class InjectorCore: Lock, @unchecked Sendable {
  /// What changes while the injector lives.
  struct State {
    /// Nil before the injector is set up, and when it is gone.
    var generation: Generation?
    /// The contents of the generations not in force: requests under way read them, or an update
    /// builds one.
    ///
    /// Each is removed when its generation ends.
    var others: ContiguousArray<GenerationContents> = []
    /// The sites of the departures that have not ended.
    var departures: [DepartureSite] = []
    var children = Children()
    var ending = Ending()

    /// The keepers of every generation that lives.
    var keepers: [Keeper] { living.flatMap { $0.keepers { _ in true } } }

    /// The contents of the generations that live, for use under the lock.
    var living: ContiguousArray<GenerationContents> {
      guard let generation else { return others }
      return [generation.contents] + others
    }
  }

  /// Identifies the injector, even among those that lived at the same address.
  let serial = UniqueNumber.next()
  let options: Injector.Options
  /// Whether there are observers.
  let isObserved: Bool
  /// Whether the injector was made with eager singletons.
  let hasEager: Bool
  private let ended = Atomic<Bool>(false)
  /// The key by which every thread finds its record.
  let threadKey = ThreadRecord.key

  /// A child keeps its parent, and a core lives no longer than its injector needs it.
  @exclusivity(unchecked) private var parentInjector: Injector?
  var parent: InjectorCore? { unsafe parentInjector?.core }
  /// The serial numbers of the injectors above.
  var serialsAbove: [Int] { sequence(first: self) { $0.parent }.dropFirst().map(\.serial) }
  /// Set once, before the injector is shared.
  private var owner: Unretained<Injector>?

  /// Unchecked: the lock guards it.
  @exclusivity(unchecked) private var state = State()
  /// The snapshot in force; nil until a request needs one, and when the injector is gone.
  let present = SwappableReference<Snapshot>()
  /// Set by the first job that prepares a singleton of this injector.
  let preparations = OnceReference<PreparationControl>()
  private let madeChangeLock = OnceReference<Site>()

  init(
    _ blueprint: Blueprint, options: Injector.Options, parent: Injector?, at location: CodeLocation,
    on caller: (any Actor)?
  ) throws(InjectionError) {
    self.options = options
    isObserved = !options.observers.isEmpty
    unsafe parentInjector = parent
    let configuration = try blueprint.configure(
      options, below: parent, at: location, on: caller)
    hasEager = configuration.hasEager
    super.init()
    unsafe state.generation = Generation(configuration, of: self)
  }

  deinit {
    // A nest of any depth is released child by child, not recursively.
    if unsafe isKnownUniquelyReferenced(&parentInjector) {
      unsafe ThreadRecord.current.release(&parentInjector)
    }
  }

  /// Releases everything: the injector is gone.
  ///
  /// Singletons are dropped one by one, the last one completed first.
  func dissolve() {
    var snapshot = present.exchange(nil)
    let generation = withState { state in
      defer { state.generation = nil }
      return state.generation
    }
    snapshot = nil
    withExtendedLifetime((generation, snapshot)) {}
    Resolution.current.seeEnd(of: self)
  }

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

  /// Held by the change that is under way.
  var changeLock: Site {
    madeChangeLock.load() ?? madeChangeLock.storeIfEmpty(Site())
  }

  /// Reads or changes the state.
  ///
  /// The body runs no user code, deinitializers included, and asks for no cell, source or plan: to
  /// add one, the lock is taken.
  func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withLock { () throws(Failure) in try unsafe body(&state) }
  }

  /// The generation in force.
  var generation: Generation {
    guard let generation = withState({ $0.generation }) else {
      fatalError("the core is used after its injector")
    }
    return generation
  }

  var configuration: Configuration { generation.configuration }

  /// Whether it has been shut down, so that no construction begins: the shutdown waits for those
  /// under way, and an instance that is completed later is released by the thread that has made it.
  ///
  /// A construction takes its site before it looks here; the shutdown stores this before it looks at
  /// the sites. Both reach the sites under the lock of the construction ledger.
  @inline(__always)
  var isShutDown: Bool { ended.load(ordering: .acquiring) }

  func noteEnd() { ended.store(true, ordering: .releasing) }

  /// Whether the injector is gone.
  var isDissolved: Bool { withState { $0.generation == nil } }

  // MARK: - Instances

  /// The keeper of a binding's instance: one for all generations that have the binding.
  ///
  /// A keeper is of the present or of the past. One of the present goes on with the generation in
  /// force. One of the past is retired from the beginning: requests that read generations whose
  /// instances have gone share it, and its instance is released when they have ended. A request
  /// shares what has gone since it began, and nothing that had gone before.
  func keeper(
    of declaration: BindingDeclaration, _ recipe: Recipe, _ scope: Scope, in snapshot: Snapshot
  ) -> Keeper {
    // Deinitializers are user code, and run without the lock.
    var held: [AnyObject] = []
    defer { withExtendedLifetime(held) {} }
    return withState { state in
      let generation = snapshot.generation.contents
      if let known = generation.keeper(of: declaration) { return known }
      if scope == .weak { held = generation.dropUnreachable() }
      let living = state.living
      // What has gone is not taken over by what comes: requests that began before share it.
      let isInForce = state.generation?.contents.has(declaration) ?? false
      func goes(with other: GenerationContents) -> Bool {
        other.isReplaced && (!isInForce || other.hasReleased(declaration))
      }
      // An update may still read the snapshot on which it has built what was released since.
      let isPast =
        goes(with: generation)
        || isInForce && snapshot.isOutdated && generation.hasReleased(declaration)
      // Those that were replaced are in the order of that.
      let shared = living.drop { isPast && $0 !== generation }.lazy
        .compactMap { $0.keeper(of: declaration) }.first { $0.isRetired == isPast }
      if isPast, let shared {
        generation.add(shared)
        return shared
      }
      let found =
        shared
        ?? (scope == .weak ? WeakSite(declaration, recipe) : SingletonSite(declaration))
      if isPast { found.retire(snapshot.generation.retirement) }
      for other in living where other.has(declaration) && isPast == goes(with: other) {
        other.add(found)
      }
      return found
    }
  }

  /// Whether an object is the singleton of a wanted binding of this injector or of one above it, even
  /// one that is kept for requests under way.
  func keepsHereOrAbove(
    _ object: AnyObject, for isWanted: (BindingDeclaration) -> Bool
  ) -> Bool {
    sequence(first: self) { $0.parent }.contains { core in
      let kept = core.withState { state in
        state.living.flatMap { $0.keepers { $0.keeps(object) } }.filter { $0.present != nil }
      }
      return kept.contains { isWanted($0.declaration) }
    }
  }
}

/// What changes and shutdowns of injectors ask of the jobs that prepare singletons.
///
/// An injector refers to it only after its first job, and it has closures instead of methods. So a
/// linker can leave the jobs out of a program that prepares nothing.
///
/// Threads may share it: immutable, and the closures take the lock of ``Preparations``.
final class PreparationControl {
  /// Set by the first job of the process.
  static let shared = OnceReference<PreparationControl>()

  /// Stops preparing what these keepers were to keep; closures that have not begun do not begin.
  ///
  /// Returns what cancels the others. Cancellation handlers are user code: called without a lock.
  let withdraw: (ContiguousArray<Keeper>) -> () -> Void
  /// Ends the waiting of calls to an injector that has ended.
  let endCalls: (InjectorCore) -> Void
  /// Waits until no closure of an ended injector runs any more, unless a closure asks.
  let waitForClosures: (InjectorCore) async -> Void
  /// Whether a running closure asks, or a child task of one.
  let isAskedByClosure: () -> Bool

  init(
    withdraw: @escaping (ContiguousArray<Keeper>) -> () -> Void,
    endCalls: @escaping (InjectorCore) -> Void,
    waitForClosures: @escaping (InjectorCore) async -> Void,
    isAskedByClosure: @escaping () -> Bool
  ) {
    self.withdraw = withdraw
    self.endCalls = endCalls
    self.waitForClosures = waitForClosures
    self.isAskedByClosure = isAskedByClosure
  }
}
