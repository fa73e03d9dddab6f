import Synchronization

/// Changing an injector that is in use.
extension InjectorCore {
  func update(
    at place: CodeLocation, _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    var released: [History.Released] = []
    try inTurn(at: place) { () throws(InjectionError) in
      try requireOpen(Key(Injector.self))
      let binder = Binder(
        changing: present.recording, of: self, forbidsRebinding: options.forbidsRebinding)
      binder.configure(.live, change)
      let changed = try binder.finish(for: "update { … }", at: place)
      try holdingSites(
        of: { () throws(InjectionError) in
          try createEagerInstances(of: changed, at: place)
        }
      ) { instances throws(InjectionError) in
        let errors = unload(present.modulesInnerFirst(missingIn: changed))
        guard errors.isEmpty else {
          let call = InjectionError.Step(callAbout: "update { … }", at: place)
          throw InjectionError(collecting: errors.map { $0.passing(call) })
        }
        released = commit(changed, keeping: instances)
      }
    }
    let errors = History.shared.letGo(&released, telling: self)
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Takes everything away; modules that fail to unload are removed all the same.
  func reset() -> [InjectionError] {
    var errors: [InjectionError] = []
    var released: [History.Released] = []
    do throws(InjectionError) {
      try inTurn { () throws(InjectionError) in
        errors = unload(present.modulesInnerFirst)
        released = commit(nil, keeping: ProvisionalInstances())
      }
    } catch {
      errors.append(error)
    }
    return errors + History.shared.letGo(&released, telling: self)
  }

  /// The keys that keep the instances of a key: those that it is linked to, those of contributions.
  func keysOfInstances(for key: Key) -> Set<Key> {
    var keys: Set<Key> = []
    var next: Key? = key
    while let key = next, keys.insert(key).inserted {
      if let collection = key.type as? any CollectionForm.Type {
        keys.insert(Key.looking(for: collection.elementType, named: key.name))
      }
      next = declaration(for: key)?.recipe?.linkedKey
    }
    return keys
  }

  /// Forgets all instances, or those of some keys, and keeps the bindings; bound instances are part
  /// of those.
  func releaseSingletons(of keys: Set<Key>? = nil) -> [InjectionError] {
    var gone: [ActiveBinding] = []
    var released = History.shared.change(self, since: nil) { _ in
      withState { state in
        let cells = cells.all + state.contributionCells.values
        let bindings = cells.compactMap { cell -> ActiveBinding? in
          guard keys?.contains(cell.key) ?? true,
            let binding = cell.content.load(), binding.site != nil,
            binding.recipe.kind != .instance
          else { return nil }
          return cell.replace(with: nil)
        }
        gone = bindings
        return state.take(bindings)
      }
    }
    Preparations.shared.withdraw { binding in gone.contains { $0 === binding } }
    // They keep their instances, which go one by one.
    gone = []
    return History.shared.letGo(&released, telling: self)
  }

  /// Runs one transaction at a time.
  ///
  /// The turn is taken through the construction ledger: user code runs, and a thread that
  /// waits for its turn while it builds something that the other needs is found out.
  func inTurn(
    at place: CodeLocation? = nil, _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    try Self.inTurns(of: [self], at: place, body)
  }

  /// Runs the body with the turns of several injectors.
  static func inTurns(
    of cores: [InjectorCore], at place: CodeLocation? = nil,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    var taken = 0
    defer {
      resolution.updates -= taken
      for core in cores[..<taken].reversed() {
        ConstructionLedger.shared.release(core.updateTurn, failure: nil)
      }
      resolution.forgetBeginning()
    }
    while taken < cores.count {
      try cores[taken].takeTurn(at: place)
      taken += 1
      resolution.updates += 1
    }
    try body()
  }

  private func takeTurn(at place: CodeLocation?) throws(InjectionError) {
    let key = Key(Injector.self)
    while true {
      switch ConstructionLedger.shared.acquire(updateTurn, key, for: .current) {
      case .acquired: return
      case .own: throw InjectionError(.nestedUpdate, at: place)
      case .changed: continue
      case .failed(let error): throw error
      case .deadlock(let waiters): throw InjectionError(.deadlock(key, waiters))
      }
    }
  }

  func unload(_ modules: [any Module]) -> [InjectionError] {
    modules.compactMap { module in
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

  /// Puts a change in force; nil takes everything away.
  ///
  /// - Returns: What is to be released when the turn has ended, which calls user code.
  private func commit(
    _ changed: Configuration?, keeping instances: ProvisionalInstances
  ) -> [History.Released] {
    var gone: [ActiveBinding] = []
    let since = version.load(ordering: .relaxed)
    let released = History.shared.change(self, since: since) { number in
      withState { state in
        // A key that was bound and unbound again in one update may be bound as before.
        let keys =
          changed.map { changed in
            changed.changes.keys.filter {
              changed.declaration(for: $0) !== state.configuration.declaration(for: $0)
            }
          } ?? cells.all.map(\.key)
        version.store(number, ordering: .releasing)
        var bindings = keys.compactMap { cells.find($0)?.replace(with: nil) }
        let replaced = state.configuration
        state.configuration = changed?.recorded ?? Configuration()
        state.note(changed?.changes, of: replaced, since: number)
        bindings += state.takeContributionsNotInForce()
        var taken = state.take(bindings)
        taken.configuration = replaced
        for instance in instances.added { keep(instance, in: &state, since: number) }
        if changed?.changes.extensions ?? true { InjectionPlan.invalidateAll(by: number) }
        gone = bindings
        return taken
      }
    }
    // What has been built sees the change: no request may see it before the change is in force.
    // Until then, others wait for the sites that are held.
    withState { state in
      for (instance, keeper) in instances.unchanged {
        keeper.adopt(instance.box)
        if keeper.scope == .singleton {
          state.completed.append(Completed(binding: keeper, box: instance.box))
        }
      }
    }
    Preparations.shared.withdraw { binding in gone.contains { $0 === binding } }
    return released
  }
}

extension InjectorCore.State {
  /// Takes the instances of bindings out of the list of those that are kept.
  fileprivate mutating func take(_ bindings: [ActiveBinding]) -> ReplacedBindings {
    hasHistory = true
    var taken = ReplacedBindings(bindings: bindings)
    guard !bindings.isEmpty else { return taken }
    let gone = Set(bindings.map { ObjectIdentifier($0) })
    completed.removeAll { entry in
      guard gone.contains(ObjectIdentifier(entry.binding)) else { return false }
      taken.completed.append(entry)
      return true
    }
    return taken
  }

  /// Notes since when the declarations are in force that a change has put in force.
  fileprivate func note(
    _ changes: Configuration.Changes?, of replaced: Configuration, since number: Int
  ) {
    for key in changes?.keys ?? [] {
      guard let declaration = configuration.effective[key], declaration !== replaced.effective[key]
      else { continue }
      declaration.since = number
    }
    for key in changes?.contributions ?? [] {
      let before = Set(replaced.contributions(to: key).map { ObjectIdentifier($0) })
      for declaration in configuration.contributions(to: key)
      where !before.contains(ObjectIdentifier(declaration)) {
        declaration.since = number
      }
    }
  }

  /// Takes out the bindings of contributions that the configuration has no more.
  fileprivate mutating func takeContributionsNotInForce() -> [ActiveBinding] {
    let remaining = Set(configuration.allContributions.map { ObjectIdentifier($0) })
    var taken: [ActiveBinding] = []
    for (identity, cell) in contributionCells
    where !remaining.contains(identity) {
      contributionCells[identity] = nil
      taken += [cell.replace(with: nil)].compactMap { $0 }
    }
    return taken
  }
}
