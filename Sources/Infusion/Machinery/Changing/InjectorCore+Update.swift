/// Changing an injector that is in use.
extension InjectorCore {
  func update(
    at location: CodeLocation, on caller: (any Actor)?, _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    let errors = try inTurn(at: location, isTold: true) { () throws(InjectionError) in
      try requireOpen(for: "update { … }", at: location)
      let binder = Binder(
        changing: configuration.recording, of: self, forbidsRebinding: options.forbidsRebinding,
        on: caller)
      binder.configure(.live, change)
      try put(try binder.finish(for: "update { … }", at: location), at: location)
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Removes everything, even modules that fail to unload.
  func reset() -> [InjectionError] {
    var errors: [InjectionError] = []
    do throws(InjectionError) {
      let failures = try inTurn(isTold: true) { () throws(InjectionError) in
        errors = unload(configuration.modulesInnerFirst)
        putInForce { Generation(Configuration(), after: $1) { _ in false } }
      }
      return errors + failures
    } catch {
      return errors + [error]
    }
  }

  /// Forgets all instances, or those under some store keys, and keeps the bindings; bound instances
  /// are part of those.
  func releaseSingletons(of keys: Set<Key>? = nil) -> [InjectionError] {
    Resolution.current.ending {
      putInForce { living, present in
        let next = Generation(present.configuration, after: present) { keeper in
          keeper.isBound || keys?.contains(keeper.declaration.storeKey) == false
        }
        for contents in living { contents.release(keys, from: present, before: next) }
        return next
      }
    }
    return Self.letGoOfRetired(telling: self)
  }

  /// Runs one transaction at a time.
  ///
  /// The turn is taken through the construction ledger, because user code runs: the ledger detects
  /// a thread that waits for its turn while it builds something that the other thread needs.
  ///
  /// Retired instances are released when the transaction has ended, even if it has failed: another
  /// thread may have replaced what it began with. The errors from instances of this injector are
  /// returned if the caller asks for them; otherwise the shutdown throws them.
  @discardableResult
  func inTurn(
    at location: CodeLocation? = nil, isTold: Bool = false,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) -> [InjectionError] {
    do throws(InjectionError) {
      try Self.inTurns(of: [self], at: location, body)
    } catch {
      _ = Self.letGoOfRetired(telling: nil)
      throw error
    }
    return Self.letGoOfRetired(telling: isTold ? self : nil)
  }

  /// Runs the body with the turns of several injectors, as a part of a transaction.
  static func inTurns(
    of cores: [InjectorCore], at location: CodeLocation? = nil,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    var taken = 0
    resolution.updates += 1
    defer {
      resolution.updates -= 1
      for core in cores[..<taken].reversed() {
        core.updateTurn.giveUp(by: resolution, failure: nil)
      }
      resolution.forgetBeginning()
    }
    while taken < cores.count {
      try cores[taken].takeTurn(at: location)
      taken += 1
    }
    try body()
  }

  private func takeTurn(at location: CodeLocation?) throws(InjectionError) {
    let key = Key(Injector.self)
    while true {
      switch ConstructionLedger.shared.acquire(updateTurn, key, for: Resolution.current) {
      case .acquired: return
      case .own: throw InjectionError(.nestedUpdate, at: location)
      case .changed: continue
      case .failed(let error): throw error
      case .deadlock(let waiters): throw InjectionError(.deadlock(key, waiters))
      }
    }
  }

  func unload(_ modules: [any Module]) -> [InjectionError] {
    modules.map(\.unloaded).compactMap { module in
      do {
        try ClassIsolation.unloading(module)?.require()
        guard let module = module as? any UnloadableModule else { return nil }
        try module.unload(from: injector)
        return nil
      } catch {
        return InjectionError(wrapping: error, of: .unloading(type(of: module)))
      }
    }
  }

  // MARK: - Putting a change in force

  /// Builds the instances that a change needs, and puts the change in force.
  ///
  /// Eager singletons, and what they need, are built on the next snapshot, before any other thread
  /// sees it; `unload` sees the last one. What depends on the change is published with it, or dropped;
  /// within the eager phase of another update it waits for that one, on which it may depend as well.
  private func put(_ changed: Configuration, at location: CodeLocation) throws(InjectionError) {
    let resolution = Resolution.current
    let before = generation
    let next = withState { state in
      let next = Generation(changed, after: before) { _ in true }
      next.replaced = before.contents
      state.addOther(next)
      return next
    }
    let first = resolution.members.count
    let isWithinUpdate = resolution.holdsBack
    resolution.holdsBack = true
    defer { resolution.holdsBack = isWithinUpdate }
    do throws(InjectionError) {
      try createEagerSingletons(of: next, after: before, at: location)
      let errors = unload(before.configuration.modulesInnerFirst(missingIn: changed))
      guard errors.isEmpty else {
        let call = InjectionError.Step(callAbout: "update { … }", at: location)
        throw InjectionError(collecting: errors.map { $0.passing(call) })
      }
      if !isWithinUpdate { try resolution.members.publishInStores(from: first) }
    } catch {
      var dropped = resolution.members.drop(from: first, of: resolution)
      throw InjectionError(collecting: [error] + release(&dropped))
    }
    let built = resolution.members.waiting(from: first)
      .filter { $0.injector.core === self }
      .compactMap { $0.site as? Keeper }
    let recorded = changed.recorded
    putInForce { _, present in
      let generation = Generation(recorded, after: present) { _ in true }
      for keeper in built
      where !keeper.isRetired && generation.contents.has(keeper.declaration) {
        generation.contents.add(keeper)
      }
      return generation
    }
    // No request may see the instances before the change is in force. Requests in between wait.
    if !isWithinUpdate { resolution.members.publish(from: first, of: resolution) }
  }

  private func createEagerSingletons(
    of next: Generation, after before: Generation, at location: CodeLocation
  ) throws(InjectionError) {
    let added = next.configuration.eagerDeclarations.filter {
      !before.configuration.isInForce($0)
    }
    guard !added.isEmpty else { return }
    let resolution = Resolution.current
    try resolution.viewing(next) { () throws(InjectionError) in
      try injector.createEagerSingletons(added, at: location)
      let snapshot = resolution.visible(of: self)
      for declaration in added {
        let keeper = try snapshot.cell(for: declaration).binding()?.site
        guard let keeper, resolution.members.hasFinished(keeper, of: resolution) else {
          // The keeper's instance waits for something that this thread is building further down.
          throw InjectionError(.cyclicDependency(.init([declaration.key, declaration.key])))
        }
      }
    }
  }

  /// Puts the next generation in force, on what is in force above, and takes the snapshots of all
  /// children out of force: each is stood again when it is next asked.
  ///
  /// It takes no turn. The closure is called under the lock, with the contents of all generations
  /// that live, and the generation in force.
  func putInForce(_ next: (ContiguousArray<GenerationContents>, Generation) -> Generation) {
    var outdated: ContiguousArray<Snapshot> = []
    var children: ContiguousArray<Injector> = []
    var gone: ContiguousArray<Keeper> = []
    // The last reference to it may be this one, and its end takes the lock.
    var replaced: Generation?
    func exchange(on above: Snapshot?) {
      withState { state in
        guard let before = state.generation else { return }
        replaced = before
        // A thread that has seen the next snapshot meets no child that stands on the last one.
        Self.takeOut(below: state, &children, &outdated)
        let after = next(state.living, before)
        gone = before.end(before: after)
        state.addOther(before)
        state.generation = after
        // A snapshot that stands on another is released before that one.
        if let last = present.exchange(Snapshot(of: after, on: above)) {
          outdated.insert(last, at: 0)
        }
      }
    }
    while !onParentSnapshot(exchange) { parent?.stand() }
    ThreadRegistry.shared.leave(outdated)
    Resolution.current.seeChange(of: self)
    preparations.load()?.withdraw(self, gone)
    gone = []
    while outdated.popLast() != nil {}
    withExtendedLifetime((replaced, children)) {}
  }

  /// Takes the snapshots of children out of force, and those of their children.
  ///
  /// Called under the parent's lock. The collected children keep injectors from ending under it.
  private static func takeOut(
    below state: State, _ children: inout ContiguousArray<Injector>,
    _ outdated: inout ContiguousArray<Snapshot>
  ) {
    var position = children.count
    state.children.addLiving(to: &children)
    while position < children.count {
      let core = children[position].core
      position += 1
      core.withState { state in
        // An injector without a snapshot in force has no child with one.
        guard let last = core.present.exchange(nil) else { return }
        outdated.append(last)
        state.children.addLiving(to: &children)
      }
    }
  }
}
