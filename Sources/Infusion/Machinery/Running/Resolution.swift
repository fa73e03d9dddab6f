/// Carries out requests on one thread.
///
/// An outermost call and everything that user code asks for during it share one resolution,
/// whichever injectors are involved. Objects under construction stand on an explicit stack, so
/// property dependencies of any depth take no native stack; only user code that asks the injector
/// again nests.
///
/// The rules it keeps: values first, then sets, then awake; a dependency is complete before its
/// owner, except within a cycle; objects of a cycle are published together, when the first of them
/// is finished; a failure undoes everything that is not published.
///
/// Used by its own thread only. What others may see (`waiting`, `serial`) is guarded by the
/// construction ledger. They look at the serial of threads that wait: one that does not may reset
/// its own.
@safe final class Resolution {
  /// A finished instance that refers to something unfinished.
  struct Member {
    let site: Site
    let box: InstanceBox
    let binding: ActiveBinding
    /// Keep the injector until the instance is published.
    let core: InjectorCore
    let injector: Injector
  }

  let frames = FrameStack()
  /// The stack of the short way, above all frames.
  let direct = ActivationStack()
  /// The thread that the resolution belongs to, and that keeps it.
  ///
  /// Set once, right after both are made.
  unowned(unsafe) var record: ThreadRecord!
  var arena = Arena()
  /// Finished instances that wait for the root of their cycle, in the order in which they were
  /// finished.
  var members: ContiguousArray<Member> = []
  /// Objects with injected properties, in the order in which they were finished.
  ///
  /// It keeps them until the outermost call ends, so that a chain of any length is released object
  /// by object, owners first, and not recursively.
  let created = ObjectList()
  /// Objects of failed requests that had been finished, kept for the same reason.
  var abandoned: ContiguousArray<AnyObject> = [] { didSet { keepsObjects = true } }
  /// The objects among `created`, as far as somebody has asked.
  var createdIdentities: Set<ObjectIdentifier> = []
  var identifiedCount = 0
  var graphSites: [GraphSite.Identity: GraphSite] = [:] { didSet { keepsObjects = true } }
  /// Objects that user code has received during the outermost call: they are not injected again
  /// when a closure returns them.
  var handedOut = HandedOutObjects() { didSet { keepsObjects = true } }
  /// Whether there may be anything in the collections above, apart from `created`.
  var keepsObjects = false
  /// Positions of the frames above the first few, by identity.
  var deepFrames: [ObjectIdentifier: Int] = [:]

  /// How many calls of user code stand on one another.
  var nesting = 0
  /// The injectors that are asked, and the moment whose bindings the outermost call sees of them.
  var family = 0
  var moment = History.always
  /// The moments at which it has turned to injectors of other families.
  var otherMoments: [Int: Int] = [:]
  /// When the outermost call or update first built or awaited something that others may want, among
  /// all of the process; 0 when it has not.
  var serial: UInt64 = 0
  var waiting = WaitState()
  /// How many updates of injectors this thread is carrying out.
  var updates = 0
  /// Set when this resolution has given way to another one, and is to start again once the site is
  /// free.
  var retrySite: Site?

  /// What this thread knows of values that are prepared asynchronously.
  var preparation = PreparationState()

  /// Set while an observer is told something: what it asks for itself is not told.
  var isObserving = false

  /// The provisional core of an update that builds eager singletons, and the one it stands for.
  private var substitution: (provisional: InjectorCore, present: InjectorCore)?

  static var current: Resolution { ThreadRecord.currentResolution }

  /// Sends this thread's requests to another core while the body runs.
  func substituting(
    _ provisional: InjectorCore, for present: InjectorCore,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let outer = substitution
    substitution = (provisional, present)
    defer { substitution = outer }
    try body()
  }

  var isSubstituting: Bool { substitution != nil }

  /// The core that answers for an injector's own.
  func answering(for core: InjectorCore) -> InjectorCore {
    guard let substitution, substitution.present === core else { return core }
    return substitution.provisional
  }

  /// Resolves a value and returns it.
  ///
  /// - Returns: nil when nothing is bound and the request can do without.
  func resolve<Value>(
    _ source: Source<Value>, arguments: Arguments = .none
  ) throws(InjectionError) -> Value? {
    // The stack of frames refers to this memory until the request is answered.
    let mark = arena.mark
    let memory = unsafe arena.allocate(source.layout)
    defer { arena.reset(to: mark) }
    switch try unsafe deliver(source, arguments: arguments, into: memory) {
    case .ready: break
    case .nothing:
      guard unsafe source.adoptNothing(memory) else {
        throw InjectionError(.nothingProvided(source.key))
      }
    case .absent: return nil
    case .started: fatalError("a delivered request is answered")
    }
    let value = unsafe memory.assumingMemoryBound(to: Value.self).move()
    if nesting > 1 { noteHandedOut(value, by: try source.cell?.binding(at: moment)) }
    return value
  }

