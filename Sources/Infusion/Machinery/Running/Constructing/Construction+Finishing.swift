/// Sets the properties of objects, awakes them, and hands values out.
extension Construction {
  /// Sets the gathered values and awakes the object.
  @inline(__always)
  func complete(_ top: Int) throws(InjectionError) {
    let frame = unsafe frames.at(top)
    guard let object = unsafe frame.pointee.object, let plan = unsafe frame.pointee.plan else {
      fatalError("only objects have properties")
    }
    let memory = unsafe frame.pointee.memory
    // From here on the values belong to the setters.
    unsafe frame.pointee.dependencies = nil
    unsafe (frame.pointee.step, frame.pointee.end) = (nil, nil)
    plan.with { unsafe $0.dependencies.move(memory, into: object) }
    guard plan.with({ $0.hasAwake }) else { return }
    // It may have been complete before.
    if unsafe frame.pointee.received.low < top { unsafe ledger.hold(frame.pointee.note) }
    try InjectionError.wrapping(.awake(type(of: object.object))) {
      try plan.with { plan in
        try object.with { object in
          for complete in plan.completions {
            try InjectionError.wrapping(.completion(type(of: object))) { try complete(object) }
          }
          try plan.awake?(object)
        }
      }
    }
  }

  /// Publishes the instance, or lets it wait for the rest of its cycle, and removes the frame.
  @inline(__always)
  func finish(_ top: Int) throws(InjectionError) -> Answer {
    if frames[top].site != nil || frames[top].firstMember < members.count {
      try publish(top)
    }
    if frames[top].received.low < top || holdsBack { noteMade(top) }
    // It can be read until another frame is pushed.
    let frame = unsafe frames.at(top)
    frames.pop(top)
    let (phase, flags) = unsafe (frame.pointee.phase, frame.pointee.flags)
    let (received, answer) = unsafe (frame.pointee.received.below(top), frame.pointee.answer)
    if received.isUnfinished {
      unsafe ledger.hold(frame.pointee.note)
    } else if ledger.holdsAny {
      unsafe ledger.settle(since: frame.pointee.firstNote)
    }
    if received != .nothing { passDown(received) }
    if flags.contains(.isNoted) { unsafe ledger.complete(frame.pointee.note) }
    if !flags.isDisjoint(with: [.isTimed, .keepsSite]) { finishRarely() }
    if phase == .request {
      isLastUnfinished = received.isUnfinished || holdsBack
      return answer
    }
    // For an existing object, no code reads the answer.
    return flags.contains(.holdsValue) ? .ready : .nothing
  }

  /// Notes that the object below also refers to everything that the finished one refers to.
  @inline(never)
  private func passDown(_ received: Received) {
    if countsBelow(frames.removedLast.firstMember) {
      receive(received, frames.count - 1)
      if received.isOfUpdate { ledger.noteOfUpdate(frames.removedLast.note) }
    } else if received.isUnfinished {
      // What an observer has received is not settled with the value that it is called for.
      ledger.forget(since: frames.removedLast.firstNote, [])
    }
  }

  @inline(never)
  private func finishRarely() {
    let (flags, keptSite) = (frames.removedLast.flags, frames.removedLast.keptSite)
    if flags.contains(.isTimed) { observers.end() }
    keptSite?.release()
  }

  /// Whether what a removed frame refers to counts for the frame below: what an observer asks does not,
  /// unless its members wait for that frame.
  @inline(__always)
  func countsBelow(_ firstMember: Int) -> Bool {
    !observers.isAsking || firstMember < members.count
  }

  /// Notes the object of a frame that needed no injection.
  @inline(never)
  private func noteMade(_ top: Int) {
    guard frames[top].flags.contains(.holdsValue), frames[top].note < 0,
      let binding = frames[top].binding
    else { return }
    unsafe noteUninjected(
      frames[top].destination, of: binding, frames[top].received.below(top))
  }

  /// Notes the object in a value that a binding has made, and that needed no injection, if its maker
  /// has received something unfinished, or of an update: user code may pass the object on.
  ///
  /// What a binding hands out as it is may still need an injection.
  @inline(never)
  func noteUninjected(
    _ memory: UnsafeMutableRawPointer, of binding: Unretained<ActiveBinding>, _ received: Received
  ) {
    guard received != .nothing, binding.with({ $0.injectsResult }),
      let object = unsafe binding.object.objectMade(in: memory)
    else { return }
    if ledger.number(of: object) == nil {
      ledger.noteComplete(object, received)
    } else {
      ledger.note(received, of: object)
    }
  }

  // MARK: - Instances that exist

  /// Reports to observers an instance that is handed out, and notes it if user code receives it.
  @inline(__always)
  func reuse(
    _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) {
    if nesting == 1, !binding.with({ $0.isObserved }), !frames[top].flags.contains(.notesValues) {
      return
    }
    unsafe reuseNoted(binding, memory, top)
  }

  private func reuseNoted(
    _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) {
    if handsToUser(top) { binding.with { unsafe note($0, memory) } }
    if binding.with({ $0.isObserved }) { observers.reuse(binding, above: top) }
  }

  /// Whether user code receives the values that a frame gathers, and may return one of them.
  ///
  /// Where a call of user code is within another, the outer code may find them in what it receives.
  func handsToUser(_ position: Int) -> Bool { nesting > 1 || frames[position].handsToUser }

  /// Hands out an instance that has been copied into the memory.
  func handOut(
    _ kept: Answer, of binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer,
    _ top: Int
  ) -> Answer {
    if kept == .ready {
      unsafe reuse(binding, memory, top)
    } else if binding.with({ $0.isObserved }) {
      observers.reuse(binding, above: top)
    }
    return kept
  }

  /// Notes a complete instance, unless it needs no injection anyway.
  ///
  /// The elements of an array are complete only if the injector has gathered them, or the array is
  /// bound: nothing injects those of an array that a closure makes.
  func note(_ binding: ActiveBinding, _ memory: UnsafeMutableRawPointer) {
    if let reference = unsafe binding.representation.object(in: memory) {
      if binding.needsNothing(reference) { return }
      let object = reference.object
      // What a link passes on, another binding has made.
      let known = binding.snapshotReference.with { $0.knownPlan(for: type(of: object)) }
      if known?.with({ $0.isTrivial }) == true || !binding.handsOutComplete { return }
      // The binding may not have met the class yet.
      if binding.injectsResult, let plan = try? binding.plan(for: object),
        plan.with({ $0.isTrivial })
      {
        return
      }
      noteComplete(object)
    } else if binding.representation == .opaque || binding.handsOutElements,
      binding.handsOutComplete
    {
      for object in unsafe binding.recipe.objects(in: memory) { noteComplete(object) }
    }
  }

  /// Notes a complete object, unless the ledger knows that it is.
  ///
  /// An injection that is under way may fail: then only this note is left.
  func noteComplete(_ object: AnyObject, _ received: Received = .nothing) {
    switch knowledge(of: object) {
    case .complete, .finished: return
    case .unknown, .underInjection: ledger.noteComplete(object, received)
    }
  }
}
