/// The engine: gather, create, gather, set, awake, finish.
///
/// One loop serves every request, observed or not. Without a frame, it copies existing instances
/// and makes the values of closures that need nothing but the injector: the step of the owner says
/// what is at work. Everything else takes a frame.
///
/// Nothing is retained on the way: see ``Frame``. `Tests/Benchmarks` has the figures.
extension Resolution {
  /// Works until the frame at the base is finished.
  ///
  /// - Returns: How the frame was answered: ready, nothing, or absent.
  func run(to base: Int) throws(InjectionError) -> Answer {
    do throws(InjectionError) {
      return try work(downTo: base)
    } catch {
      throw unwind(to: base, error)
    }
  }

  private func work(downTo base: Int) throws(InjectionError) -> Answer {
    while true {
      let top = frames.count - 1
      // A frame above this one makes a value first.
      guard try gather(top) else { continue }
      switch unsafe frames.at(top).pointee.phase {
      case .request: break
      case .gatheringParameters, .creating:
        if try create(top) { continue }
      case .gatheringProperties: try complete(top)
      case .setting, .awaking: fatalError("user code has returned without finishing its step")
      }
      let answer = try finish(top)
      if top == base { return answer }
      try accept(answer, top - 1)
    }
  }

  // MARK: - Gathering

  /// Gathers the values of a frame's steps; false when it has pushed a frame that makes one first.
  @inline(__always)
  private func gather(_ top: Int) throws(InjectionError) -> Bool {
    var frame = unsafe frames.at(top)
    while unsafe frame.pointee.step != frame.pointee.end, let step = unsafe frame.pointee.step {
      let place = unsafe frame.pointee.memory + step.pointee.offset
      if let cell = unsafe step.pointee.cell,
        unsafe !frame.pointee.flags.contains(.forwardsArguments), let binding = cell.binding,
        let isReady = try unsafe fill(place, from: binding, cell, top)
      {
        guard isReady else { return false }
        if unsafe !step.pointee.isExact { unsafe adopt(step.pointee, place) }
        unsafe frame = unsafe frames.at(top)
        unsafe frame.pointee.step = unsafe step + 1
        continue
      }
      guard try gatherSlowly(top) else { return false }
      unsafe frame = unsafe frames.at(top)
    }
    return true
  }

  /// Answers a step without a frame.
  ///
  /// - Returns: Whether the memory holds the value: false when a frame has been pushed that makes
  ///   it first; nil when the value takes a frame, and nothing has happened.
  @inline(__always)
  private func fill(
    _ place: UnsafeMutableRawPointer, from binding: Unretained<ActiveBinding>,
    _ cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) -> Bool? {
    if binding.with({ unsafe $0.copyExisting(into: place) }) {
      if !isHandedOutPlainly(binding, top) { unsafe reuse(binding, place, top) }
      return true
    }
    if binding.with({ $0.isMadeInPlace }), frames.position(of: cell) == nil {
      return try unsafe make(binding, cell, place, top)
    }
    if binding.with({ $0.isFollowed }) { return try unsafe follow(cell, place, top) }
    if binding.with({ $0.isOfGraph }) { return try unsafe fillOfGraph(place, binding, cell, top) }
    return nil
  }

  /// Hands out the instance that this outermost call has, or makes it without a frame.
  @inline(never)
  private func fillOfGraph(
    _ place: UnsafeMutableRawPointer, _ binding: Unretained<ActiveBinding>,
    _ cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) -> Bool? {
    guard let site = unsafe graphSites.find(binding) else {
      guard binding.with({ $0.isMadeOncePerCall }) else { return nil }
      return try unsafe make(binding, cell, place, top, at: graphSites.add(binding))
    }
    guard site.with({ unsafe $0.copy(into: place) == .ready }) else { return nil }
    if !isHandedOutPlainly(binding, top) { unsafe reuse(binding, place, top) }
    return true
  }

  private func adopt(_ step: Step, _ place: UnsafeMutableRawPointer) {
    step.source?.with { unsafe $0.adopt(place) }
  }

  /// Makes a value without a frame; false when it has pushed a frame for the properties.
  @inline(__always)
  private func make(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int, at site: Unretained<GraphSite>? = nil
  ) throws(InjectionError) -> Bool {
    let isObserved = binding.with { $0.isObserved }
    if isObserved { observeBeginning(of: binding, above: top) }
    begin(binding, top)
    // A request of the closure stands directly above.
    site?.with { $0.progress = .building(frame: top + 1) }
    do {
      try unsafe run(binding, place)
    } catch {
      unsafe fall(binding, cell, place, top, at: site)
      throw InjectionError(wrapping: error, of: .creation(binding.object.key))
    }
    unsafe frames.at(top).pointee.maker = nil
    guard let site else { return try unsafe injectMade(binding, cell, place, top) }
    return try unsafe keepMade(binding, cell, place, top, at: site)
  }

