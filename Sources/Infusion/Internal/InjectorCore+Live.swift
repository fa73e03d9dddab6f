/// Changing an injector that is in use.
extension InjectorCore {
  func update(
    at place: SourceLocation, _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    try inTurn { () throws(InjectionError) in
      let binder = Binder(
        changing: present.recording, forbidsRebinding: options.forbidsRebinding)
      binder.configure(.live, change)
      let changed = try binder.finish()
      let instances = try createEagerInstances(of: changed, at: place)
      let errors = unload(changed.changes.uninstalled)
      guard errors.isEmpty else { throw InjectionError(collecting: errors) }
      commit(changed, keeping: instances)
    }
  }

  /// Takes everything away; modules that fail to unload are removed all the same.
  func reset() -> [InjectionError] {
    var errors: [InjectionError] = []
    do throws(InjectionError) {
      try inTurn { () throws(InjectionError) in
        errors = unload(present.layers.compactMap(\.module))
        commit(nil, keeping: [])
      }
    } catch {
      errors.append(error)
    }
    return errors
  }

  /// Forgets all instances, and keeps the bindings.
  func releaseSingletons() {
    var abandoned = withState { state in
      let cells = cells.all + state.contributionCells.values
      return Abandoned(
        completed: state.completed.takeAll(),
        bindings: cells.compactMap {
          $0.content.load()?.site == nil ? nil : $0.content.exchange(nil)
        }
      )
    }
    abandoned.release()
  }

  /// Runs one transaction at a time.
  ///
  /// The turn is taken through the construction ledger: user code runs meanwhile, and a thread that
  /// waits for its turn while it builds something that the other needs is found out.
  private func inTurn(
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    let key = Key(Injector.self)
    while true {
      switch ConstructionLedger.shared.acquire(updateTurn, key, for: resolution) {
      case .acquired:
        defer { ConstructionLedger.shared.release(updateTurn, failure: nil) }
        return try body()
      case .own: throw InjectionError(.nestedUpdate)
      case .changed: continue
      case .failed(let error): throw error
      case .deadlock(let waiters): throw InjectionError(.deadlock(key, waiters))
      }
    }
  }

  private func unload(_ modules: [any Module]) -> [InjectionError] {
    modules.compactMap { module in
      guard let module = module as? any UnloadableModule else { return nil }
      do {
        try module.unload(from: injector)
        return nil
      } catch {
        return InjectionError(wrapping: error, of: .unloading(type(of: module)))
      }
    }
  }

  /// Builds the eager singletons that a change brings, before anybody can see it.
  ///
  /// They are built by a provisional core, in which the change is in force already; this thread's
  /// requests to the injector go to it meanwhile. Instances of unchanged bindings are built by this
  /// core; the new ones are returned, to be kept when the change takes effect.
  private func createEagerInstances(
    of changed: Configuration, at place: SourceLocation
  ) throws(InjectionError) -> ContiguousArray<Completed> {
    let added = changed.eagerDeclarations.filter { changed.changes.keys.contains($0.key) }
    guard !added.isEmpty else { return [] }
    let provisional = InjectorCore(provisional: changed, of: self)
    try Resolution.current.substituting(provisional, for: self) { () throws(InjectionError) in
      try injector.createEagerSingletons(added, in: provisional, at: place)
    }
    return provisional.withState { $0.completed.takeAll() }
  }

  /// Puts a change in force; nil takes everything away.
  private func commit(_ changed: Configuration?, keeping instances: ContiguousArray<Completed>) {
    var abandoned = withState { state -> Abandoned in
      let keys: [Key]
      if let changed {
        keys = Array(changed.changes.keys)
      } else {
        keys = cells.all.map(\.key)
      }
      state.version += 1
      var bindings = keys.compactMap { cells.find($0)?.content.exchange(nil) }
      state.configuration = changed?.recorded ?? Configuration()
      let remaining = Set(state.configuration.allContributions.map { ObjectIdentifier($0) })
      for (identity, cell) in state.contributionCells
      where cell.inheritedFrom == nil && !remaining.contains(identity) {
        state.contributionCells[identity] = nil
        bindings += [cell.content.exchange(nil)].compactMap { $0 }
      }
      let gone = Set(bindings.map { ObjectIdentifier($0) })
      var completed: ContiguousArray<Completed> = []
      state.completed.removeAll { entry in
        guard gone.contains(ObjectIdentifier(entry.binding)) else { return false }
        completed.append(entry)
        return true
      }
      for instance in instances { keep(instance, in: &state) }
      return Abandoned(completed: completed, bindings: bindings)
    }
    if changed?.changes.extensions ?? true { InjectionPlan.invalidateAll() }
    abandoned.release()
  }

  /// Keeps an instance that the provisional core has built, as one of this core's own.
  private func keep(_ instance: Completed, in state: inout State) {
    let declaration = instance.binding.declaration
    let binding = ActiveBinding(
      declaration, recipe: instance.binding.recipe, origin: .explicit, in: self)
    binding.adopt(instance.box)
    if declaration.isContribution {
      let cell = Cell(declaration.key, in: self, declaration: declaration)
      cell.content.exchange(binding)
      state.contributionCells[ObjectIdentifier(declaration)] = cell
    } else {
      cell(for: declaration.key).content.exchange(binding)
    }
    state.completed.append(Completed(binding: binding, box: instance.box))
  }
}

/// What a change has taken out of an injector.
///
/// Released outside its lock: deinitializers are user code.
private struct Abandoned {
  var completed: ContiguousArray<InjectorCore.Completed>
  var bindings: [ActiveBinding]

  /// Lets the instances go in the reverse order of their completion.
  mutating func release() {
    bindings = []
    while completed.popLast() != nil {}
  }
}

extension ContiguousArray {
  /// Leaves the array empty and returns what it held.
  fileprivate mutating func takeAll() -> Self {
    let all = self
    self = []
    return all
  }
}
