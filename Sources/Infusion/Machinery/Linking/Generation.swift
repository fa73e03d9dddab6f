/// The bindings and instances of an injector from one change of its own to the next.
///
/// A change of the bindings begins a generation, and so does `releaseSingletons`. An update that adds
/// eager singletons makes one more, on which they are built, and which is never in force. Several
/// snapshots may share one generation: when a parent changes, its child gets another snapshot but
/// stays in the same generation.
///
/// Threads may share it: the configuration is immutable, and what is read from it is made once; the
/// lock of the injector guards the rest.
final class Generation {
  let core: InjectorCore
  let contents: GenerationContents
  private let knownCandidates = OnceReference<SuggestionCandidates>()
  private let knownBoundObjects = OnceReference<BoundObjects>()
  /// Keepers that no later generation has, in the order of their completion.
  @exclusivity(unchecked) private var leaving: ContiguousArray<Keeper> = []

  init(_ configuration: Configuration, of core: InjectorCore) {
    self.core = core
    contents = GenerationContents(configuration)
  }

  /// Makes the generation on which an update builds singletons, with the keepers of the bindings that it
  /// still has.
  ///
  /// The caller holds the lock.
  convenience init(_ configuration: Configuration, toReplace present: Generation) {
    self.init(configuration, of: present.core)
    contents.toReplace = present.contents
    _ = contents.takeOver(from: present.contents) { _ in true }
  }

  /// The keepers drop their instances one by one, the last one completed first.
  deinit {
    // One that has been in force to the end is not listed.
    var retired = contents.isReplaced || toReplace != nil ? core.forget(contents) : []
    if contents.isEmpty { return }
    if !contents.isReplaced, toReplace == nil { leave(contents.keepers { _ in true }) }
    Resolution.current.dropping {
      // Nothing else holds them when they are released.
      while let instance = retired.popLast() { instance.letGo() }
      // They are no longer listed, so no lock is needed.
      unsafe contents.table = [:]
      while unsafe leaving.popLast() != nil {}
    }
  }

  var configuration: Configuration { contents.configuration }

  /// What the generation is to replace; nil unless an update builds singletons with it.
  var toReplace: GenerationContents? { contents.toReplace }

  /// What an error may suggest in place of a key that is not bound.
  ///
  /// - Complexity: O(*n*) in the number of bindings, once.
  var candidates: SuggestionCandidates {
    knownCandidates.load() ?? knownCandidates.storeIfEmpty(SuggestionCandidates(configuration))
  }

  /// The objects that modules have bound as instances: the program releases them.
  ///
  /// - Complexity: O(*n*) in the number of bindings, once.
  var boundObjects: BoundObjects {
    knownBoundObjects.load() ?? knownBoundObjects.storeIfEmpty(BoundObjects(configuration))
  }

  /// What the keepers need that this generation retires.
  var retirement: Retirement {
    Retirement(configuration, of: core.injector)
  }

  // MARK: - Under the lock

  /// Ends the generation before the next one, which takes over the keepers of the bindings that it still
  /// has.
  ///
  /// - Returns: The keepers that go with this generation.
  func end(
    before next: Generation, keeping isKept: (Keeper) -> Bool
  ) -> ContiguousArray<Keeper> {
    contents.isReplaced = true
    leave(next.contents.takeOver(from: contents, keeping: isKept))
    if unsafe !leaving.isEmpty {
      let retirement = retirement
      for keeper in unsafe leaving { keeper.retire(retirement) }
    }
    return unsafe leaving
  }

  private func leave(_ keepers: ContiguousArray<Keeper>) {
    unsafe leaving = keepers
    unsafe leaving.sort { $0.completion ?? 0 < $1.completion ?? 0 }
  }
}

