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
      .passing(InjectionError.Step(.otherCall(call), at: location))
  }
}

/// Instances on their way from their keepers to those who release them; a shutdown waits for them.
extension InjectorCore {
  /// Called by the end of a generation that is listed.
  ///
  /// - Returns: The retired instances that it was the last to keep, for the caller to release.
  func forget(_ contents: GenerationContents) -> ContiguousArray<RetiredInstance> {
    withState { state in
      state.others.removeAll { $0 === contents }
      lazy var living = state.living
      let retired = contents.keepers { keeper in
        keeper.isRetired && keeper.present != nil
          && !living.contains { $0.keeper(of: keeper.declaration) === keeper }
      }
      if retired.isEmpty { return [] }
      let departure = depart(&state)
      return ContiguousArray(retired.compactMap { $0.takeRetired(departure) })
    }
  }

  /// The instances that an update has made and dropped: no keeper has received them.
  ///
  /// Their injectors release them like any others, and a shutdown waits for that.
  static func retired(
    _ dropped: [(instance: CompletedInstance, Injector)]
  ) -> ContiguousArray<RetiredInstance> {
    // This decides what they release: the notes of what is kept elsewhere are taken back next.
    for (instance, _) in dropped.reversed() { instance.custody?.leave() }
    var endings: [Int: (Retirement, Departure)] = [:]
    return ContiguousArray(
      dropped.map { instance, injector in
        let core = injector.core
        let ending =
          endings[core.serial]
          ?? (core.generation.retirement, core.withState { core.depart(&$0) })
        endings[core.serial] = ending
        return RetiredInstance(instance, ending.0, ending.1)
      })
  }

  /// Makes shutdowns wait until this thread has released what it takes out now.
  private func depart(_ state: inout State) -> Departure {
    let departure = Departure(on: Resolution.current) { self.end($0) }
    state.departures.append(departure.site)
    return departure
  }

  private func end(_ departure: DepartureSite) {
    let waiting = withState { state in
      state.departures.removeAll { $0 === departure }
      return state.departures.isEmpty ? state.ending.takeWaiting() : []
    }
    for continuation in waiting { continuation.resume() }
  }
}
