/// The short way: objects that take no frame.
///
/// Most dependencies are singletons that exist, or new objects made by closures that ask for
/// nothing. For those, pushing and popping a frame costs several times what the object costs. So
/// they are made by plain recursion, a few levels deep, on activations: small records from which a
/// frame can be made up at any time. As soon as something happens that needs more (user code asks
/// the injector, or throws; a singleton has to be built; an object refers to one that is not
/// finished), every activation is turned into its frame, and everything goes on as if the frames had
/// been there from the beginning.
///
/// Nothing is retained on the way: what was in force when the request began lives until it ends, see
/// ``VersionedReference``.
///
/// `Tests/Benchmarks` has the figures: rows inject4, inject4-singletons, transient and graph10.
extension Resolution {
  /// How the short way has ended.
  enum DirectOutcome {
    /// The memory holds the finished value.
    case ready
    /// Frames have taken over, and have finished the value.
    case finished
    /// Nothing was done.
    case refused
  }

  // MARK: - Requests

  /// Answers a request if it can be answered on the short way; otherwise nothing is done.
  func resolveDirectly(
    _ key: Key, in injector: Injector, at place: CodeLocation,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    guard
      let cell = unsafe isSubstituting
        ? answering(for: injector.core).exactCell(for: key) : injector.core.exactCell(for: key)
    else { return }
    try perform(CallFacts(.resolve, key, at: place), in: injector) {
      () throws(InjectionError) in
      _ = try unsafe deliver(cell, into: memory)
    }
  }

