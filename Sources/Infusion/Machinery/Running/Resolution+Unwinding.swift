/// Undoes what a failed request has begun.
extension Resolution {
  /// Drops every frame above the base, every unpublished instance that was finished since, and all
  /// gathered values.
  ///
  /// Properties were not set: an object's values are all there before its first property is set.
  /// Instances that were published on the way stay.
  ///
  /// - Returns: The error with the steps of the path that it came along.
  func unwind(to base: Int, _ error: InjectionError) -> InjectionError {
    var error = error
    var failures: [Failure] = []
    let isObserved = (base..<frames.count).contains { frames[$0].core.with { $0.isObserved } }
    if isObserved {
      for position in (base..<frames.count).reversed() {
        guard let step = step(of: position) else { continue }
        error = error.passing(step)
        failures.append(failure(of: position, error))
      }
    } else {
      error = error.passing((base..<frames.count).reversed().compactMap { step(of: $0) })
    }
    let (firstMember, firstNote) = (frames[base].firstMember, frames[base].firstNote)
    let mark = frames[base].mark
    // Everything is taken out and the state put in order before anything is released:
    // deinitializers are user code, and may begin a call of their own.
    // Where the base is a request, a value that is made without a frame has begun at its position.
    let first = frames[base].phase == .request ? base + 1 : base
    while let last = unsafe beginnings.last, last.position >= first {
      unsafe beginnings.removeLast()
    }
    var wreckage: ContiguousArray<Frame> = []
    while frames.count > base { wreckage.append(frames.popKeepingMemory()) }
    if wreckage.contains(where: { $0.flags.contains(.dependsOnUpdate) }) {
      dependOnUpdate(base - 1)
    }
    // Complete ones wait for the update, whatever has failed here.
    let dropped = takeMembers(from: firstMember) { !$0.isComplete }
    let sharedError = shared(error)
    withExtendedLifetime(dropped) {
      for site in wreckage.compactMap({ $0.site?.object }) + dropped.map(\.site) {
        site.giveUp(by: self, failure: sharedError)
      }
      for member in dropped { member.site.withdrawHere() }
    }
    // From here on, deinitializers run.
    ledger.forget(since: firstNote, wreckage.lazy.map(\.note))
    for frame in wreckage { frame.discardValues() }
    frames.reset(to: mark)
    for frame in wreckage { release(frame) }
    // A value that user code has received may hold the head of a long chain until the outermost
    // call ends.
    if unsafe graphSites.isEmpty { ledger.releaseAbandoned() }
    for failure in failures { observe(failure) }
    return error
  }

  /// The error that the threads waiting for a failed creation receive.
  ///
  /// Nil lets them try for themselves: the cause lies with the thread that has failed.
  private func shared(_ error: InjectionError) -> InjectionError? {
    switch error.problem {
    case .deadlock, .nestingLimit, .mainActorRequired, .argumentMismatch, .notPrepared: nil
    default: error
    }
  }

  /// The step of the path that a frame represents; nil for a request, which is the caller's.
  private func step(of position: Int) -> InjectionError.Step? {
    let frame = frames[position]
    guard frame.phase != .request else { return nil }
    let object = frame.object?.object
    let owner = frame.binding?.object
    var step: InjectionError.Step
    if let gathered = frame.openStep, let dependency = gathered.dependency?.object {
      let target = gathered.cell.flatMap { try? $0.object.binding() }
      step = InjectionError.Step(
        dependency.requirement, bound: target?.declaration, owner: owner?.declaration)
    } else {
      step = InjectionError.Step(owner?.declaration, class: object.map { type(of: $0) })
    }
    step.kept = owner?.kept
    return step
  }
}

extension Frame {
  /// Destroys the gathered values, and the value itself.
  fileprivate func discardValues() {
    if let dependencies, let step = unsafe step {
      dependencies.with { list in
        unsafe list.discard(first: step - list.steps, in: memory)
      }
    }
    if flags.contains(.holdsValue), let recipe = binding?.object.recipe {
      unsafe destination.discard(recipe.valueType)
    }
  }
}
