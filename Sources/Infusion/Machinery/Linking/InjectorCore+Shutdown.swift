import Synchronization

/// The end of an injector.
extension InjectorCore {
  /// How far an injector has come with its end, and whom it has to tell.
  ///
  /// Part of the state, and guarded by its lock.
  struct Ending {
    enum Phase {
      case open
      /// No child is made any more; everything else goes on, so that children and modules can end.
      case closing
      /// Nothing is begun any more; what is being made is waited for.
      case draining
      /// What is completed now comes too late, and is released by whoever has made it.
      case releasing
      case closed
    }

    var phase = Phase.open
    /// The errors of the shutdown; before it, those of releases that nobody waited for.
    var errors: [InjectionError] = []
    fileprivate var children: [Child] = []
    /// How many children there may be before those that are gone are looked for.
    fileprivate var limit = 16

    var refusesWork: Bool {
      switch phase {
      case .open, .closing: false
      case .draining, .releasing, .closed: true
      }
    }
  }

  fileprivate struct Child {
    weak var injector: Injector?
  }

  var isShutDown: Bool { withState { $0.ending.refusesWork } }

  func requireOpen(_ key: Key) throws(InjectionError) {
    guard !isShutDown else { throw InjectionError(.injectorShutDown(key)) }
  }

  /// Remembers a child, weakly.
  func add(child: Injector) throws(InjectionError) {
    // An injector that is looked at here may be dropped by everybody else meanwhile: its end has to
    // come outside the lock.
    var present: [Injector] = []
    try withState { state throws(InjectionError) in
      guard state.ending.phase == .open else {
        throw InjectionError(.injectorShutDown(Key(Injector.self)))
      }
      if state.ending.children.count == state.ending.limit {
        present = state.ending.children.compactMap(\.injector)
        state.ending.children = present.map { Child(injector: $0) }
        state.ending.limit = max(16, present.count * 2)
      }
      state.ending.children.append(Child(injector: child))
    }
    withExtendedLifetime(present) {}
  }

  /// Ends this injector and its children, once.
  ///
  /// Callers that come meanwhile wait, and are told the same.
  func shutdown() throws(InjectionError) {
    let phase = withState { $0.ending.phase }
    if phase == .closed { return }
    if ConstructionLedger.shared.isOwned(updateTurn, by: .current) {
      // What is being released asks for the end that it is part of.
      if phase != .open { return }
      throw InjectionError(.nestedUpdate)
    }
    var errors: [InjectionError] = []
    try inTurn { () throws(InjectionError) in
      if withState({ $0.ending.phase }) == .open { try end() }
      errors = withState { $0.ending.errors }
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// The children that are alive, those made last first, and theirs before each of them.
  private var descendants: [Injector] {
    var order: [Injector] = []
    var waiting: [Injector] = openChildren.reversed()
    // Each before its own children, and turned round: each after them.
    while let next = waiting.popLast() {
      order.append(next)
      waiting += next.core.openChildren.reversed()
    }
    return order.reversed()
  }

  /// The children that are alive and have not ended, in the order in which they were made.
  private var openChildren: [Injector] {
    let children = withState { $0.ending.children.compactMap(\.injector) }
    return children.filter { $0.core.withState { $0.ending.phase } != .closed }
  }

  /// Ends the injector; the caller has its turn.
  private func end() throws(InjectionError) {
    let first = descendants
    for core in first.map(\.core) + [self] {
      try core.refuseWhileMaking()
      try core.requireActorOfSingletons()
    }
    withState { $0.ending.phase = .closing }
    var errors: [InjectionError] = []
    // One that was made meanwhile is among them now.
    for child in descendants {
      do throws(InjectionError) {
        try child.core.shutdown()
      } catch {
        errors.append(error)
      }
    }
    errors += unload(present.layers.compactMap(\.module))
    errors += close()
    withState { state in
      state.ending.errors += errors
      state.ending.phase = .closed
      state.ending.children = []
    }
  }

  /// Takes everything out, and releases it.
  ///
  /// Requests that began before go on, and are refused when they next ask for something: the history
  /// keeps for them what they are looking at.
  private func close() -> [InjectionError] {
    var bindings: [ActiveBinding] = []
    var configuration: Configuration?
    let since = version.load(ordering: .relaxed)
    var released = History.shared.change(self, since: since) { number in
      withState { state in
        state.ending.phase = .draining
        state.hasHistory = true
        version.store(number, ordering: .releasing)
        bindings = cells.all.compactMap { $0.replace(with: nil) }
        bindings += state.contributionCells.values.compactMap { $0.replace(with: nil) }
        configuration = state.configuration
        state.configuration = Configuration()
        state.contributionCells = [:]
        return ReplacedBindings(
          bindings: bindings, plans: plans.all.compactMap { $0.place.take() },
          configuration: configuration)
      }
    }
    Preparations.shared.withdraw(bindings)
    for site in bindings.compactMap(\.site) {
      ConstructionLedger.shared.waitUntilFree(site, for: .current)
    }
    bindings = []
    var errors = History.shared.letGo(&released, telling: self)
    var taken = History.shared.takeCompleted(of: self)
    taken += withState { state in
      state.ending.phase = .releasing
      return state.completed.takeAll()
    }
    errors += release(&taken, of: [configuration].compactMap { $0 })
    return errors
  }

  /// An object under construction cannot end the injector that makes it.
  private func refuseWhileMaking() throws(InjectionError) {
    let resolution = Resolution.current
    // What is made without a frame has to stand on the stack.
    if unsafe resolution.direct.top != nil { resolution.turnToFrames() }
    for position in 0..<resolution.frames.count where resolution.frames[position].core === self {
      let frame = resolution.frames[position]
      let cls = frame.object.map { Key(type(of: $0)) }
      throw InjectionError(.nestedShutdown(frame.binding?.key ?? cls ?? Key(AnyObject.self)))
    }
  }

  /// Singletons of the main actor are released on the main actor; before anything is released, the
  /// caller can still go there.
  private func requireActorOfSingletons() throws(InjectionError) {
    let completed = withState { $0.completed }
    for entry in completed {
      if let cls = entry.classOfOtherActor { throw InjectionError(.mainActorRequired(cls)) }
    }
  }
}
