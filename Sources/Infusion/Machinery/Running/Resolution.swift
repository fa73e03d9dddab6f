/// Carries out requests on one thread.
///
/// An outermost call and everything that user code asks for during it share one resolution,
/// whichever injectors are involved. Objects under construction stand on an explicit stack of
/// ``Frame``s, so dependencies of any depth take no native stack; only user code that asks the
/// injector again nests.
///
/// The rules it keeps: values first, then sets, then awake; a dependency is complete before its
/// owner, except within a cycle; objects of a cycle are published together, when the first of them
/// is finished; a failure undoes everything that is not published.
///
/// Only its own thread uses it. Other threads see only what the construction ledger guards.
@safe final class Resolution: SiteOwner {
  let frames = FrameStack()
  let ledger = CompletionLedger()
  @exclusivity(unchecked) private var owner: Unretained<ThreadRecord>?
  /// Finished instances that wait for the root of their cycle, in the order in which they were
  /// finished.
  @exclusivity(unchecked) var members: ContiguousArray<Member> = []
  @exclusivity(unchecked) var graphSites = GraphSites()

  /// How many calls of user code are nested in one another.
  var nesting = 0
  /// The snapshot that the innermost call reads: pinned by the outermost call, or one of the views.
  var snapshot: Unretained<Snapshot>?
  /// The snapshots seen of the injectors that have been asked; empty as long as there is only one
  /// injector, and nothing has changed it.
  var seen = SeenSnapshots() { didSet { hasViews = !seen.isEmpty } }
  /// Whether any snapshots are noted.
  private(set) var hasViews = false
  /// Whether finished instances that depend on an update wait until it is in force.
  var holdsBack = false
  /// Whether the value of the last request is unfinished, or refers to something unfinished: such a
  /// value may be dropped, so it must not be remembered.
  var isLastUnfinished = false
  /// Whether the ledger outlives the call.
  private(set) var keepsLedger = false
  /// How many updates of injectors this thread is carrying out.
  var updates = 0
  /// How many ends of calls and changes are under way; each releases what it drops.
  var endings = 0
  /// Whether this thread carries out a call or a change, whose end releases retired instances.
  var collectsRetired: Bool { nesting > 0 || updates > 0 || endings > 0 }

  /// Runs the end of a call or a change: what it drops is collected, and released afterwards.
  @inline(__always)
  func ending(_ body: () -> Void) {
    endings += 1
    body()
    endings -= 1
  }

  /// Runs a body that drops what injectors have kept.
  ///
  /// Retired instances are released afterwards, unless the call or the change that this thread carries
  /// out does so at its end.
  func dropping(_ body: () -> Void) {
    ending(body)
    if !collectsRetired, record.with({ unsafe !$0.retired.isEmpty }) {
      _ = InjectorCore.letGoOfRetired(telling: nil)
    }
  }

  /// Set when this resolution has given way to another one, and is to start again once the site is
  /// free.
  var retrySite: Site?

  /// What this thread knows of values that are prepared asynchronously.
  var preparation: PreparationState?

  /// When the observed work of frames began, by their positions.
  @exclusivity(unchecked) var beginnings: [(position: Int, instant: ContinuousClock.Instant)] = []
  /// The position of the frame of a request that an observer makes, while one is called: its own
  /// requests are not reported.
  var observerPosition: Int?

  /// The thread that the resolution belongs to, and that keeps it.
  @inline(__always)
  var record: Unretained<ThreadRecord> {
    guard let owner = unsafe owner else { fatalError("a resolution belongs to a thread") }
    return owner
  }

  /// Called once, right after both are made.
  func belong(to record: ThreadRecord) { unsafe owner = Unretained(record) }

  static var current: Resolution { ThreadRecord.currentResolution }

  override var waiterReport: InjectionError.Waiter {
    let building = (0..<frames.count).compactMap { position in
      frames[position].site == nil ? nil : frames[position].binding?.object.key
    }
    let finished = unsafe members.map(\.instance.declaration.key)
    return InjectionError.Waiter(holds: building + finished, wants: waiting.wantedKey)
  }

  // MARK: - Requests

  /// Resolves a value of a source's type and returns it.
  ///
  /// - Returns: nil when nothing is bound and the request can do without.
  func resolve<Value>(
    _ type: Value.Type, from source: Source, in snapshot: Unretained<Snapshot>,
    arguments: Arguments = .none
  ) throws(InjectionError) -> Value? {
    raiseLinks()
    // The frame of the request refers to this memory until it is answered.
    let mark = frames.mark
    let memory = unsafe frames.allocate(source.layout)
    defer {
      frames.reset(to: mark)
      // The tables of the snapshot may not keep it.
      withExtendedLifetime(source) {}
    }
    switch try unsafe answer(Step(source), of: snapshot, arguments: arguments, into: memory) {
    case .ready: return unsafe memory.assumingMemoryBound(to: Value.self).move()
    case .nothing: throw snapshot.object.nothing(source.requestedKey)
    case .absent: return nil
    }
  }

