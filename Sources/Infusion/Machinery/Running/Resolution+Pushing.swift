/// Puts frames on the stack, and lays out the values that they gather.
extension Resolution {
  /// Pushes a request of user code for one step.
  ///
  /// If user code asks while it makes a value without a frame, the request counts as the making of
  /// that value: a request for the same key closes a cycle.
  @inline(__always)
  func pushRequest(
    _ step: UnsafePointer<Step>, _ snapshot: Unretained<Snapshot>, _ memory: UnsafeMutableRawPointer
  ) {
    let top = frames.count - 1
    guard top >= 0, let maker = frames[top].maker else {
      return unsafe push(snapshot: snapshot, destination: memory, phase: .request, step: step)
    }
    let cell = frames[top].openStep?.cell
    unsafe push(
      maker, cell, snapshot: maker.with { $0.snapshotReference },
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
      destination: frames.mark.start, phase: .gatheringProperties)
    let top = frames.count - 1
    inject(object, plan, top, isNoted: isNoted)
    if snapshot.with({ unsafe $0.core.isObserved }) { observeBeginning(top) }
  }

  /// Pushes a frame for a value that was made without one, and needs its properties.
  @inline(__always)
  func pushMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, below top: Int, _ phase: Frame.Phase
  ) {
    unsafe push(
      binding, cell, snapshot: binding.with { $0.snapshotReference },
      identity: cell.with { $0.identity },
      destination: place, phase: phase, low: frames[top].makerLow)
  }

  /// Pushes a frame for the value of a binding: parameters come first.
  func push(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>, site: Site?,
    arguments: Arguments, destination: UnsafeMutableRawPointer, keeping kept: Frame.Flags = []
  ) throws(InjectionError) {
    let isLink = binding.with { $0.isLink }
    let top = frames.count
    unsafe push(
      binding, cell, snapshot: binding.with { $0.snapshotReference },
      identity: site == nil ? cell.with { $0.identity } : 0, destination: destination,
      phase: .creating, flags: isLink ? kept.union(.isLink) : kept)
    if let site {
      frames[top].site = Unretained(site)
      if kept.contains(.keepsSite) { Unretained(site).retain() }
      site.progress = .building(frame: top)
    }
    noteFirstLink(top)
    if !arguments.isEmpty { frames.set(arguments, forwarding: isLink) }
    if binding.with({ $0.isObserved }) { observeBeginning(top) }
    try gatherParameters(binding, top)
  }

  /// Pushes a frame for a link that has been followed without one, and lets it gather its object.
  func pushLink(
    _ link: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    destination: UnsafeMutableRawPointer
  ) {
    guard let links = unsafe link.with({ unsafe $0.knownParameters }) else {
      fatalError("a link that is followed has been linked")
    }
    unsafe push(
      link, cell, snapshot: link.with { $0.snapshotReference },
      identity: cell.with { $0.identity }, destination: destination,
      phase: .gatheringParameters, flags: .isLink)
    noteFirstLink(frames.count - 1)
    if answersNotedParameter(frames.count - 1) {
      frames[frames.count - 1].flags.insert(.notesParameters)
    }
    lay(unsafe Unretained(links), frames.count - 1)
  }

  private func noteFirstLink(_ top: Int) {
    let continues =
      frames[top].flags.contains(.isLink) && top > 0 && frames[top - 1].flags.contains(.isLink)
    frames[top].firstLink = continues ? frames[top - 1].firstLink : top
  }

  private func gatherParameters(
    _ binding: Unretained<ActiveBinding>, _ top: Int
  ) throws(InjectionError) {
    if let known = unsafe binding.with({ unsafe $0.knownParameters }) {
      lay(unsafe Unretained(known), top)
    } else {
      lay(Unretained(try binding.object.parameters()), top)
    }
    frames[top].phase = .gatheringParameters
    if binding.with({ $0.notesParameters }) || answersNotedParameter(top) {
      frames[top].flags.insert(.notesParameters)
    }
  }

  /// Whether a frame is a link for a parameter of a frame that notes its parameters.
  private func answersNotedParameter(_ top: Int) -> Bool {
    frames[top].flags.contains(.isLink) && top > 0
      && frames[top - 1].flags.contains(.notesParameters)
  }

  /// Lets a frame inject an object.
  @inline(__always)
  func inject(
    _ object: AnyObject, _ plan: Unretained<InjectionPlan>, _ top: Int, isNoted: Bool = true
  ) {
    frames[top].object = Unretained(object)
    frames[top].plan = plan
    frames[top].phase = .gatheringProperties
    lay(plan.with { Unretained($0.links) }, top)
    guard isNoted else { return }
    // To make room, the ledger may release objects whose deinitializers make requests.
    ledger.note(object)
    frames[top].note = ledger.next - 1
  }

  @inline(__always)
  private func lay(_ links: Unretained<LinkList>, _ top: Int) {
    links.with { list in
      let frame = unsafe frames.at(top)
      unsafe frame.pointee.links = links
      unsafe frame.pointee.step = unsafe list.steps
      unsafe frame.pointee.end = unsafe list.steps + list.links.count
      guard !list.links.isEmpty else { return }
      let memory = unsafe frames.allocate(list.layout)
      unsafe frame.pointee.memory = unsafe memory
      if list.hasOptional {
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 1, count: list.links.count)
      }
    }
  }

  @inline(__always)
  private func push(
    _ binding: Unretained<ActiveBinding>? = nil, _ cell: Unretained<Cell>? = nil,
    snapshot: Unretained<Snapshot>, identity: UInt = 0, destination: UnsafeMutableRawPointer,
    phase: Frame.Phase, flags: Frame.Flags = [], step: UnsafePointer<Step>? = nil,
    low: Int = .max
  ) {
    let position = frames.count
    unsafe frames.push(
      Frame(
        binding: binding, cell: cell, snapshot: snapshot, identity: identity,
        destination: destination,
        memory: destination, step: step, end: step.map { unsafe $0 + 1 },
        firstMember: members.count, firstNote: ledger.next, mark: frames.mark,
        low: min(position, low), depth: position == 0 ? 0 : frames[position - 1].depthAbove,
        phase: phase, flags: flags))
  }
}
