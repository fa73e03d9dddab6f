/// The end of an injector.
///
/// One call carries it out in three steps. It decides whether the injector can end here; it ends
/// the children, unloads the modules and takes everything out; it releases what it has taken out. A
/// call that awaits, in `Shutdown+Gracefully.swift`, gives up its thread in between, and holds the
/// change lock only while it decides, and again while it unloads the modules and takes everything out.
struct Shutdown {
  let core: InjectorCore

  /// The codes with which a call has done nothing.
  private static let refusals: Set<InjectionError.Code> = [
    .mainActorRequired, .actorIsolated, .awaitRequired, .updateInProgress, .deadlock,
  ]

  // MARK: - One call ends it

  /// Ends the injector and its children, once.
  ///
  /// Callers that come before it has ended wait, and receive the same result; for later ones there is
  /// nothing to do.
  ///
  /// - Parameters:
  ///   - isPart: Whether this end is part of something else, such as the end of the parent, which does not
  ///     ask whether it is possible here.
  ///   - unloads: Whether to unload the modules.
  /// - Throws: The errors of the end, or the reason why the injector cannot end here.
  func run(isPart: Bool = false, unloads: Bool = true) throws(InjectionError) {
    let ending = core.withState { $0.ending }
    if ending.phase == .closed || ending.isUnderWay { return }
    if isAskedByThread {
      // What is being released asks for the end that it is part of.
      if ending.phase != .open { return }
      guard isPart else { throw InjectionError(.nestedShutdown(nil)) }
      return try endWithLock(isPart: true)
    }
    // No child begins an end of its own that this one would have to await.
    try ChangeLock.run(of: core, and: { core.descendants }, orThrow: .nestedShutdown(nil)) {
      () throws(InjectionError) in try endWithLock(isPart: isPart, unloads: unloads)
    }
  }

  /// Ends an injector that no caller receives.
  ///
  /// - Parameter hasFailed: Whether its creation has failed: the modules, which need not be as they
  ///   expect, are not unloaded.
  /// - Returns: The errors of the end.
  func abandon(hasFailed: Bool) -> [InjectionError] {
    do throws(InjectionError) {
      try run(isPart: true, unloads: !hasFailed)
      return []
    } catch {
      return [error]
    }
  }

  /// Ends the injector; the caller has the change lock.
  private func endWithLock(isPart: Bool, unloads: Bool = true) throws(InjectionError) {
    var errors: [InjectionError] = []
    if try begin(isAwaited: false, isPart: isPart) {
      for child in core.descendants {
        do throws(InjectionError) {
          try Shutdown(core: child.core).run(isPart: true)
        } catch {
          errors.append(error)
        }
      }
      let list = unloads ? unloadAndTakeOut(&errors) : takeEverythingOut(&errors)
      waitForDepartures()
      errors += core.releaseHandedOverHere() + core.release(list)
      end(errors)
    }
    errors = core.withState { $0.ending.errors }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Waits until other threads have released what they have taken out, unless one of them may be waiting
  /// for this thread.
  private func waitForDepartures() {
    for departure in core.withState({ $0.departures }) {
      ConstructionLedger.shared.waitUntilFree(departure, for: Resolution.current)
    }
  }

  /// Whether code asks that a change of the injector runs on this thread.
  var isAskedByThread: Bool {
    ConstructionLedger.shared.isOwned(core.changeLock, by: Resolution.current)
  }

  // MARK: - Whether it can end

  /// Decides that this call ends the injector; the caller has its change lock.
  ///
  /// If it throws, nothing has been done. A task releases an object that turns out later to belong
  /// elsewhere.
  ///
  /// - Returns: Whether there is work: false when another call has ended it, or is ending it.
  func begin(isAwaited: Bool, isPart: Bool) throws(InjectionError) -> Bool {
    guard core.withState({ $0.ending.phase }) == .open else { return false }
    // The end of the parent has made sure that its parts can end.
    if !isPart {
      for injector in core.descendants + [core.injector] {
        let end = Shutdown(core: injector.core)
        // An object under construction cannot end the injector that makes it.
        if let key = Resolution.current.keyUnderConstruction(in: end.core) {
          throw InjectionError(.nestedShutdown(key))
        }
        if !isAwaited { try end.requireReleasableHere() }
      }
    }
    core.withState { $0.ending.phase = .closing(isAwaited: isAwaited) }
    return true
  }

  /// Throws if an object cannot be released at once and on this thread, while the caller can still
  /// go elsewhere.
  private func requireReleasableHere() throws(InjectionError) {
    let ending = core.withState { $0.ending }
    if ending.isUnderWay || (ending.isReleasing && !core.isAskedByReleased) {
      throw InjectionError(.shutdownAwaits(Injector.self)).refusingShutdown
    }
    let obstacle =
      ending.handedOver.lazy.compactMap(\.anyObstacle).first
      ?? core.withState { $0.keepers.compactMap(\.present) }.lazy.compactMap(\.obstacle).first
    if let error = obstacle?.error ?? obstacleToUnloading?.error { throw error.refusingShutdown }
  }

  /// The actor on which modules may have to be unloaded, unless the caller runs on it: one of the
  /// modules belongs to it, or something that they may use.
  var obstacleToUnloading: (actor: any Actor, error: InjectionError)? {
    let unloaded = core.configuration.layers.compactMap(\.module?.unloaded).filter {
      type(of: $0) is any UnloadableModule.Type
    }
    for isolation in unloaded.lazy.compactMap({ ClassIsolation.unloading($0) }) {
      if let error = isolation.refusal() { return (isolation.owner.actor, error) }
    }
    guard !unloaded.isEmpty, !MainActor.isCurrent else { return nil }
    let snapshot = Resolution.current.visible(of: core)
    return snapshot.refusalOfMainActor?().map { (MainActor.shared, $0) }
  }

  // MARK: - Taking everything out

  /// Unloads the modules, and takes everything out; the caller has the change lock.
  func unloadAndTakeOut(_ errors: inout [InjectionError]) -> ReleaseList {
    for module in core.configuration.modulesInnerFirst() {
      errors += [module].unload(from: core.injector).map { error in
        // By itself it would say that nothing has been done.
        Self.refusals.contains(error.code)
          ? InjectionError(.providerFailed(.unloading(type(of: module)), error)) : error
      }
    }
    return takeEverythingOut(&errors)
  }

  /// Takes everything out.
  ///
  /// Requests that began before go on with what they have, and are refused when they next ask for
  /// something.
  func takeEverythingOut(_ errors: inout [InjectionError]) -> ReleaseList {
    let before = core.generation
    core.noteEnd()
    core.putNothingInForce()
    PreparationControl.shared.load()?.endCalls(core)
    // What is under construction may wait for what is cancelled.
    InjectorCore.cancelWithdrawn()
    let resolution = Resolution.current
    for keeper in core.withState({ $0.keepers }) {
      ConstructionLedger.shared.waitUntilFree(keeper, for: resolution)
    }
    errors += InjectorCore.letGoOfRetired(reporting: core)
    let taken = core.withState { $0.keepers.compactMap { $0.take() } }
    return withExtendedLifetime(before) {
      ReleaseList(ContiguousArray(taken), of: [before.retirement])
    }
  }

  /// Resumes all calls that wait for the end of the injector.
  func end(_ errors: [InjectionError]) {
    let waiting = core.withState { state in
      state.ending.errors += errors
      state.ending.phase = .closed
      return state.ending.takeWaiting()
    }
    for continuation in waiting { continuation.resume() }
  }
}