  /// Makes the instance of a binding whose type the caller does not know, and keeps it where its
  /// scope says.
  func prepare(
    _ declaration: BindingDeclaration, in snapshot: Unretained<Snapshot>
  ) throws(InjectionError) {
    let cell = snapshot.object.cell(for: declaration)
    guard let binding = try cell.binding() else { throw snapshot.object.missing(cell.key) }
    raiseLinks()
    let mark = frames.mark
    let memory = unsafe frames.allocate(binding.recipe.layout())
    defer { frames.reset(to: mark) }
    let step = Step(exactly: Unretained(cell))
    if case .ready = try unsafe answer(step, of: snapshot, into: memory) {
      unsafe memory.discard(binding.recipe.valueType)
    }
  }

  /// Answers one request of user code.
  ///
  /// Its frame has one step, whose memory is the caller's.
  func answer(
    _ step: Step, of snapshot: Unretained<Snapshot>, arguments: Arguments = .none,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    try unsafe withUnsafePointer(to: step) { step throws(InjectionError) -> Answer in
      let base = raiseLinks() + 1
      unsafe pushRequest(step, snapshot, memory)
      if !arguments.isEmpty { frames.set(arguments, forwarding: true) }
      return try run(to: base)
    }
  }

  /// Injects an object that exists, or has just been made by the caller.
  ///
  /// The ledger notes the object, so that a closure that returns it has made nothing new. The
  /// object of an outermost call needs no note: its frame is the lowest.
  func inject(
    _ object: AnyObject, with snapshot: Unretained<Snapshot>, isNoted: Bool = true
  ) throws(InjectionError) {
    let plan: Unretained<InjectionPlan>
    if let known = snapshot.with({ $0.knownPlan(for: type(of: object)) }) {
      plan = known
    } else {
      plan = try snapshot.object.plan(for: object)
    }
    if plan.with({ $0.isTrivial }) {
      if isNoted { noteComplete(object) }
      return
    }
    let base = raiseLinks() + 1
    // A value made without a frame is under construction all the same.
    if base > 0, frames[base - 1].maker != nil {
      unsafe pushRequest(nil, snapshot, frames.mark.start)
    }
    push(object, plan, snapshot, isNoted: isNoted)
    _ = try run(to: base)
  }

  /// Injects an object with the snapshot that the call sees now: user code may have changed the
  /// injector since the call began.
  func injectWithPresent(_ object: AnyObject) throws(InjectionError) {
    guard let present = snapshot else { fatalError("a call reads a snapshot") }
    let kept = keep(present)
    defer { withExtendedLifetime(kept) {} }
    try inject(object, with: present)
  }

  // MARK: - Completion

  /// Runs several calls that know one another's objects: if one call has completed an object, the
  /// others do not inject it again.
  func sharingLedger(_ body: () -> Void) {
    let outer = keepsLedger
    keepsLedger = true
    body()
    keepsLedger = outer
    if nesting == 0, !outer { ledger.releaseAll() }
  }

  enum Knowledge {
    case unknown
    /// Injected and awoken, or handed out as complete.
    case complete
    /// Being injected by the frame at a position.
    case underInjection(Int)
  }

  /// What the outermost call knows of an object: a closure that returns a known one has made
  /// nothing new.
  func knowledge(of object: AnyObject) -> Knowledge {
    if frames.count > 0, frames[0].object?.address == Unretained(object).address {
      return .underInjection(0)
    }
    guard let number = ledger.number(of: object) else { return .unknown }
    let position = lastPosition { frames[$0].firstNote <= number }
    if let position, frames[position].note == number { return .underInjection(position) }
    return .complete
  }

  /// The position of the topmost frame that meets a condition, as all frames below it do.
  func lastPosition(where isFulfilled: (Int) -> Bool) -> Int? {
    var (start, end) = (0, frames.count)
    while start < end {
      let middle = (start + end) / 2
      if isFulfilled(middle) { start = middle + 1 } else { end = middle }
    }
    return start > 0 ? start - 1 : nil
  }

  /// The key that this injector is making at present, if any.
  func keyUnderConstruction(in core: InjectorCore) -> Key? {
    raiseLinks()
    for position in 0..<frames.count {
      let (frame, core) = (frames[position], Unretained(core))
      if let maker = frame.maker, maker.with({ $0.coreReference }) == core {
        return maker.object.key
      }
      if frame.core == core, let key = frame.key { return key }
    }
    return nil
  }
}

extension Resolution {
  /// Whether an object is being injected: its setters may be running.
  var isInjecting: Bool { frames.count > 0 && frames[frames.count - 1].phase == .injecting }

  /// The receiver of the value that a frame makes: links and collections only forward it.
  func injectionPoint(above position: Int) -> InjectionPoint {
    var owner = position - 1
    while owner >= 0, frames[owner].binding?.object.recipe.passesOn == true { owner -= 1 }
    let name = frames[owner + 1].binding?.object.key.name
    guard owner >= 0, frames[owner].phase != .request, let step = frames[owner].openStep,
      let dependency = step.dependency?.object
    else { return InjectionPoint(owner: nil, property: nil, name: name) }
    let frame = frames[owner]
    let object = frame.object?.object
    return InjectionPoint(
      owner: object.map { type(of: $0) } ?? frame.binding?.object.key.type,
      property: dependency.requirement.propertyName, name: name)
  }
}
