/// The bindings of an injector from one change of its own to the next, and the keepers of its
/// instances.
///
/// A change of the bindings begins a generation, and so does `releaseSingletons`. Several snapshots
/// may share one generation: when a parent changes, its child gets another snapshot but stays in
/// the same generation.
///
/// `@unchecked Sendable`: the configuration is immutable; the lock of the injector guards the rest.
final class Generation: @unchecked Sendable {
  let core: InjectorCore
  let configuration: Configuration
  /// The keepers by their store keys, which distinguish contributions.
  @exclusivity(unchecked) private var table: [Key: Keeper] = [:]
  /// Keepers that no later generation has, in the order of their completion.
  @exclusivity(unchecked) private var leaving: ContiguousArray<Keeper> = []
  /// The keys whose instances were released during this generation.
  private var released: Set<Key> = []
  private var hasReleasedAll = false
  /// Whether another generation has come into force since.
  private(set) var isReplaced = false
  /// Whether the core lists the generation among those that are not in force.
  var isListed = false

  init(_ configuration: Configuration, of core: InjectorCore) {
    self.core = core
    self.configuration = configuration
  }

  /// Makes the next generation, which takes over the keepers of the bindings that it still has.
  ///
  /// The caller holds the lock.
  init(_ configuration: Configuration, after previous: Generation, keeping isKept: (Keeper) -> Bool)
  {
    core = previous.core
    self.configuration = configuration
    unsafe table = unsafe previous.table.filter { has($1.declaration) && isKept($1) }
  }

  /// The keepers release their instances one by one, the last one completed first.
  ///
  /// The deinitializer also releases the retired instances, unless the call or the change that this
  /// thread carries out does so at its end.
  deinit {
    if isListed { core.forget(Unretained(self)) }
    guard unsafe !(table.isEmpty && leaving.isEmpty) else { return }
    let resolution = Resolution.current
    resolution.ending {
      unsafe table = [:]
      while unsafe leaving.popLast() != nil {}
    }
    if !resolution.collectsRetired { _ = InjectorCore.letGoOfRetired(telling: nil) }
  }

  /// Whether a declaration is in force in this generation.
  func has(_ declaration: BindingDeclaration) -> Bool {
    declaration.isExplicit
      ? configuration.isInForce(declaration)
      : configuration.declaration(for: declaration.key) == nil
  }

  /// What the keepers need that this generation retires.
  var retirement: Retirement {
    Retirement(configuration, of: core.injector, serial: core.serial)
  }

  // MARK: - Under the lock

  var keepers: [Keeper] { unsafe Array(table.values) }

  /// The keepers at the time of the call, for readers that take no lock.
  var settled: [Key: Keeper] { unsafe table }

  func keeper(of declaration: BindingDeclaration) -> Keeper? {
    guard let keeper = unsafe table[declaration.storeKey],
      keeper.declaration === declaration
        || !(keeper.declaration.isExplicit || declaration.isExplicit)
    else { return nil }
    return keeper
  }

  /// Adds a keeper, unless there is one already.
  func add(_ keeper: Keeper) {
    let key = keeper.declaration.storeKey
    if unsafe table[key] == nil { unsafe table[key] = keeper }
  }

  /// Notes that instances are released, so that new instances from requests that read this
  /// generation go with it.
  func release(_ keys: Set<Key>?) {
    if let keys { released.formUnion(keys) } else { hasReleasedAll = true }
  }

  /// Whether new instances of a declaration go with this generation, whatever is in force.
  func hasReleased(_ declaration: BindingDeclaration) -> Bool {
    hasReleasedAll || released.contains(declaration.key)
  }

  /// Notes that another generation has replaced this one, or that the injector is gone.
  ///
  /// - Returns: The keepers that go with this generation.
  @discardableResult
  func end(before next: Generation?) -> ContiguousArray<Keeper> {
    isReplaced = next != nil
    guard unsafe !table.isEmpty else { return [] }
    unsafe leaving = ContiguousArray(
      table.values.filter { next?.keeper(of: $0.declaration) !== $0 })
    unsafe leaving.sort { $0.completion < $1.completion }
    if next != nil {
      let retirement = retirement
      for keeper in unsafe leaving { keeper.retire(retirement) }
    }
    return unsafe leaving
  }
}
