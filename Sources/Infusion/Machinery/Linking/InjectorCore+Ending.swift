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
