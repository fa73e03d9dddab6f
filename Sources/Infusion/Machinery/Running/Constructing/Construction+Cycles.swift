/// Closes cycles: requests for a value that is under construction.
extension Construction {
  /// Answers with the object that the frame at the position has made but not finished.
  func closeCycle(
    at position: Int, key: Key, into memory: UnsafeMutableRawPointer, for top: Int
  ) throws(InjectionError) -> Answer {
    // An object that does not exist yet cannot close a cycle, allowed or not.
    if let holder = frames.position(holdingValueOf: position) {
      if let plan = frames[holder].plan, plan.with({ $0.isIsolated }) {
        try plan.object.requireIsolation()
      }
      try refer(from: top, to: position, closing: key)
      if unsafe frames.copyUnfinished(from: holder, downTo: position, into: memory) {
        return .ready
      }
    }
    throw InjectionError(.cyclicDependency(cycle(from: position, closedBy: key)))
  }

  /// Notes that a frame receives a reference to the unfinished frame at the position, whose injector may
  /// forbid the cycle.
  func refer(from top: Int, to position: Int, closing key: Key) throws(InjectionError) {
    if frames[position].core.object.options.forbidsCycles {
      throw InjectionError(.forbiddenCycle(cycle(from: position, closedBy: key)))
    }
    frames[top].receive(Received(from: position))
  }

  /// Notes that user code receives a reference to the unfinished frame at the position.
  func receive(from position: Int, closing key: Key) throws(InjectionError) {
    if observers.isAsking { return }
    try refer(from: raiseLinks(), to: position, closing: key)
  }

  /// The cycle of what is under construction from a position upwards, which a request closes.
  func cycle(from position: Int, closedBy key: Key) -> InjectionError.Cycle {
    raiseLinks()
    var cycle = InjectionError.Cycle(
      isForbidden: frames[position].core.object.options.forbidsCycles)
    for frame in (position..<frames.count).lazy.map({ self.frames[$0] }) {
      if let key = frame.key { cycle.append(key, of: frame.binding?.object.recipe) }
    }
    if let maker = frames[frames.count - 1].maker { cycle.append(maker.object.key) }
    cycle.append(key)
    return cycle
  }

  /// The cycle of a finished instance and what this thread is building further down: the instance
  /// waits for that.
  func cycle(waitedForBy declaration: BindingDeclaration) -> InjectionError.Cycle {
    let position = min(frames[frames.count - 1].received.low, frames.count - 1)
    var cycle = cycle(from: position, closedBy: declaration.key)
    cycle.append(cycle.keys[0])
    return cycle
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

  /// Whether this thread is injecting an object, or has finished it but not published.
  func isMaking(_ object: AnyObject) -> Bool {
    (0..<frames.count).contains { frames[$0].object?.object === object }
      || members.contains(object)
  }

  /// Answers with the instance that this thread is building, or has finished but not published.
  func takeOwn(
    _ site: Site, _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer,
    _ top: Int
  ) throws(InjectionError) -> Answer {
    let key = binding.object.key
    switch site.progress {
    case .building(let position):
      return try unsafe closeCycle(at: position, key: key, into: memory, for: top)
    case .waiting(let member):
      try members[member].instance.isolation?.require()
      if members[member].waitsOnlyForUpdate {
        receive(.ofUpdate, top)
        let kept = unsafe members[member].instance.box.copy(into: memory)
        return unsafe handOut(kept, of: binding, memory, top)
      }
      // The member waits for the frame above which it was finished, or for one below that.
      let position = frames.lastPosition { frames[$0].firstMember <= member } ?? 0
      try refer(from: top, to: position, closing: key)
      let kept = unsafe members[member].instance.box.copy(into: memory)
      if binding.with({ $0.isObserved }) { observers.reuse(binding, above: top) }
      return kept
    case .idle:
      // The store of the scope requests the very key that it is asked for.
      throw InjectionError(.cyclicDependency(cycle(from: 0, closedBy: key)))
    }
  }

  /// Refuses links that lead back to one another: a link forwards its arguments, and a request with
  /// arguments closes no cycle, so the links would never end.
  func refuseRing(
    ofLinksThrough cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) {
    guard frames[top].flags.contains(.isLink), let position = frames.position(of: cell),
      (position...top).reversed().allSatisfy({ frames[$0].flags.contains(.isLink) })
    else { return }
    throw InjectionError(.cyclicDependency(cycle(from: position, closedBy: cell.object.key)))
  }
}