/// The bindings of a generation, the keepers of its instances, and what has become of it.
///
/// The core lists the contents, not the generations: a thread that looks at all generations keeps
/// none of them alive, and ends none of them under the lock. A generation that ends takes its
/// contents out of the list.
///
/// The lock of the injector guards everything but the configuration, and what it is to replace.
final class GenerationContents {
  let configuration: Configuration
  /// Whether another generation has come into force since.
  fileprivate(set) var isReplaced = false
  /// How often instances were released during this generation.
  private(set) var releaseCount: UInt32 = 0
  fileprivate(set) var toReplace: GenerationContents?
  /// The keepers by their store keys, which distinguish contributions.
  @exclusivity(unchecked) fileprivate(set) var table: [Key: Keeper] = [:]
  /// The store keys whose instances were released during this generation; nil for all.
  private var released: Set<Key>? = []

  fileprivate init(_ configuration: Configuration) { self.configuration = configuration }

  var isEmpty: Bool { unsafe table.isEmpty }

  /// Some of the keepers; the others are not retained.
  func keepers(where isWanted: (Keeper) -> Bool) -> ContiguousArray<Keeper> {
    var wanted: ContiguousArray<Keeper> = []
    for keeper in unsafe table.values where isWanted(keeper) { wanted.append(keeper) }
    return wanted
  }

  /// Takes over the keepers of the bindings that are still in force.
  ///
  /// - Returns: The other keepers.
  /// - Complexity: O(*n*) in the number of keepers.
  fileprivate func takeOver(
    from previous: GenerationContents, keeping isKept: (Keeper) -> Bool
  ) -> ContiguousArray<Keeper> {
    let others = previous.keepers { !(has($0.declaration) && isKept($0)) }
    if unsafe others.count < previous.table.count {
      unsafe table = unsafe previous.table
      for keeper in others { unsafe table[keeper.declaration.storeKey] = nil }
    }
    return others
  }

  func keeper(of declaration: BindingDeclaration) -> Keeper? {
    guard let keeper = unsafe table[declaration.storeKey],
      keeper.declaration.isSame(as: declaration)
    else { return nil }
    return keeper
  }

  /// Adds a keeper, unless there is one already.
  func add(_ keeper: Keeper) {
    let key = keeper.declaration.storeKey
    if unsafe table[key] == nil { unsafe table[key] = keeper }
  }

  /// Drops the sites of weak objects that have gone, if the table is full and large: names from user
  /// input may bring any number of them.
  ///
  /// A site that something else refers to stays.
  ///
  /// - Returns: The objects that have not gone, for the caller to release without the lock.
  /// - Complexity: O(1) on average for each keeper that was added.
  func dropUnreachable() -> [AnyObject] {
    // Unless many go, the table grows, and this is not asked again until it is full.
    guard unsafe table.count >= 1_000, unsafe table.count == table.capacity else { return [] }
    var held: [AnyObject] = []
    var gone: [Key] = []
    // A loop over the table would refer to the sites, too.
    var position = unsafe table.startIndex
    while unsafe position != table.endIndex {
      if unsafe isKnownUniquelyReferenced(&table.values[position]),
        let site = unsafe table.values[position] as? WeakSite
      {
        if let object = site.held {
          held.append(object)
        } else {
          gone.append(site.declaration.storeKey)
        }
      }
      unsafe table.formIndex(after: &position)
    }
    for key in gone { unsafe table[key] = nil }
    if unsafe gone.count < table.count { unsafe table.reserveCapacity(2 * table.count) }
    return held
  }

  /// Notes that instances are released, so that new instances from requests that read this
  /// generation go with it.
  ///
  /// A generation that an update is building loses the keepers that it has taken over; `present`, which
  /// is in force and has them as well, releases them.
  func noteRelease(of keys: Set<Key>?, from present: Generation) {
    releaseCount &+= 1
    released = keys.flatMap { released?.union($0) }
    guard !isReplaced, self !== present.contents else { return }
    unsafe table = unsafe table.filter { _, keeper in
      present.contents.keeper(of: keeper.declaration) !== keeper
    }
  }

  /// Whether new instances of a declaration go with this generation, whatever is in force.
  func hasReleased(_ declaration: BindingDeclaration) -> Bool {
    released?.contains(declaration.storeKey) ?? true
  }

  /// Whether a declaration is in force in this generation.
  func has(_ declaration: BindingDeclaration) -> Bool {
    declaration.isExplicit
      ? configuration.isInForce(declaration)
      : configuration.declaration(for: declaration.key) == nil
  }
}
