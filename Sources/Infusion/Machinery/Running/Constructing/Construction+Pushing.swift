/// Puts frames on the stack, and lays out the values that they gather.
extension Construction {
  /// Pushes a request of user code for one step, or for the properties of an object.
  ///
  /// If user code asks while it makes a value without a frame, the request counts as the making of
  /// that value: a request for the same key closes a cycle.
  @inline(__always)
  func pushRequest(
    _ step: UnsafePointer<Step>?, _ snapshot: Unretained<Snapshot>,
    _ memory: UnsafeMutableRawPointer
  ) {
    let top = frames.count - 1
    guard top >= 0, let maker = frames[top].maker else {
      return unsafe push(snapshot: snapshot, destination: memory, phase: .request, step: step)
    }
    let cell = maker.with { $0.shortcut == .makeOnce } ? nil : frames[top].openCell
    unsafe push(
      maker, snapshot: maker.with { $0.snapshotReference },
      identity: cell?.with { $0.identity } ?? 0,
      destination: memory, phase: .request, step: step)
  }

  /// Pushes an existing object, of which only the properties are left to inject.
  @inline(__always)
  func push(
    _ object: AnyObject, _ plan: Unretained<InjectionPlan>, _ snapshot: Unretained<Snapshot>,
    isNoted: Bool
  ) {
    unsafe push(
      snapshot: snapshot, identity: UInt(bitPattern: ObjectIdentifier(type(of: object))),
      destination: frames.mark.start, phase: .injecting)
    let top = frames.count - 1
    inject(object, plan, top, isNoted: isNoted)
    if snapshot.with({ $0.core.isObserved }) { observeBeginning(top) }
  }

  /// Pushes a frame for a value that was made without one, or whose making has failed.
  @inline(__always)
  func pushMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, below top: Int, _ flags: Frame.Flags,
    at site: Unretained<GraphSite>? = nil
  ) {
    unsafe push(
      binding, snapshot: binding.with { $0.snapshotReference },
      identity: site == nil ? cell.with { $0.identity } : 0, destination: memory, phase: .making,
      flags: binding.with { $0.isObserved } ? flags.union(.isTimed) : flags,
      received: frames[top].makerReceived)
    frames[top + 1].site = site?.with { Unretained($0) }
  }

  /// Pushes a frame for the value of a binding: parameters come first.
  func push(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>, site: Site?,
    arguments: Arguments, destination: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let isLink = binding.with { $0.isLink }
    let top = frames.count
    unsafe push(
      binding, snapshot: binding.with { $0.snapshotReference },
      identity: site == nil ? cell.with { $0.identity } : 0, destination: destination,
      phase: .making, flags: isLink ? .isLink : [])
    if let site {
      frames[top].site = Unretained(site)
      // Only the site of a store has no other owner.
      if site is StoreSite {
        Unretained(site).retain()
        frames[top].flags.insert(.keepsSite)
      }
      site.progress = .building(frame: top)
    }
    // A link passes on what user code receives.
    if isLink, frames[top - 1].handsToUser { frames[top].flags.insert(.notesValues) }
    if !arguments.isEmpty { frames.set(arguments, forwarding: isLink) }
    if binding.with({ $0.isObserved }) { observeBeginning(top) }
    if !arguments.isEmpty, let accepted = binding.object.recipe.acceptedArguments {
      try arguments.expectAtMost(accepted, of: binding.object.key)
    }
    try gatherParameters(binding, top)
  }

  @inline(never)
  private func observeBeginning(_ top: Int) { observers.begin(top, preparation) }

  private func gatherParameters(
    _ binding: Unretained<ActiveBinding>, _ top: Int
  ) throws(InjectionError) {
    try binding.with { $0.mainActorExtension }?.requireIsolation()
    if let known = binding.with({ $0.knownParameters }) {
      lay(known, top)
    } else {
      lay(Unretained(try binding.object.parameters()), top)
    }
    if binding.with({ $0.notesValues }) { frames[top].flags.insert(.notesValues) }
    if holdsBack { noteChanges(top) }
  }

  /// Lets a frame inject an object.
  @inline(__always)
  func inject(
    _ object: AnyObject, _ plan: Unretained<InjectionPlan>, _ top: Int, isNoted: Bool = true
  ) {
    frames[top].object = Unretained(object)
    frames[top].plan = plan
    frames[top].phase = .injecting
    lay(plan.with { Unretained($0.dependencies) }, top)
    if holdsBack { noteChanges(top) }
    // An object that awakes may pass on what it has received.
    if plan.with({ $0.hasAwake }) {
      frames[top].flags.insert(.notesValues)
    } else {
      frames[top].flags.remove(.notesValues)
    }
    guard isNoted else { return }
    let adder = frames[top].binding.flatMap { $0.with { $0.adder } }
    // To make room, the ledger may drop objects whose deinitializers ask for this one.
    frames[top].note = ledger.next
    frames[top].flags.insert(.isNoted)
    ledger.note(object, addedBy: adder)
  }

  @inline(__always)
  private func lay(_ dependencies: Unretained<DependencyList>, _ top: Int) {
    dependencies.with { list in
      let frame = unsafe frames.at(top)
      unsafe frame.pointee.dependencies = dependencies
      unsafe frame.pointee.step = unsafe list.steps
      unsafe frame.pointee.end = unsafe list.steps + list.dependencies.count
      guard !list.dependencies.isEmpty else { return }
      let memory = unsafe frames.allocate(list.layout)
      unsafe frame.pointee.memory = unsafe memory
      if list.hasOptional {
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 1, count: list.dependencies.count)
      }
    }
  }

  @inline(__always)
  private func push(
    _ binding: Unretained<ActiveBinding>? = nil, snapshot: Unretained<Snapshot>, identity: UInt = 0,
    destination: UnsafeMutableRawPointer,
    phase: Frame.Phase, flags: Frame.Flags = [], step: UnsafePointer<Step>? = nil,
    received: Received = .nothing
  ) {
    let position = frames.count
    unsafe frames.push(
      Frame(
        binding: binding, snapshot: snapshot, identity: identity, destination: destination,
        memory: destination, step: step, end: step.map { unsafe $0 + 1 },
        firstMember: members.count, firstNote: ledger.next, mark: frames.mark,
        received: received, depth: position == 0 ? 0 : frames[position - 1].depthAbove,
        phase: phase, flags: flags))
  }
}
