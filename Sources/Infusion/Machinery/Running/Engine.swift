/// The engine: gather, create, gather, set, awake, finish.
///
/// One loop serves every request, observed or not. Without a frame, it copies existing instances,
/// follows links, and makes the values of closures that need nothing but the injector: the owner's
/// `maker` says what is at work. Everything else takes a frame.
///
/// All values of an object are gathered before its first property is set.
///
/// Nothing is retained on the way: see ``Frame``. `Tests/Benchmarks` has the figures.
@safe class Engine: Construction {
  /// How many updates of injectors this thread is carrying out.
  final var updates = 0
  /// Set when this thread has given way to another one, and is to start again once the site is free.
  final var retrySite: Site?
}

extension Engine {
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
      guard try gather(top) else { continue }
      switch frames[top].phase {
      case .request: break
      case .making: if try create(top) { continue }
      case .injecting: try complete(top)
      }
      let answer = try finish(top)
      if top == base { return answer }
      try accept(answer, top - 1)
    }
  }

  // MARK: - Gathering

  /// Gathers the values of a frame's steps; false when it has to go on at the topmost frame: it has
  /// pushed one that makes a value first, or has only found the binding of a step.
  @inline(__always)
  private func gather(_ top: Int) throws(InjectionError) -> Bool {
    var frame = unsafe frames.at(top)
    while unsafe frame.pointee.step != frame.pointee.end, let step = unsafe frame.pointee.step {
      let memory = unsafe frame.pointee.memory + step.pointee.offset
      guard let cell = unsafe step.pointee.cell else {
        try unsafe gatherHandle(step.pointee, memory, top)
        unsafe frame = unsafe frames.at(top)
        unsafe frame.pointee.step = unsafe step + 1
        continue
      }
      guard let answer = try unsafe answer(cell, memory, top) else { return false }
      try unsafe accept(answer, step, memory, top)
      unsafe frame = unsafe frames.at(top)
    }
    return true
  }

  /// Answers the open step of a frame; nil when the step has no answer yet.
  @inline(__always)
  private func answer(
    _ cell: Unretained<Cell>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    guard unsafe !frames.at(top).pointee.flags.contains(.forwardsArguments),
      let binding = cell.binding
    else { return try unsafe answerSlowly(cell, memory, top) }
    if binding.with({ unsafe $0.directSite?.copyExisting(into: memory, retainFreely) ?? false }) {
      unsafe reuse(binding, memory, top)
      return .ready
    }
    guard binding.with({ $0.reach.includes(record) }) else {
      return try unsafe demand(binding, cell, memory, top)
    }
    switch binding.with({ $0.shortcut }) {
    case .unscoped where frames.position(of: cell) == nil:
      try unsafe push(binding, cell, site: nil, arguments: .none, destination: memory)
      return nil
    case .make where frames.position(of: cell) == nil:
      return try unsafe make(binding, cell, memory, top)
    case .follow: return try unsafe follow(cell, binding, memory, top)
    case .graph, .makeOnce: return try unsafe demandInGraph(binding, cell, memory, top)
    case .copy where binding.with({ unsafe $0.copyGuarded(into: memory) }):
      unsafe reuse(binding, memory, top)
      return .ready
    case .nothing:
      if binding.with({ $0.isObserved }) {
        observers.begin(binding, above: top)
        observers.end(binding, above: top)
      }
      return .nothing
    case .none, .unscoped, .make, .copy: return try unsafe demand(binding, cell, memory, top)
    }
  }

  /// Answers the open step of a frame that forwards its arguments, or for which nothing is bound.
  ///
  /// - Returns: Nil when a frame has been pushed, or when only the binding has been found.
  @inline(never)
  private func answerSlowly(
    _ cell: Unretained<Cell>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    if let binding = cell.binding { return try unsafe demand(binding, cell, memory, top) }
    if !cell.with({ $0.isAbsent }), try cell.object.binding() != nil { return nil }
    guard !frames[top].flags.contains(.forwardsArguments),
      let position = frames.position(of: cell), !isKeptOnTheWay(to: top)
    else { return .absent }
    // Nothing provides the class of an existing object, but the object itself is there.
    return try unsafe closeCycle(at: position, key: cell.object.key, into: memory, for: top)
  }

  /// Gathers a handle, which asks for its value later.
  private func gatherHandle(
    _ step: Step, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) {
    guard let handles = step.handles else { fatalError("a step has a cell, or makes a handle") }
    if step.isOptional, frames[top].openDependency?.supply.isHandleOfNothing == true {
      return skip(top)
    }
    if frames[top].flags.contains(.forwardsArguments) {
      try frames.argumentsOfTop.expectAtMost([], of: handles.object.key)
    }
    // No binding of a handle looks whether the injector has ended.
    if frames[top].core.with({ $0.isShutDown }) {
      try frames[top].core.object.requireOpen(handles.object.key)
    }
    handles.with { unsafe $0.produce(into: memory) }
  }

  /// Takes the answer to the open step of a frame, if it has one.
  @inline(__always)
  private func accept(_ answer: Answer, _ top: Int) throws(InjectionError) {
    let frame = unsafe frames.at(top)
    guard let step = unsafe frame.pointee.step else {
      return unsafe assert(frame.pointee.phase == .request, "a step is being answered")
    }
    try unsafe accept(answer, step, frame.pointee.memory + step.pointee.offset, top)
  }

  @inline(__always)
  private func accept(
    _ answer: Answer, _ step: UnsafePointer<Step>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) {
    switch answer {
    case .ready: if unsafe !step.pointee.isExact { unsafe step.pointee.wrap(memory) }
    case .nothing: try unsafe acceptNothing(step.pointee, memory, top)
    case .absent: try acceptAbsence(top)
    }
    unsafe frames[top].step = unsafe step + 1
  }

  private func acceptNothing(
    _ step: Step, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) {
    if unsafe step.wrapNothing(memory) { return }
    guard let dependency = frames[top].openDependency else {
      frames[top].answer = .nothing
      return
    }
    switch dependency.requirement.subject {
    case .contribution: skip(top)
    // The link provides nothing, too.
    case .link: unsafe memory.storeBytes(of: 0, as: UInt.self)
    case .property, .parameter: throw frames[top].snapshot.object.nothing(dependency.key)
    }
  }

  private func acceptAbsence(_ top: Int) throws(InjectionError) {
    guard let dependency = frames[top].openDependency else {
      frames[top].answer = .absent
      return
    }
    guard dependency.isOptional else {
      throw frames[top].snapshot.object.missing(dependency.key)
    }
    skip(top)
  }

  /// Notes that the open step has no value.
  private func skip(_ top: Int) {
    guard let index = frames[top].openIndex else { return }
    unsafe frames[top].memory.storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
  }
}
