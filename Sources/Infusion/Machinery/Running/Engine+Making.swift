/// Makes values: in place, where the owner's `maker` says what is at work, or with a frame.
extension Engine {
  /// Makes a value without a frame, unless there are properties to inject.
  @inline(__always)
  func make(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int, at site: Unretained<GraphSite>? = nil
  ) throws(InjectionError) -> Answer? {
    let isObserved = binding.with { $0.isObserved }
    begin(binding, top)
    if isObserved { observers.begin(binding, above: top) }
    // A request of the closure stands directly above.
    site?.with { $0.progress = .building(frame: top + 1) }
    do {
      try unsafe callMaker(of: binding, memory)
    } catch {
      unsafe pushToFail(binding, cell, memory, top, at: site)
      throw InjectionError(wrapping: error, of: .creation(binding.object.key))
    }
    frames[top].maker = nil
    if let site { return try unsafe keepMade(binding, cell, memory, top, at: site) }
    if !isObserved, unsafe needsNothing(binding, memory, top) {
      return .ready
    }
    return try unsafe injectMade(binding, cell, memory, top)
  }

  /// Whether a value that a closure has just made for a frame is known to be complete as it is, and
  /// refers to nothing unfinished, or of an update.
  ///
  /// The value may be an object under construction, whose own binding adds what this one does not, or
  /// one that refers to such an object: then something else refers to it.
  @inline(__always)
  func needsNothing(
    _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) -> Bool {
    guard frames[top].makerReceived == .nothing else { return false }
    guard let object = binding.with({ unsafe $0.result.object(in: memory) }) else {
      return binding.with { $0.result == .plain }
    }
    return unsafe binding.with({ $0.needsNothing(object) }) && isUnique(at: memory)
  }

