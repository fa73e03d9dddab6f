/// The end of an injector.
///
/// One call carries it out in three steps. It decides whether the injector can end here; it ends
/// the children, unloads the modules and takes everything out; it releases what it has taken out. A
/// call that awaits gives up its thread in between, and holds the turn of updates only while it
/// takes everything out.
extension InjectorCore {
  /// How far the end of an injector has come, and which calls wait for it.
  ///
  /// Part of the state, and guarded by its lock.
  struct Ending {
    enum Phase {
      case open
      /// No new child is made; everything else goes on, so that children and modules can end.
      case closing
      case closed
    }

    var phase = Phase.open
    /// The errors of the shutdown; before it, those of releases that no call waited for.
    var errors: [InjectionError] = []
    /// The objects to release elsewhere, and the task that releases them.
    var handedOver: ContiguousArray<ReleaseList> = []
    var releasing: Task<Void, Never>?
    /// Whether that task is releasing a list that it has taken out.
    var isReleasing = false
    /// Whether the call that ends it awaits, and the calls that wait for that one.
    fileprivate var isAwaited = false
    fileprivate var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether a call that awaits is ending the injector; other calls do not hold it up.
    fileprivate var isUnderWay: Bool { isAwaited && phase == .closing }
  }

  func requireOpen(_ key: Key) throws(InjectionError) {
    guard !isShutDown else { throw InjectionError(.injectorShutDown(key)) }
  }

  /// The same for a call that asks for no value.
  func requireOpen(for call: String, at location: CodeLocation) throws(InjectionError) {
    if isShutDown { throw Self.closed(for: call, at: location) }
  }

  /// The error of a call that asks for no value, but needs an injector that has not ended.
  static func closed(for call: String, at location: CodeLocation) -> InjectionError {
    InjectionError(.injectorShutDown(Key(Injector.self)))
      .passing(InjectionError.Step(callAbout: call, at: location))
  }

  // MARK: - One call ends it

  /// Ends this injector and its children, once.
  ///
  /// Later callers wait, and receive the same result.
  ///
  /// - Parameter isPart: Whether the parent ends, which has looked whether that can be done here.
  /// - Throws: The errors of the end, or the reason why the injector cannot end here.
  func shutdown(isPart: Bool = false) throws(InjectionError) {
    let ending = withState { $0.ending }
    if ending.phase == .closed || ending.isUnderWay { return }
    if ConstructionLedger.shared.isOwned(updateTurn, by: Resolution.current) {
      // What is being released asks for the end that it is part of.
      if ending.phase != .open { return }
      guard isPart else { throw InjectionError(.nestedUpdate) }
      return try endInTurn(isPart: true)
    }
    try inTurn { () throws(InjectionError) in
      guard !isPart else { return try endInTurn(isPart: true) }
      // No child begins an end of its own that this one would have to await. The list keeps them.
      let children = descendants
      defer { withExtendedLifetime(children) {} }
      try Self.inTurns(of: children.map(\.core)) { () throws(InjectionError) in
        try endInTurn(isPart: false)
      }
    }
  }

