/// What an injector knows of its end.
extension InjectorCore {
  /// How far the end of an injector has come, and which calls wait for it.
  ///
  /// Part of the state, and guarded by its lock.
  struct Ending {
    enum Phase: Equatable {
      case open
      /// No new child is made; everything else goes on, so that children and modules can end.
      case closing(isAwaited: Bool)
      case closed
    }

    var phase = Phase.open
    /// Whether a task is releasing a list that it has taken out.
    var isReleasing = false
    /// The errors of the shutdown; before it, those of releases that no call waited for.
    var errors: [InjectionError] = []
    /// The objects to release elsewhere, and the task that releases them.
    var handedOver: ContiguousArray<ReleaseList> = []
    var releasing: Task<Void, Never>?
    /// The calls that wait for a shutdown that awaits, or for departures.
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether a call that awaits is ending the injector; other calls do not hold it up.
    var isUnderWay: Bool { phase == .closing(isAwaited: true) }

    /// Takes out the calls that may be able to go on, for the caller to resume.
    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [] }
      return waiting
    }
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
}

/// Instances on their way from their keepers to those who release them; a shutdown waits for them.
extension InjectorCore {
  /// Called by the end of a generation that is listed.
  ///
  /// - Parameters:
  ///   - contents: The contents of the generation.
  ///   - departure: What makes shutdowns wait, made when there is something to take.
  /// - Returns: The retired instances that it was the last to keep, for the caller to release.
  func forget(
    _ contents: GenerationContents, _ departure: Departure? = nil
  ) -> ContiguousArray<RetiredInstance> {
    let taken: ContiguousArray<RetiredInstance>? = withState { state in
      if departure == nil, !state.retired(onlyIn: contents).isEmpty { return nil }
      state.others.removeAll { $0 === contents }
      return departure.map { state.takeRetired(from: contents, $0) } ?? []
    }
    return taken ?? forget(contents, Departure(on: Resolution.current) { self.end($0) })
  }

  /// The instances that an update has made and dropped: no keeper has received them.
  ///
  /// Their injectors release them like any others, and a shutdown waits for that.
  static func retired(
    _ dropped: [(instance: CompletedInstance, Injector)]
  ) -> ContiguousArray<RetiredInstance> {
    var all: ContiguousArray<RetiredInstance> = []
    var endings: [Int: (retirement: Retirement, departure: Departure)] = [:]
    for (instance, injector) in dropped {
      let core = injector.core
      let known = endings[core.serial]
      let ending =
        known
        ?? (
          Retirement(core.configuration, of: injector),
          Departure(on: Resolution.current) { core.end($0) }
        )
      if known == nil { core.withState { $0.departures.append(ending.departure.site) } }
      endings[core.serial] = ending
      var retired = RetiredInstance(instance, ending.retirement)
      retired.departure = ending.departure
      all.append(retired)
    }
    return all
  }

  private func end(_ departure: DepartureSite) {
    let waiting = withState { state in
      state.departures.removeAll { $0 === departure }
      return state.departures.isEmpty ? state.ending.takeWaiting() : []
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension InjectorCore.State {
  /// Takes the retired instances out of the keepers that only one generation still has.
  ///
  /// - Parameters:
  ///   - contents: The contents of the generation.
  ///   - departure: What makes a shutdown wait for their release.
  /// - Returns: The instances.
  fileprivate mutating func takeRetired(
    from contents: GenerationContents, _ departure: Departure
  ) -> ContiguousArray<RetiredInstance> {
    var taken = ContiguousArray(retired(onlyIn: contents).compactMap { $0.takeRetired() })
    for position in taken.indices { taken[position].departure = departure }
    if !taken.isEmpty { departures.append(departure.site) }
    return taken
  }

  /// The retired keepers that no other generation has.
  fileprivate func retired(onlyIn contents: GenerationContents) -> ContiguousArray<Keeper> {
    lazy var others = living.filter { $0 !== contents }
    return contents.keepers { keeper in
      keeper.isRetired && keeper.present != nil
        && !others.contains { $0.keeper(of: keeper.declaration) === keeper }
    }
  }
}
