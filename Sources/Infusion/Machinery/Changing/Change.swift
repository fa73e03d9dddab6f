/// Changes an injector that is in use.
struct Change {
  let core: InjectorCore

  func update(
    at location: CodeLocation, on caller: (any Actor)?, _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    // Code that a shutdown runs has the lock. Other code may have to wait for a shutdown.
    try core.requireOpen(for: "update { … }", at: location)
    var dropped: ContiguousArray<RetiredInstance> = []
    let errors: [InjectionError]
    do throws(InjectionError) {
      errors = try ChangeLock.run(of: core, at: location, returnsErrors: true) {
        () throws(InjectionError) in
        try core.requireOpen(for: "update { … }", at: location)
        let binder = Binder(
          changing: core.configuration, isUpdate: true, below: core.parent,
          forbidsRebinding: core.options.forbidsRebinding, on: caller)
        binder.configure(.live, change)
        let changed = try binder.finish(for: "update { … }", at: location)
        try put(changed, at: location, dropping: &dropped)
      }
    } catch {
      // Objects that end with the update may make calls, which would release these within it.
      unsafe ThreadRecord.current.retired += dropped
      dropped = []
      throw InjectionError(
        collecting: [error] + InjectorCore.letGoOfRetired(reporting: core))
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Removes everything, even modules that fail to unload.
  func reset() -> [InjectionError] {
    if core.isShutDown { return [] }
    var errors: [InjectionError] = []
    do throws(InjectionError) {
      let failures = try ChangeLock.run(of: core, returnsErrors: true) {
        () throws(InjectionError) in
        errors = core.configuration.modulesInnerFirst().unload(from: core.injector)
        core.putNothingInForce()
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
      core.putInForce { keeper in
        keeper.isBound || keys?.contains(keeper.declaration.storeKey) == false
      } next: { state, present in
        for contents in state.living { contents.noteRelease(of: keys, from: present) }
        return present.configuration
      }
    }
    return InjectorCore.letGoOfRetired(reporting: core)
  }

  // MARK: - Putting a change in force

  /// Builds the instances that a change needs, and puts the change in force.
  ///
  /// Eager singletons, and what they need, are built on the next snapshot, before any other thread
  /// sees it; `unload` sees the old one. What depends on the change is published with it, or dropped;
  /// within the eager phase of another update it waits for that one, on which it may depend as well.
  ///
  /// - Parameters:
  ///   - changed: The next configuration.
  ///   - location: Where the program asks for the change.
  ///   - dropped: Receives the singletons that an update which fails has dropped, to be released after it.
  /// - Throws: What makes the update fail.
  private func put(
    _ changed: Configuration, at location: CodeLocation,
    dropping dropped: inout ContiguousArray<RetiredInstance>
  ) throws(InjectionError) {
    let resolution = Resolution.current
    let before = core.generation
    let eager = changed.eagerDeclarations.filter { !before.configuration.isInForce($0) }
    let next = eager.isEmpty ? nil : generation(of: changed, toReplace: before)
    // With a generation, objects may end whose deinitializers update other injectors. No instance of
    // such an update may wait for this one, which is over.
    defer { withExtendedLifetime((before, next)) {} }
    let first = resolution.members.count
    let isWithinUpdate = resolution.holdsBack
    // What modules ask for while they are unloaded may be an object of the update.
    let isKept = next == nil ? resolution.keepsLedger : resolution.keepLedger()
    defer { resolution.releaseLedger(unless: isKept) }
    let removed = before.configuration.modulesInnerFirst(missingIn: changed)
    do throws(InjectionError) {
      // What user code asks for afterwards, even while objects are released, need not wait for the update.
      try resolution.holdingBack { () throws(InjectionError) in
        try fail(with: removed.refusals, at: location)
        if let next { try createEagerSingletons(eager, of: next, at: location) }
        try fail(with: removed.unload(from: core.injector), at: location)
        if isWithinUpdate { return }
        do throws(InjectionError) {
          try resolution.members.publishInStores(from: first, isOfUpdate: true)
        } catch {
          try fail(with: [error], at: location)
        }
      }
    } catch {
      resolution.members.drop(from: first, of: resolution) { singletons in
        // An instance of the update may keep an object of the call around it, which goes on with it.
        dropped = InjectorCore.retired(
          singletons.filter { $0.instance.box.object.map(resolution.isMaking) != true })
      }
      throw error
    }
    let built = resolution.members.waiting(from: first)
      .filter { $0.injector.core === core }
      .compactMap { $0.site as? Keeper }
    let recorded = changed.recorded
    core.putInForce(keeping: { _ in true }, adding: built) { _, _ in recorded }
    // No request may see what a keeper keeps before the change is in force. Requests in between wait. What
    // user code has asked for may refer to an object that this thread is building, and waits for it.
    if !isWithinUpdate {
      resolution.members.publish(from: first, isOfUpdate: true, of: resolution)
    }
  }

  private func fail(
    with errors: [InjectionError], at location: CodeLocation
  ) throws(InjectionError) {
    guard !errors.isEmpty else { return }
    let call = InjectionError.Step(.otherCall("update { … }"), at: location)
    throw InjectionError(collecting: errors.map { $0.passing(call) })
  }

  /// The generation on which the eager singletons are built.
  private func generation(
    of changed: Configuration, toReplace before: Generation
  ) -> Generation {
    core.withState { state in
      let next = Generation(changed, toReplace: before)
      state.others.append(next.contents)
      return next
    }
  }

  private func createEagerSingletons(
    _ added: [BindingDeclaration], of next: Generation, at location: CodeLocation
  ) throws(InjectionError) {
    let resolution = Resolution.current
    try resolution.viewing(next) { () throws(InjectionError) in
      try resolution.createEagerly(added, in: core.injector, at: location)
      let snapshot = resolution.view(of: core)
      for declaration in added {
        let keeper = try snapshot.cell(for: declaration).binding()?.site
        guard let keeper, resolution.members.hasFinished(keeper, of: resolution) else {
          throw InjectionError(.cyclicDependency(resolution.cycle(waitedForBy: declaration)))
            .requested(by: CallFacts(eager: declaration, at: location))
        }
      }
    }
  }
}

extension [any Module] {
  /// The errors of the modules that may not be unloaded here.
  var refusals: [InjectionError] {
    compactMap { ClassIsolation.unloading($0.unloaded)?.refusal() }
  }

  /// Unloads the modules from an injector that lets go of them; user code.
  func unload(from injector: Injector) -> [InjectionError] {
    map(\.unloaded).compactMap { module in
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
}