  /// Ends this injector; the caller has the turn.
  private func endInTurn(isPart: Bool) throws(InjectionError) {
    var errors: [InjectionError] = []
    if try begin(isAwaited: false, isPart: isPart) {
      for child in descendants {
        do throws(InjectionError) {
          try child.core.shutdown(isPart: true)
        } catch {
          errors.append(error)
        }
      }
      let list = takeOut(&errors)
      errors += releaseHandedOverHere() + release(list)
      errors += Self.letGoOfRetired(telling: self)
      end(errors)
    }
    errors = withState { $0.ending.errors }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Ends this injector and its children, once, and awaits the releases elsewhere.
  ///
  /// What belongs to no actor is unloaded and released on the caller's. An object that is being
  /// released does not wait for asynchronous closures: one of them may be waiting for its release.
  func shutdownGracefully(
    on caller: isolated (any Actor)? = #isolation,
    waitsForClosures: Bool = !InjectorCore.isAskedByAnyReleased
  ) async throws(InjectionError) {
    if withState({ $0.ending.phase }) == .closed {
      if waitsForClosures { await preparations.load()?.waitForClosures(self) }
      return
    }
    var isMine = false
    try inTurn { () throws(InjectionError) in
      isMine = try begin(isAwaited: true, isPart: false)
    }
    if isMine {
      var errors: [InjectionError] = []
      let releasing = isAskedByReleased ? nil : self
      await asReleased {
        _ = caller
        for child in descendants {
          do throws(InjectionError) {
            try await child.core.shutdownGracefully(waitsForClosures: waitsForClosures)
          } catch {
            errors.append(error)
          }
        }
        let actor = obstacleToUnloading?.actor ?? caller
        var (list, failures) = await takeOutInTurn(on: actor)
        errors += failures
        if waitsForClosures { await preparations.load()?.waitForClosures(self) }
        while let task = releasing?.withState({ $0.ending.releasing }) { await task.value }
        errors += await list.release()
      }
      end(errors)
    } else if isAskedByItsEnd {
      return
    } else {
      await withCheckedContinuation { continuation in
        let isUnderWay = withState { state in
          if state.ending.isUnderWay { state.ending.waiting.append(continuation) }
          return state.ending.isUnderWay
        }
        if !isUnderWay { continuation.resume() }
      }
      // A closure that has ended the injector did not wait for itself.
      if waitsForClosures { await preparations.load()?.waitForClosures(self) }
    }
    let errors = withState { $0.ending.errors }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Whether the end may be waiting for the caller: for an object that is released, or a closure.
  private var isAskedByItsEnd: Bool {
    let ending = descendants
    defer { withExtendedLifetime(ending) {} }
    return ([self] + ending.map(\.core)).contains { core in
      core.isAskedByReleased || core.preparations.load()?.isAskedByClosure() == true
    }
  }

  // MARK: - Whether it can end

  /// Decides that this call ends the injector; the caller has its turn.
  ///
  /// If it throws, nothing has been done. An obstacle that comes later is released elsewhere.
  ///
  /// - Returns: Whether there is work: false when another call has ended it, or is ending it.
  private func begin(isAwaited: Bool, isPart: Bool) throws(InjectionError) -> Bool {
    guard withState({ $0.ending.phase }) == .open else { return false }
    if isPart {
      try refuseWhileMaking()
    } else {
      let children = descendants
      defer { withExtendedLifetime(children) {} }
      for core in children.map(\.core) + [self] {
        try core.refuseWhileMaking()
        if !isAwaited { try core.requireReleasableHere() }
      }
    }
    withState { state in
      state.ending.phase = .closing
      state.ending.isAwaited = isAwaited
    }
    return true
  }

  /// An object under construction cannot end the injector that makes it.
  private func refuseWhileMaking() throws(InjectionError) {
    if let key = Resolution.current.keyUnderConstruction(in: self) {
      throw InjectionError(.nestedShutdown(key))
    }
  }

  /// Throws if an object cannot be released at once and on this thread, while the caller can still
  /// go elsewhere.
  private func requireReleasableHere() throws(InjectionError) {
    let ending = withState { $0.ending }
    if ending.isUnderWay || (ending.isReleasing && !isAskedByReleased) {
      throw InjectionError(.shutdownAwaits(Injector.self))
    }
    let obstacle =
      ending.handedOver.lazy.compactMap(\.anyObstacle).first
      ?? singletons.lazy.compactMap { ReleaseObstacle(of: $0) }.first
    if let obstacle { throw obstacle.error }
    if let (_, error) = obstacleToUnloading { throw error }
  }

  /// The actor on which modules may have to be unloaded, unless the caller runs on it: one of the
  /// modules belongs to it, or a binding that they may use.
  private var obstacleToUnloading: (actor: any Actor, error: InjectionError)? {
    let unloaded = configuration.layers.compactMap(\.module?.unloaded).filter {
      type(of: $0) is any UnloadableModule.Type
    }
    for isolation in unloaded.lazy.compactMap({ ClassIsolation.unloading($0) }) {
      if let error = isolation.refusal() { return (isolation.owner.actor, error) }
    }
    guard !unloaded.isEmpty, !MainActor.isCurrent else { return nil }
    let snapshot = Resolution.current.visible(of: self)
    let needed = (snapshot.declarationsInForce + snapshot.contributionsInForce)
      .first(where: \.requiresMainActor)
    return needed?.refusalOfCode.map { (MainActor.shared, $0) }
  }

  // MARK: - Taking everything out

  /// Unloads the modules, and takes everything out; the caller has the turn.
  private func takeOut(_ errors: inout [InjectionError]) -> ReleaseList {
    for module in configuration.modulesInnerFirst {
      errors += unload([module]).map { error in
        // By itself it would say that nothing has been done.
        [.mainActorRequired, .actorIsolated].contains(error.code)
          ? InjectionError(.providerFailed(.unloading(type(of: module)), error)) : error
      }
    }
    return close(&errors)
  }

  /// Takes everything out.
  ///
  /// Requests that began before go on with what they have, and are refused when they next ask for
  /// something.
  private func close(_ errors: inout [InjectionError]) -> ReleaseList {
    let before = generation
    noteEnd()
    putInForce { Generation(Configuration(), after: $1) { _ in false } }
    preparations.load()?.withdraw(self, nil)
    let resolution = Resolution.current
    for keeper in keepers { ConstructionLedger.shared.waitUntilFree(keeper, for: resolution) }
    errors += Self.letGoOfRetired(telling: self)
    var retirements: [Retirement] = []
    let taken = withState { state in
      state.take(from: state.living.flatMap(\.keepers), &retirements)
    }
    return withExtendedLifetime(before) { releaseList(taken, of: [before.configuration]) }
  }

  /// Unloads the modules and takes everything out, on an actor where the modules can be unloaded.
  private func takeOutInTurn(
    on actor: isolated (any Actor)?
  ) -> (ReleaseList, [InjectionError]) {
    var errors: [InjectionError] = []
    var list: ReleaseList?
    do throws(InjectionError) {
      try inTurn { () throws(InjectionError) in list = takeOut(&errors) }
    } catch {
      errors.append(error)
    }
    let taken = list ?? close(&errors)
    return (taken, errors)
  }

  /// Resumes all calls that wait for the end of the injector.
  private func end(_ errors: [InjectionError]) {
    let waiting = withState { state in
      state.ending.errors += errors
      state.ending.phase = .closed
      defer { state.ending.waiting = [] }
      return state.ending.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