  /// Keeps an instance of this call that was made without a frame; false when its frame has been
  /// pushed for the properties.
  @inline(__always)
  private func keepMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int, at site: Unretained<GraphSite>
  ) throws(InjectionError) -> Bool {
    if unsafe frames.at(top).pointee.makerLow == .max, !holdsBack,
      binding.with({ unsafe $0.needsNothing(in: place) })
    {
      binding.with { binding in site.with { unsafe $0.keep(place, of: binding) } }
      return true
    }
    unsafe pushMade(binding, cell, place, below: top, [.holdsValue, .notesValues], at: site)
    guard let (object, plan) = try unsafe examine(binding, place, top + 1) else {
      _ = try finish(top + 1)
      return true
    }
    object.with { inject($0, plan, top + 1) }
    return false
  }

  /// Notes that a frame's step is being answered without a frame of its own.
  @inline(__always)
  func begin(_ binding: Unretained<ActiveBinding>, _ top: Int) {
    unsafe frames.at(top).pointee.maker = binding
    unsafe frames.at(top).pointee.makerLow = .max
  }

  @inline(__always)
  func run(
    _ binding: Unretained<ActiveBinding>, _ place: UnsafeMutableRawPointer
  ) throws {
    try binding.with { binding in
      try binding.injector.with { try unsafe binding.maker($0, place) }
    }
  }

  /// Finds out what a value needs that was made without a frame; false when it has pushed a frame for
  /// the properties.
  @inline(__always)
  func injectMade(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Bool {
    let isObserved = binding.with { $0.isObserved }
    let needed: (Unretained<AnyObject>, Unretained<InjectionPlan>)?
    do throws(InjectionError) {
      needed = try unsafe examine(binding, place, top)
    } catch {
      // The frame that is to fail must hold the value.
      unsafe fall(binding, cell, place, top, .holdsValue)
      throw error
    }
    guard let (object, plan) = needed else {
      if isObserved { observeEnd(of: binding, above: top) }
      return true
    }
    unsafe pushMade(binding, cell, place, below: top, .holdsValue)
    object.with { inject($0, plan, top + 1) }
    return false
  }

  /// Gives a frame to a value that was to be made without one, so that it can fail.
  @inline(never)
  func fall(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int, _ flags: Frame.Flags = [],
    at site: Unretained<GraphSite>? = nil
  ) {
    frames[top].maker = nil
    unsafe pushMade(binding, cell, place, below: top, flags, at: site)
  }

  /// Gathers a value that takes a frame, or does not come from a binding.
  ///
  /// - Returns: False when it has pushed a frame that makes the value first.
  private func gatherSlowly(_ top: Int) throws(InjectionError) -> Bool {
    guard let step = frames[top].openStep else { fatalError("a step is being answered") }
    let place = unsafe frames[top].memory + step.offset
    guard let cell = step.cell else {
      // A handle whose value nothing provides is left out where that is allowed.
      if let link = step.link?.object, link.isOptional, !link.source.isProvided {
        skip(top)
      } else {
        step.source?.with { unsafe $0.produce(into: place) }
      }
      unsafe frames[top].step? += 1
      return true
    }
    let answer: Answer?
    if let binding = cell.binding {
      if binding.with({ $0.isNothing }) {
        if binding.with({ $0.isObserved }) {
          observeBeginning(of: binding, above: top)
          observeEnd(of: binding, above: top)
        }
        answer = .nothing
      } else {
        answer = try unsafe demand(binding, cell, place, top)
      }
    } else if try cell.object.binding() != nil {
      // The next look at the step finds the binding.
      return true
    } else if !frames[top].flags.contains(.forwardsArguments),
      let position = frames.position(of: cell)
    {
      // Nothing provides the class of an existing object, but the object itself is there.
      answer = try unsafe closeCycle(at: position, key: cell.object.key, into: place, for: top)
    } else {
      answer = .absent
    }
    guard let answer else { return false }
    try accept(answer, top)
    return true
  }

  /// Takes the answer to the open step of a frame.
  @inline(__always)
  private func accept(_ answer: Answer, _ top: Int) throws(InjectionError) {
    let frame = unsafe frames.at(top)
    guard let step = unsafe frame.pointee.step else {
      return unsafe assert(frame.pointee.phase == .request, "a step is being answered")
    }
    let place = unsafe frame.pointee.memory + step.pointee.offset
    switch answer {
    case .ready: if unsafe !step.pointee.isExact { unsafe adopt(step.pointee, place) }
    case .nothing: try unsafe acceptNothing(step.pointee, place, top)
    case .absent: try unsafe acceptAbsence(step.pointee, top)
    }
    unsafe frames[top].step = unsafe step + 1
  }

  private func acceptNothing(
    _ step: Step, _ place: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) {
    if let source = step.source, source.with({ unsafe $0.adoptNothing(place) }) { return }
    guard let link = step.link?.object else {
      frames[top].answer = .nothing
      return
    }
    guard case .contribution = link.requirement.subject else {
      throw InjectionError(.nothingProvided(link.key))
    }
    skip(top)
  }

  private func acceptAbsence(_ step: Step, _ top: Int) throws(InjectionError) {
    guard let link = step.link?.object else {
      frames[top].answer = .absent
      return
    }
    guard link.isOptional else { throw frames[top].snapshot.object.missing(link.key) }
    skip(top)
  }

  /// Leaves an optional property as it is.
  private func skip(_ top: Int) {
    guard let links = frames[top].links, let position = unsafe frames[top].step else { return }
    let index = unsafe position - links.object.steps
    unsafe frames[top].memory.storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
  }

  // MARK: - Creating

  /// Runs the recipe, and finds out what the result needs.
  ///
  /// - Returns: Whether there is more to gather.
  private func create(_ top: Int) throws(InjectionError) -> Bool {
    guard let binding = frames[top].binding else { fatalError("an existing object is not made") }
    frames[top].phase = .creating
    let links = frames[top].links
    // The recipe moves the parameters out of the memory, even when it throws.
    frames[top].links = nil
    unsafe (frames[top].step, frames[top].end) = (nil, nil)
    do {
      let ingredients = unsafe Recipe.Ingredients(
        binding: binding, links: links ?? Unretained(.empty), memory: frames[top].memory,
        hasArguments: frames[top].flags.contains(.hasArguments), position: top)
      let place = unsafe frames[top].destination
      if try binding.with({ try unsafe $0.recipe.make(ingredients, into: place) }) {
        frames[top].flags.insert(.holdsValue)
      }
    } catch {
      throw InjectionError(wrapping: error, of: .creation(binding.object.key))
    }
    frames.reset(to: frames[top].mark)
    guard frames[top].flags.contains(.holdsValue) else { return false }
    let place = unsafe frames[top].destination
    if binding.with({ $0.isReadyMade }), top > 0 {
      binding.with { unsafe noteIfUserReceives($0, place, top - 1) }
    }
    guard let (object, plan) = try unsafe examine(binding, place, top) else { return false }
    object.with { inject($0, plan, top) }
    return true
  }

  /// The object of a value that user code has made, with its plan; nil if the object needs no
  /// injection, or has received it.
  @inline(__always)
  private func examine(
    _ binding: Unretained<ActiveBinding>, _ place: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> (Unretained<AnyObject>, Unretained<InjectionPlan>)? {
    let result = binding.with { $0.result }
    if result == .plain { return nil }
    if let reference = unsafe result.object(in: place) {
      let object = unsafe Unretained(reference)
      let known = unsafe object.with { object in
        unsafe binding.with { unsafe $0.knownPlan(for: type(of: object)) }
      }
      if let known = unsafe known {
        let plan = unsafe Unretained(known)
        if plan.with({ $0.isTrivial }) { return nil }
        if unsafe isKnownUniquelyReferenced(&place.assumingMemoryBound(to: AnyObject.self).pointee)
        {
          return (object, plan)
        }
      }
    } else if result != .opaque {
      return nil
    }
    return try unsafe examineSlowly(binding.object, place, top)
  }

  @inline(never)
  private func examineSlowly(
    _ binding: ActiveBinding, _ place: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> (Unretained<AnyObject>, Unretained<InjectionPlan>)? {
    let isNew =
      unsafe binding.result != .opaque
      && isKnownUniquelyReferenced(&place.assumingMemoryBound(to: AnyObject.self).pointee)
    guard let object = unsafe binding.recipe.object(in: place) else { return nil }
    if !isNew {
      switch knowledge(of: object) {
      case .complete: return nil
      case .underInjection(let position):
        refer(from: top, to: position)
        return nil
      case .unknown: break
      }
    }
    let plan = try binding.plan(for: object)
    return plan.with { $0.isTrivial } ? nil : (Unretained(object), plan)
  }

  // MARK: - Finishing

  /// Sets the gathered values and awakes the object.
  @inline(__always)
  private func complete(_ top: Int) throws(InjectionError) {
    let frame = unsafe frames.at(top)
    guard let object = unsafe frame.pointee.object, let plan = unsafe frame.pointee.plan else {
      fatalError("only objects have properties")
    }
    let memory = unsafe frame.pointee.memory
    unsafe frame.pointee.phase = .setting
    // From here on the values belong to the setters.
    unsafe frame.pointee.links = nil
    unsafe (frame.pointee.step, frame.pointee.end) = (nil, nil)
    plan.with { unsafe $0.links.move(memory, into: object) }
    unsafe frames.at(top).pointee.phase = .awaking
    guard plan.with({ $0.hasAwake }) else { return }
    do {
      try plan.with { plan in
        try object.with { object in
          for complete in plan.completions {
            do {
              try complete(object)
            } catch {
              throw InjectionError(wrapping: error, of: .completion(type(of: object)))
            }
          }
          try plan.awake?(object)
        }
      }
    } catch {
      throw InjectionError(wrapping: error, of: .awake(type(of: object.object)))
    }
  }

  /// Publishes the instance, or lets it wait for the rest of its cycle, and removes the frame.
  @inline(__always)
  private func finish(_ top: Int) throws(InjectionError) -> Answer {
    if unsafe frames.at(top).pointee.site != nil
      || frames.at(top).pointee.firstMember < members.count
    {
      try publish(top)
    }
    let frame = unsafe frames.at(top)
    let (low, phase, flags) = unsafe (frame.pointee.low, frame.pointee.phase, frame.pointee.flags)
    let (answer, isExisting) = unsafe (frame.pointee.answer, frame.pointee.binding == nil)
    frames.pop()
    if low < top, top > 0 {
      // The object below also refers to everything that the finished one refers to.
      let below = unsafe frames.at(top - 1)
      unsafe below.pointee.low = unsafe min(below.pointee.low, low)
      if unsafe below.pointee.maker != nil {
        unsafe below.pointee.makerLow = unsafe min(below.pointee.makerLow, low)
      }
    }
    if !flags.isDisjoint(with: [.isTimed, .keepsSite]) { finishRarely() }
    if phase == .request {
      isLastUnfinished = low < top || holdsBack
      return answer
    }
    return isExisting || flags.contains(.holdsValue) ? .ready : .nothing
  }

  @inline(never)
  private func finishRarely() {
    let frame = frames.removedLast
    if frame.flags.contains(.isTimed) { observeEnd(frame) }
    release(frame)
  }

  /// Releases what a frame keeps; the stack is in order.
  func release(_ frame: Frame) {
    if frame.flags.contains(.keepsSite) { frame.site?.release() }
  }

  // MARK: - Instances that exist

  /// Whether an instance is handed out without a word to observers or the ledger: no user code
  /// receives it that may return it.
  @inline(__always)
  func isHandedOutPlainly(_ binding: Unretained<ActiveBinding>, _ top: Int) -> Bool {
    unsafe nesting == 1 && binding.with { $0.isPlainlyHandedOut }
      && !frames.at(top).pointee.flags.contains(.notesValues)
  }

  /// Reports an instance that is handed out to observers, and notes it if user code receives it.
  func reuse(
    _ binding: Unretained<ActiveBinding>, _ place: UnsafeMutableRawPointer, _ top: Int
  ) {
    binding.with { unsafe noteIfUserReceives($0, place, top) }
    if binding.with({ $0.isObserved }) { observeReuse(of: binding, top) }
  }

  /// Notes a complete instance if user code receives it; links only forward it.
  private func noteIfUserReceives(
    _ binding: ActiveBinding, _ place: UnsafeMutableRawPointer, _ receiver: Int
  ) {
    if frames[receiver].handsToUser { unsafe note(binding, place) }
  }

  /// Notes a complete instance, unless it needs no injection anyway.
  func note(_ binding: ActiveBinding, _ place: UnsafeMutableRawPointer) {
    if let reference = unsafe binding.representation.object(in: place) {
      if unsafe binding.needsNothing(reference) || !binding.handsOutComplete { return }
      unsafe ledger.note(reference.takeUnretainedValue())
    } else if binding.handsOutComplete {
      for object in unsafe binding.recipe.objects(in: place) { ledger.note(object) }
    }
  }
}

extension LinkList {
  /// Moves the gathered values into the properties of an object, in order.
  @inline(__always)
  fileprivate func move(_ memory: UnsafeMutableRawPointer, into object: Unretained<AnyObject>) {
    for index in 0..<links.count {
      unsafe steps[index].link?.with { link in
        object.with { object in
          if unsafe isPresent(index, in: memory) {
            unsafe link.assign(from: memory + steps[index].offset, to: object)
          } else {
            link.leave(object)
          }
        }
      }
    }
  }
}
