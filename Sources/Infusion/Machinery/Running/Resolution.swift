/// Carries out the calls of one thread.
///
/// An outermost call and everything that user code asks for during it share one resolution, whichever
/// injectors are involved. It knows which snapshots the call sees, and what is released at its end;
/// the ``Engine`` does the work. Only user code that asks the injector again nests.
@safe final class Resolution: Engine {
  /// The snapshot that the innermost call reads: pinned by the outermost call, or one of the views.
  var snapshot: Unretained<Snapshot>?
  /// The snapshots seen of the injectors that have been asked; empty as long as there is only one
  /// injector, and nothing has changed it.
  var seen = SeenSnapshots() { didSet { hasViews = !seen.isEmpty } }
  /// Whether any snapshots are noted.
  private(set) var hasViews = false
  /// Whether the thread sees snapshots of its own, rather than those in force.
  var hasOwnView: Bool { nesting > 0 || hasViews }
  /// Whether the innermost call is one within another call, or within an update.
  var isWithinCall: Bool { nesting > 1 || hasViews }
  /// Whether the ledger outlives the call.
  private(set) var keepsLedger = false
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
    if !collectsRetired, record.with({ $0.isToRelease }) {
      InjectorCore.letGoOfRetired()
    }
  }

  static var current: Resolution { ThreadRecord.currentResolution }

  /// Lets the calls to come share the ledger.
  ///
  /// - Returns: Whether they do so already.
  func keepLedger() -> Bool {
    defer { keepsLedger = true }
    return keepsLedger
  }

  /// Empties the ledger that calls have shared, unless it is kept further.
  func releaseLedger(unless isKept: Bool) {
    keepsLedger = isKept
    if nesting == 0, !isKept { ledger.releaseAll() }
  }

  // MARK: - Requests

  /// Resolves the value of a supply and returns it.
  ///
  /// A value that nothing provides is replaced by that of `absent`; without it, this is an error.
  func resolve<Value>(
    _ type: Value.Type, from supply: Supply, in snapshot: Unretained<Snapshot>,
    arguments: Arguments = .none, orElse absent: (() -> Value)? = nil
  ) throws(InjectionError) -> Value {
    raiseLinks()
    // The frame of the request refers to this memory until it is answered.
    let mark = frames.mark
    let memory = unsafe frames.allocate(supply.layout)
    defer {
      frames.reset(to: mark)
      // The tables of the snapshot may not keep its source.
      withExtendedLifetime(supply) {}
    }
    var step = Step(supply)
    switch try unsafe answer(&step, of: snapshot, arguments: arguments, into: memory) {
    case .ready: return unsafe memory.assumingMemoryBound(to: Value.self).move()
    case .nothing: throw snapshot.object.nothing(supply.key)
    case .absent:
      guard let absent else { throw snapshot.object.missing(supply.key) }
      return absent()
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
    defer {
      frames.reset(to: mark)
      // The tables do not keep the cell of a collection that nothing is contributed to.
      withExtendedLifetime(cell) {}
    }
    var step = Step(exactly: Unretained(cell))
    if case .ready = try unsafe answer(&step, of: snapshot, into: memory) {
      unsafe memory.discard(binding.recipe.valueType)
    }
  }

  /// Answers one request of user code.
  ///
  /// Its frame has one step, which is the caller's, and so is the memory. Nothing changes the step: as
  /// any other argument, it would be copied.
  func answer(
    _ step: inout Step, of snapshot: Unretained<Snapshot>, arguments: Arguments = .none,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    try unsafe withUnsafePointer(to: &step) { step throws(InjectionError) -> Answer in
      let base = raiseLinks() + 1
      unsafe pushRequest(step, snapshot, memory)
      if !arguments.isEmpty { frames.set(arguments, forwarding: true) }
      return try run(to: base)
    }
  }

  /// Injects an object that exists, or has just been made by the caller from what that has received.
  ///
  /// The ledger notes the object, so that a closure that returns it has made nothing new. The
  /// object of an outermost call needs no note: its frame is the lowest.
  func inject(
    _ object: AnyObject, with snapshot: Unretained<Snapshot>, isNoted: Bool = true,
    _ received: Received = .nothing
  ) throws(InjectionError) {
    let plan: Unretained<InjectionPlan>
    if let known = snapshot.with({ $0.knownPlan(for: type(of: object)) }),
      known.with({ $0.reach.includes(record) })
    {
      plan = known
    } else {
      do throws(InjectionError) {
        // What the injector itself makes is completed even after its end.
        try snapshot.object.core.requireOpen(Key(type(of: object)))
        plan = try snapshot.object.plan(for: object)
      } catch {
        observers.refuse(object, in: snapshot.with { $0.coreReference }, error)
        throw error
      }
    }
    if plan.with({ $0.isTrivial }) {
      if isNoted { noteComplete(object, received) }
      return
    }
    let base = raiseLinks() + 1
    // A value made without a frame is under construction all the same.
    if base > 0, frames[base - 1].maker != nil {
      unsafe pushRequest(nil, snapshot, frames.mark.start)
    }
    push(object, plan, snapshot, isNoted: isNoted)
    receive(received, frames.count - 1)
    _ = try run(to: base)
  }

  /// Injects an object with the snapshot that the call sees now: user code may have changed the
  /// injector since the call began.
  func injectWithPresent(
    _ object: AnyObject, _ received: Received = .nothing
  ) throws(InjectionError) {
    guard let present = snapshot else { fatalError("a call reads a snapshot") }
    let kept = keep(present)
    defer { kept?.release() }
    try inject(object, with: present, received)
  }

  /// Creates eager singletons, and reports every failure.
  ///
  /// One that an earlier one has taken out of force, in an update, is not created.
  func createEagerly(
    _ declarations: [BindingDeclaration], in injector: Injector, at location: CodeLocation
  ) throws(InjectionError) {
    if declarations.isEmpty { return }
    var errors: [InjectionError] = []
    // The calls share the ledger: an instance that is bound under two keys is injected once.
    let isKept = keepLedger()
    defer { releaseLedger(unless: isKept) }
    for declaration in declarations {
      do throws(InjectionError) {
        try perform(CallFacts(eager: declaration, at: location), in: injector) {
          snapshot throws(InjectionError) in
          guard snapshot.object.configuration.isInForce(declaration) else {
            return try injector.core.requireOpen(declaration.key)
          }
          try prepare(declaration, in: snapshot)
        }
      } catch {
        errors.append(error)
      }
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }
}