  private func deliver(
    _ cell: Unmanaged<Cell>, into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Bool {
    guard let binding = unsafe binding(of: cell) else { return false }
    // What user code receives is noted, as far as it is known to be an object.
    let isKnown = unsafe binding._withUnsafeGuaranteedRef { $0.result == .object }
    guard nesting == 1 || isKnown else { return false }
    if unsafe !copyExisting(binding, into: memory),
      case .refused = try unsafe makeDirectly(binding, cell, isNested: true, into: memory)
    {
      return false
    }
    if nesting > 1 { unsafe handedOut.insert([memory.load(as: AnyObject.self)]) }
    return true
  }

  /// Copies the instance of a singleton that exists.
  @inline(__always)
  private func copyExisting(
    _ binding: Unmanaged<ActiveBinding>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe binding._withUnsafeGuaranteedRef { unsafe $0.copyExisting(into: memory) }
  }

  /// The binding that answers a request for the cell, if that is known: one of its own injector, or
  /// a singleton of the parent.
  @inline(__always)
  private func binding(of cell: Unmanaged<Cell>) -> Unmanaged<ActiveBinding>? {
    unsafe cell._withUnsafeGuaranteedRef { cell in
      if let own = unsafe cell.content.present(at: moment) { return unsafe own }
      return unsafe isSubstituting ? nil : cell.singletonOfParent(at: moment)
    }
  }

  // MARK: - Links of frames

  /// Tries to gather the value of a link that a frame is answering, from a cell whose values need no
  /// adoption; false when nothing was done.
  func gatherDirectly(
    _ link: Link, from cell: Cell, _ top: Int
  ) throws(InjectionError) -> Bool {
    let reference = unsafe Unmanaged.passUnretained(cell)
    guard let binding = unsafe binding(of: reference) ?? bindingLinkedNow(of: reference) else {
      return false
    }
    let place = unsafe frames[top].memory + link.offset
    if unsafe !copyExisting(binding, into: place) {
      switch try unsafe makeDirectly(binding, reference, isNested: false, into: place) {
      case .ready: break
      case .finished: return true
      case .refused: return false
      }
    }
    noteParameter(link, top)
    frames[top].gathered += 1
    return true
  }

  // MARK: - Existing objects

  /// Injects into an object that exists.
  ///
  /// - Returns: False when nothing was done.
  func injectDirectly(
    _ object: AnyObject, _ plan: Unmanaged<InjectionPlan>, _ core: InjectorCore
  ) throws(InjectionError) -> Bool {
    guard
      let activation = unsafe direct.push(
        Activation(
          below: direct.top, binding: nil, cell: nil, core: .passUnretained(core), isNested: true,
          destination: nil, firstCreated: created.count, phase: .gatheringProperties,
          object: .passUnretained(object), plan: plan))
    else { return false }
    defer { unsafe direct.pop(activation) }
    _ = try unsafe injectProperties(activation)
    return true
  }

  // MARK: - New objects

  /// Makes the value of an unscoped binding.
  func makeDirectly(
    _ binding: Unmanaged<ActiveBinding>, _ cell: Unmanaged<Cell>, isNested: Bool,
    into destination: UnsafeMutableRawPointer
  ) throws(InjectionError) -> DirectOutcome {
    guard unsafe binding._withUnsafeGuaranteedRef({ unsafe $0.maker != nil }),
      unsafe !isUnderConstruction(cell),
      let activation = unsafe direct.push(
        Activation(
          below: direct.top, binding: binding, cell: cell,
          core: binding._withUnsafeGuaranteedRef { unsafe .passUnretained($0.core) },
          isNested: isNested, destination: destination, firstCreated: created.count,
          phase: .creating))
    else { return .refused }
    defer { unsafe direct.pop(activation) }
    try unsafe create(activation, binding, destination)
    if unsafe activation.pointee.frame != nil { return try unsafe examineWithFrame(activation) }
    let representation = unsafe binding._withUnsafeGuaranteedRef { $0.result }
    guard let object = unsafe representation.object(in: destination) else { return .ready }
    guard
      let plan = unsafe knownPlan(of: object, binding)
        ?? planMadeNow(for: object, binding, activation)
    else {
      return try unsafe examineWithFrame(activation)
    }
    if unsafe plan._withUnsafeGuaranteedRef({ $0.isTrivial }) { return .ready }
    let isNew = unsafe isKnownUniquelyReferenced(
      &destination.assumingMemoryBound(to: AnyObject.self).pointee)
    if !isNew, unsafe object._withUnsafeGuaranteedRef({ isComplete($0) }) { return .ready }
    unsafe activation.pointee.object = unsafe object
    unsafe activation.pointee.plan = unsafe plan
    unsafe activation.pointee.phase = .gatheringProperties
    return try unsafe injectProperties(activation)
  }

  /// Runs the closure of the user.
  @inline(__always)
  private func create(
    _ activation: UnsafeMutablePointer<Activation>, _ binding: Unmanaged<ActiveBinding>,
    _ destination: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    do {
      try unsafe binding._withUnsafeGuaranteedRef { binding in
        try unsafe binding.maker?(binding.core.injector, destination)
      }
    } catch {
      let frame = unsafe turn(activation)
      let key = unsafe binding._withUnsafeGuaranteedRef { $0.key }
      throw unwind(to: frame, InjectionError(wrapping: error, of: .creation(key)))
    }
  }

  /// The plan for a new object, if the binding has made one of its class before.
  @inline(__always)
  private func knownPlan(
    of object: Unmanaged<AnyObject>, _ binding: Unmanaged<ActiveBinding>
  ) -> Unmanaged<InjectionPlan>? {
    unsafe object._withUnsafeGuaranteedRef { object in
      unsafe binding._withUnsafeGuaranteedRef { binding in
        unsafe binding.knownPlan(for: type(of: object), at: moment)
      }
    }
  }

  // MARK: - Properties

  /// Gathers the values of an object's properties, sets them, and awakes the object.
  private func injectProperties(
    _ activation: UnsafeMutablePointer<Activation>
  ) throws(InjectionError) -> DirectOutcome {
    guard let plan = unsafe activation.pointee.plan, let object = unsafe activation.pointee.object
    else { fatalError("only objects have properties") }
    guard let steps = unsafe plan._withUnsafeGuaranteedRef({ unsafe $0.links.steps }),
      let memory = unsafe direct.allocate(
        plan._withUnsafeGuaranteedRef { $0.links.layout.size })
    else {
      return try unsafe finishWithFrame(activation)
    }
    unsafe activation.pointee.memory = unsafe memory
    for index in 0..<steps.count {
      guard try unsafe gather(steps[index], activation, memory) else {
        return try unsafe finishWithFrame(activation)
      }
      unsafe activation.pointee.gathered += 1
    }
    unsafe list(activation)
    unsafe activation.pointee.phase = .setting
    for index in 0..<steps.count {
      unsafe steps[index].link._withUnsafeGuaranteedRef { link in
        unsafe object._withUnsafeGuaranteedRef { unsafe link.assign(from: memory, to: $0) }
      }
    }
    unsafe activation.pointee.phase = .awaking
    return try unsafe awake(activation, plan, object)
  }

  /// Gathers one value; false when frames have to take over, or have done so.
  @inline(__always)
  private func gather(
    _ step: DirectStep, _ activation: UnsafeMutablePointer<Activation>,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Bool {
    let place = unsafe memory + step.offset
    guard let binding = unsafe binding(of: step.cell) ?? bindingLinkedNow(of: step.cell),
      unsafe activation.pointee.frame == nil
    else { return false }
    if unsafe copyExisting(binding, into: place) { return true }
    do throws(InjectionError) {
      guard case .ready = try unsafe makeDirectly(binding, step.cell, isNested: false, into: place)
      else { return false }
      return true
    } catch {
      // The failure has turned every activation into a frame.
      guard let frame = unsafe activation.pointee.frame else { throw error }
      throw unwind(to: frame, error)
    }
  }

  private func awake(
    _ activation: UnsafeMutablePointer<Activation>, _ plan: Unmanaged<InjectionPlan>,
    _ object: Unmanaged<AnyObject>
  ) throws(InjectionError) -> DirectOutcome {
    do {
      try unsafe plan._withUnsafeGuaranteedRef { plan in
        try unsafe object._withUnsafeGuaranteedRef { object in
          for complete in plan.completions { try complete(object) }
          try plan.awake?(object)
        }
      }
    } catch {
      let frame = unsafe turn(activation)
      let cls: AnyClass = unsafe object._withUnsafeGuaranteedRef { type(of: $0) }
      throw unwind(to: frame, InjectionError(wrapping: error, of: .awake(cls)))
    }
    guard let frame = unsafe activation.pointee.frame else { return .ready }
    _ = try attempt(frame) { () throws(InjectionError) in try finish() }
    return .finished
  }

  // MARK: - Activations

  /// Whether a request for the cell would close a cycle.
  @inline(__always)
  private func isUnderConstruction(_ cell: Unmanaged<Cell>) -> Bool {
    var next = unsafe direct.top
    while let activation = unsafe next {
      if let other = unsafe activation.pointee.cell {
        if unsafe other.toOpaque() == cell.toOpaque() { return true }
      } else if unsafe cell._withUnsafeGuaranteedRef({ unsafe isObject(of: activation, $0) }) {
        return true
      }
      unsafe next = unsafe activation.pointee.below
    }
    guard !frames.isEmpty else { return false }
    return unsafe cell._withUnsafeGuaranteedRef { positionUnderConstruction(of: $0) != nil }
  }

  /// Whether the existing object that is injected answers a request for the cell.
  private func isObject(of activation: UnsafeMutablePointer<Activation>, _ cell: Cell) -> Bool {
    guard cell.key.name == nil, let object = unsafe activation.pointee.object,
      unsafe activation.pointee.core.toOpaque() == Unmanaged.passUnretained(cell.core).toOpaque()
    else { return false }
    return unsafe object._withUnsafeGuaranteedRef { object in
      ObjectIdentifier(type(of: object)) == ObjectIdentifier(cell.key.type)
    }
  }

  /// Notes that the object has been injected, so that a closure that returns it has made nothing new.
  @inline(__always)
  private func list(_ activation: UnsafeMutablePointer<Activation>) {
    // An object that exists is noted when user code gets a word in: nobody could return it before.
    guard unsafe activation.pointee.binding != nil || activation.pointee.frame != nil,
      let object = unsafe activation.pointee.object
    else { return }
    unsafe created.append(object.takeUnretainedValue())
  }
}
