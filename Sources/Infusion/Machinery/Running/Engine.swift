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
      // A frame above this one makes a value first.
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

  /// Gathers the values of a frame's steps; false when it has pushed a frame that makes one first.
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
      if unsafe !frame.pointee.flags.contains(.forwardsArguments), let binding = cell.binding,
        let filling = try unsafe fill(memory, from: binding, cell, top)
      {
        switch filling {
        case .value: if unsafe !step.pointee.isExact { unsafe step.pointee.wrap(memory) }
        case .nothing: try unsafe acceptNothing(step.pointee, memory, top)
        case .frame: return false
        }
        unsafe frame = unsafe frames.at(top)
        unsafe frame.pointee.step = unsafe step + 1
        continue
      }
      guard try unsafe gatherSlowly(cell, memory, top) else { return false }
      unsafe frame = unsafe frames.at(top)
    }
    return true
  }

  /// What has been done for a step.
  enum Filling {
    /// The memory holds the value.
    case value
    case nothing
    /// A frame has been pushed that makes the value first.
    case frame
  }

  /// Answers a step without a frame; nil when the value takes one, and nothing has happened.
  @inline(__always)
  private func fill(
    _ memory: UnsafeMutableRawPointer, from binding: Unretained<ActiveBinding>,
    _ cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) -> Filling? {
    if binding.with({ unsafe $0.directSite?.copyExisting(into: memory, retainFreely) ?? false }) {
      unsafe reuse(binding, memory, top)
      return .value
    }
    guard binding.with({ $0.reach.includes(record) }) else { return nil }
    switch binding.with({ $0.shortcut }) {
    case .none: return nil
    case .unscoped:
      guard frames.position(of: cell) == nil else { return nil }
      try unsafe push(binding, cell, site: nil, arguments: .none, destination: memory)
      return .frame
    case .make:
      guard frames.position(of: cell) == nil else { return nil }
      return try unsafe make(binding, cell, memory, top)
    case .follow:
      return try unsafe follow(cell, binding, memory, top)
    case .graph, .makeOnce:
      return try unsafe fillOfGraph(memory, binding, cell, top)
    case .copy:
      guard binding.with({ unsafe $0.copyGuarded(into: memory) }) else { return nil }
      unsafe reuse(binding, memory, top)
      return .value
    case .nothing:
      if binding.with({ $0.isObserved }) {
        observers.begin(binding, above: top)
        observers.end(binding, above: top)
      }
      return .nothing
    }
  }

  /// Hands out the instance that this outermost call has, or makes it; nil when it takes a frame, and
  /// nothing has happened.
  @inline(never)
  private func fillOfGraph(
    _ memory: UnsafeMutableRawPointer, _ binding: Unretained<ActiveBinding>,
    _ cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) -> Filling? {
    if let site = graphSite(of: binding) {
      guard site.with({ unsafe $0.copy(into: memory) == .ready }) else { return nil }
      try unsafe requireIsolation(ofInstanceOfCall: memory, from: binding)
      unsafe reuse(binding, memory, top)
      return .value
    }
    guard binding.with({ $0.shortcut == .makeOnce }) else { return nil }
    return try unsafe make(binding, cell, memory, top, at: addGraphSite(of: binding))
  }

  /// Takes up a step that `fill` has not answered.
  ///
  /// - Returns: False when it has pushed a frame that makes the value first. Otherwise, the step is
  ///   answered, or has its binding now.
  private func gatherSlowly(
    _ cell: Unretained<Cell>, _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Bool {
    let answer: Answer?
    if let binding = cell.binding {
      answer = try unsafe demand(binding, cell, memory, top)
    } else if !cell.with({ $0.isAbsent }), try cell.object.binding() != nil {
      // The next look at the step finds the binding.
      return true
    } else if !frames[top].flags.contains(.forwardsArguments),
      let position = frames.position(of: cell), !isKeptOnTheWay(to: top)
    {
      // Nothing provides the class of an existing object, but the object itself is there.
      answer = try unsafe closeCycle(at: position, key: cell.object.key, into: memory, for: top)
    } else {
      answer = .absent
    }
    guard let answer else { return false }
    try accept(answer, top)
    return true
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

  /// Takes the answer to the open step of a frame.
  @inline(__always)
  private func accept(_ answer: Answer, _ top: Int) throws(InjectionError) {
    let frame = unsafe frames.at(top)
    guard let step = unsafe frame.pointee.step else {
      return unsafe assert(frame.pointee.phase == .request, "a step is being answered")
    }
    let memory = unsafe frame.pointee.memory + step.pointee.offset
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