  private func deliver(
    _ source: AnySource, arguments: Arguments, into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    guard let cell = source.cell else {
      unsafe source.produce(into: memory)
      return .ready
    }
    let answer = try unsafe deliver(cell, arguments: arguments, into: memory)
    if case .ready = answer { unsafe source.adopt(memory) }
    return answer
  }

  private func deliver(
    _ cell: Cell, arguments: Arguments, into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    let base = frames.count
    let answer = try attempt(base) { () throws(InjectionError) in
      try unsafe demand(cell, arguments: arguments, isNested: true, into: memory)
    }
    if case .started = answer { return try run(to: base) }
    return answer
  }

  /// Makes the instance of a key whose type the caller does not know, and keeps it where its scope
  /// says.
  func prepare(_ cell: Cell) throws(InjectionError) {
    guard let binding = try cell.binding(at: moment) else {
      throw unsafe cell.core.missing(cell.key)
    }
    let mark = arena.mark
    let memory = unsafe arena.allocate(binding.recipe.layout())
    defer { arena.reset(to: mark) }
    if case .ready = try unsafe deliver(cell, arguments: .none, into: memory) {
      unsafe binding.recipe.discard(memory)
    }
  }

  /// Injects an object that exists, or has just been made by the caller.
  func inject(_ object: AnyObject, with core: InjectorCore) throws(InjectionError) {
    if let plan = unsafe core.knownPlan(for: type(of: object), at: moment) {
      try unsafe inject(object, plan, core)
    } else {
      let plan = try core.plan(for: object, at: moment)
      defer { withExtendedLifetime(plan) {} }
      try unsafe inject(object, .passUnretained(plan), core)
    }
    if nesting > 1 { handedOut.insert([object]) }
  }

  @inline(__always)
  private func inject(
    _ object: AnyObject, _ plan: Unmanaged<InjectionPlan>, _ core: InjectorCore
  ) throws(InjectionError) {
    if unsafe plan._withUnsafeGuaranteedRef({ $0.isTrivial }) { return }
    if !core.isObserved, try unsafe injectDirectly(object, plan, core) { return }
    let base = frames.count
    unsafe push(object, plan: plan.takeUnretainedValue(), core: core)
    if core.isObserved { observeBeginning(base) }
    _ = try run(to: base)
  }

  /// Works until the stack is as high as before.
  func run(to base: Int) throws(InjectionError) -> Answer {
    try attempt(base) { () throws(InjectionError) in
      var answer = Answer.started
      while frames.count > base { answer = try advance() }
      return answer
    }
  }

  func attempt(
    _ base: Int, _ body: () throws(InjectionError) -> Answer
  ) throws(InjectionError) -> Answer {
    do throws(InjectionError) {
      return try body()
    } catch {
      throw unwind(to: base, error)
    }
  }

  /// Notes what user code receives.
  func noteHandedOut<Value>(_ value: Value, by binding: ActiveBinding?) {
    guard binding?.handsOutComplete ?? true else { return }
    handedOut.insert(containedObjects(value))
  }

  /// Whether an object has been injected and awoken during the outermost call, or was handed out
  /// as complete: a closure that returns it has made nothing new.
  func isComplete(_ object: AnyObject) -> Bool {
    if handedOut.contains(object) { return true }
    while identifiedCount < created.count {
      keepsObjects = true
      createdIdentities.insert(ObjectIdentifier(created[identifiedCount]))
      identifiedCount += 1
    }
    return createdIdentities.contains(ObjectIdentifier(object))
  }

  /// Called before objects are taken from the end of `created`.
  func forgetIdentities(beyond count: Int) {
    while identifiedCount > count {
      identifiedCount -= 1
      createdIdentities.remove(ObjectIdentifier(created[identifiedCount]))
    }
  }
}

/// The answer to a request.
enum Answer {
  /// The memory holds the value.
  case ready
  /// The binding provides nothing.
  case nothing
  /// Nothing is bound.
  case absent
  /// A frame has been pushed that will make the value.
  case started
}
