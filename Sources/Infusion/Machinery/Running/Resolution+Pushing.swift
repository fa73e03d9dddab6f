/// Putting frames on the stack, and laying out what they gather.
extension Resolution {
  /// A request of user code, for one step.
  ///
  /// When user code asks while it makes a value that has no frame, the request is recognized as the
  /// making of that value: a request for the same key closes a cycle.
  @inline(__always)
  func pushRequest(
    _ step: UnsafePointer<Step>, _ core: InjectorCore, _ memory: UnsafeMutableRawPointer
  ) {
    let top = frames.count - 1
    let maker = top < 0 ? nil : frames[top].maker
    let owner = maker.map { $0.with { unsafe Unretained($0.core) } } ?? Unretained(core)
    var frame = unsafe Frame(
      binding: maker, core: owner, destination: memory, mark: frames.mark, phase: .request)
    unsafe frame.step = unsafe step
    unsafe frame.end = unsafe step + 1
    if maker != nil {
      frame.cell = frames[top].openStep?.cell
      frame.identity = frame.cell?.with { $0.identity } ?? 0
    }
    push(&frame)
  }

  /// An object that exists: its properties are all that is left to do.
  @inline(__always)
  func push(
    _ object: AnyObject, _ plan: Unretained<InjectionPlan>, _ core: InjectorCore, isNoted: Bool
  ) {
    let mark = frames.mark
    var frame = unsafe Frame(
      core: Unretained(core), identity: UInt(bitPattern: ObjectIdentifier(type(of: object))),
      destination: mark.start, mark: mark, phase: .gatheringProperties)
    push(&frame)
    let top = frames.count - 1
    inject(object, plan, top, isNoted: isNoted)
    if core.isObserved { observeBeginning(top) }
  }

  /// A value of a binding that has been made without a frame, and needs its properties.
  @inline(__always)
  func pushMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, below top: Int, _ phase: Frame.Phase
  ) {
    var frame = unsafe Frame(
      binding: binding, cell: cell, core: binding.with { unsafe Unretained($0.core) },
      identity: cell.with { $0.identity }, destination: place, mark: frames.mark,
      phase: phase)
    frame.makerLow = frames[top].makerLow
    push(&frame)
  }

  /// What a binding makes with a frame: parameters first.
  func push(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>, site: Site?,
    arguments: Arguments, destination: UnsafeMutableRawPointer, keeping kept: Frame.Flags
  ) throws(InjectionError) {
    let (isLink, isObserved) = binding.with { ($0.recipe.isLink, unsafe $0.core.isObserved) }
    var frame = unsafe Frame(
      binding: binding, cell: cell, core: binding.with { unsafe Unretained($0.core) },
      identity: site == nil ? cell.with { $0.identity } : 0,
      site: site.map { Unretained($0) }, destination: destination, mark: frames.mark,
      phase: .creating, flags: kept)
    if kept.contains(.keepsBinding) { binding.retain() }
    if kept.contains(.keepsSite) { frame.site?.retain() }
    if isLink { frame.flags.insert(.isLink) }
    push(&frame)
    let top = frames.count - 1
    frames[top].firstLink =
      isLink && top > 0 && frames[top - 1].flags.contains(.isLink)
      ? frames[top - 1].firstLink : top
    if !arguments.isEmpty { frames.set(arguments, forwarding: isLink) }
    site?.progress = .building(frame: top)
    if isObserved { observeBeginning(top) }
    try gatherParameters(binding, top)
  }

  private func gatherParameters(
    _ binding: Unretained<ActiveBinding>, _ top: Int
  ) throws(InjectionError) {
    if let known = unsafe binding.with({ unsafe $0.knownParameters }) {
      lay(unsafe Unretained(known), top)
    } else {
      let links = Unretained(keeping: try binding.object.parameters())
      frames[top].flags.insert(.keepsLinks)
      lay(links, top)
    }
    frames[top].phase = .gatheringParameters
    if binding.with({ $0.notesParameters }) { frames[top].flags.insert(.notesParameters) }
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
    frames[top].note = ledger.next
    ledger.note(object)
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
  private func push(_ frame: inout Frame) {
    let position = frames.count
    frame.firstMember = unsafe members.count
    frame.firstNote = ledger.next
    frame.low = min(position, frame.makerLow)
    frame.makerLow = .max
    frame.depth = position == 0 ? 0 : frames[position - 1].depthAbove
    frames.push(frame)
  }
}