  /// Keeps an instance of this call that was made without a frame.
  @inline(__always)
  private func keepMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int, at site: Unretained<GraphSite>
  ) throws(InjectionError) -> Answer? {
    if !holdsBack, unsafe needsNothing(binding, memory, top) {
      unsafe keep(memory, of: binding, at: site)
      return .ready
    }
    unsafe pushMade(binding, cell, memory, below: top, .holdsValue, at: site)
    guard let (object, plan) = try unsafe examine(binding, memory, top + 1) else {
      _ = try finish(top + 1)
      return .ready
    }
    object.with { inject($0, plan, top + 1) }
    return nil
  }

  @inline(__always)
  func callMaker(
    of binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer
  ) throws {
    try binding.with { binding in
      try binding.injector.with { try unsafe binding.maker($0, memory) }
    }
  }

  /// Finds out what a value needs that was made without a frame.
  @inline(__always)
  func injectMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    let isObserved = binding.with { $0.isObserved }
    let needed: (Unretained<AnyObject>, Unretained<InjectionPlan>)?
    do throws(InjectionError) {
      needed = try unsafe examine(binding, memory, top)
    } catch {
      // The frame that is to fail must hold the value.
      unsafe pushToFail(binding, cell, memory, top, .holdsValue)
      throw error
    }
    guard let (object, plan) = needed else {
      if frames[top].makerReceived != .nothing {
        unsafe noteUninjected(memory, of: binding, frames[top].makerReceived.below(top + 1))
      }
      if isObserved { observers.end(binding, above: top) }
      return .ready
    }
    unsafe pushMade(binding, cell, memory, below: top, .holdsValue)
    object.with { inject($0, plan, top + 1) }
    return nil
  }

  /// Gives a frame to a value that was to be made without one, so that it can fail.
  @inline(never)
  func pushToFail(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int, _ flags: Frame.Flags = [],
    at site: Unretained<GraphSite>? = nil
  ) {
    frames[top].maker = nil
    unsafe pushMade(binding, cell, memory, below: top, flags, at: site)
  }

  // MARK: - With a frame

  /// Runs the recipe, and finds out what the result needs.
  ///
  /// - Returns: Whether there is more to gather.
  func create(_ top: Int) throws(InjectionError) -> Bool {
    guard let binding = frames[top].binding else { fatalError("an existing object is not made") }
    let dependencies = frames[top].dependencies
    // The recipe moves the parameters out of the memory, even when it throws.
    frames[top].dependencies = nil
    unsafe (frames[top].step, frames[top].end) = (nil, nil)
    try InjectionError.wrapping(.creation(binding.object.key)) {
      let ingredients = unsafe Recipe.Ingredients(
        binding: binding, dependencies: dependencies ?? Unretained(.empty),
        memory: frames[top].memory,
        hasArguments: frames[top].flags.contains(.hasArguments), position: top)
      let memory = unsafe frames[top].destination
      if try binding.with({ try unsafe $0.recipe.make(ingredients, into: memory) }) {
        frames[top].flags.insert(.holdsValue)
      }
    }
    frames.reset(to: frames[top].mark)
    guard frames[top].flags.contains(.holdsValue) else { return false }
    let memory = unsafe frames[top].destination
    if binding.with({ $0.isReadyMade }), handsToUser(top - 1) {
      binding.with { unsafe note($0, memory) }
    }
    guard let (object, plan) = try unsafe examine(binding, memory, top) else { return false }
    object.with { inject($0, plan, top) }
    return true
  }

  /// The object of a value that user code has made, with its plan; nil if the object needs no
  /// injection, or has received it.
  @inline(__always)
  private func examine(
    _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> (Unretained<AnyObject>, Unretained<InjectionPlan>)? {
    let result = binding.with { $0.result }
    if result == .plain { return nil }
    if let object = unsafe result.object(in: memory) {
      let known = object.with { object in binding.with { $0.knownPlan(for: type(of: object)) } }
      if let plan = known, plan.with({ $0.reach.includes(record) }), unsafe isUnique(at: memory) {
        return plan.with { $0.isTrivial } ? nil : (object, plan)
      }
    } else if result != .opaque {
      return nil
    }
    return try unsafe examineSlowly(binding.object, memory, top)
  }

  @inline(never)
  private func examineSlowly(
    _ binding: ActiveBinding, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> (Unretained<AnyObject>, Unretained<InjectionPlan>)? {
    let isNew = unsafe binding.result != .opaque && isUnique(at: memory)
    guard let object = unsafe binding.objectMade(in: memory) else { return nil }
    if !isNew {
      if holdsBack, ledger.isOfUpdate(object) {
        receive(.ofUpdate, top)
      }
      switch knowledge(of: object) {
      case .complete: return try addition(to: object, by: binding)
      case .finished(let position):
        try passOn(from: position, to: top, by: binding)
        return try addition(to: object, by: binding)
      case .underInjection(let position):
        try passOn(from: position, to: top, by: binding)
        return nil
      case .unknown: break
      }
    }
    guard binding.injectsResult else { return nil }
    let plan = try binding.plan(for: object)
    return plan.with { $0.isTrivial } ? nil : (Unretained(object), plan)
  }

  /// Notes that a binding has passed on what is not complete, for its own frame or for that of its owner.
  private func passOn(
    from position: Int, to top: Int, by binding: ActiveBinding
  ) throws(InjectionError) {
    let hasFrame = frames[top].binding?.object === binding
    let closing = hasFrame ? frames[position].key : nil
    try refer(from: top, to: position, closing: closing ?? binding.key)
  }

  /// A finished object with the plan of what the binding adds; nil if the object has received that.
  private func addition(
    to object: AnyObject, by binding: ActiveBinding
  ) throws(InjectionError) -> (Unretained<AnyObject>, Unretained<InjectionPlan>)? {
    guard let adder = binding.adder, !ledger.hasReceived(additionsOf: adder, object) else {
      return nil
    }
    let plan = try binding.snapshot.plan(for: object, adding: adder, isComplete: true)
    return (Unretained(object), plan)
  }
}
