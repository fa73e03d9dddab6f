/// Calls the observers of injectors, for one thread.
///
/// This code runs only when there are observers, and is never compiled into the engine: a function
/// with a `ContinuousClock.Instant` first asks the run-time library how large one is. At the end of
/// a value, its frame is gone before an observer is called: the observer may ask for the value.
final class ObserverCalls {
  private let frames: FrameStack
  /// When the values that are timed began, the innermost last: those of the frames with the flag
  /// `isTimed`, and those that are being made without a frame.
  @exclusivity(unchecked) private var beginnings: [ContinuousClock.Instant] = []
  /// The position of the frame of a request that an observer makes, while one is called: its own
  /// requests are not reported.
  private var requestPosition: Int?

  init(_ frames: FrameStack) { self.frames = frames }

  /// Whether an observer asks; what it sees and receives is no part of an object.
  @inline(__always)
  var isAsking: Bool { frames.count == requestPosition }

  /// Notes that the work of a frame begins.
  func begin(_ top: Int, _ preparation: PreparationState?) {
    let binding = frames[top].binding
    // A delivered value began with its closure; observers were called at that time.
    let delivery = binding.flatMap { preparation?.delivery(for: $0.object) }
    let now = ContinuousClock.now
    unsafe beginnings.append(delivery?.duration.map { now - $0 } ?? now)
    frames[top].flags.insert(delivery == nil ? .isTimed : [.isTimed, .isDelivered])
    guard let binding, binding.with({ !$0.isReadyMade }) else { return }
    // A call that waits creates nothing that has to be prepared.
    if preparation != nil, binding.object.recipe.asynchronous != nil { return }
    reportBeginning(of: binding, frames[top].depth)
  }

  /// Notes that a value begins above a frame, without a frame of its own; it may take one later.
  @inline(never)
  func begin(_ binding: Unretained<ActiveBinding>, above top: Int) {
    unsafe beginnings.append(.now)
    guard binding.with({ !$0.isReadyMade }) else { return }
    reportBeginning(of: binding, frames[top].depthAbove)
  }

  private func reportBeginning(of binding: Unretained<ActiveBinding>, _ depth: Int32) {
    let event = InjectionEvent(of: binding, depth, duration: nil)
    notify(binding.with { $0.coreReference }) { $0.willCreate(event) }
  }

  /// Reports the end of a value that was made without a frame.
  @inline(never)
  func end(_ binding: Unretained<ActiveBinding>, above top: Int) {
    let duration = endTiming()
    if binding.with({ $0.isReadyMade }) { return reuse(binding, above: top) }
    let event = InjectionEvent(of: binding, frames[top].depthAbove, duration: duration)
    notify(binding.with { $0.coreReference }) { $0.didCreate(event) }
  }

  /// Reports the end of the frame that has just been removed.
  @inline(never)
  func end() {
    let duration = endTiming()
    // A request of an observer pushes other frames over it.
    let frame = frames.removedLast
    let isReadyMade = frame.binding?.with { $0.isReadyMade } ?? false
    let isReused = isReadyMade && frame.flags.contains(.holdsValue)
    if let binding = frame.binding, isReadyMade, !isReused {
      // A weak binding whose object is gone provides nothing, which has not begun yet.
      reportBeginning(of: binding, frame.depth)
    }
    let event = frame.event(duration: isReused ? nil : duration)
    notify(frame.core) { observer in
      if isReused { return observer.didReuse(event) }
      if frame.plan != nil { observer.didInject(event) }
      if frame.binding != nil { observer.didCreate(event) }
    }
  }

  /// Reports an instance that exists and is handed out.
  @inline(never)
  func reuse(_ binding: Unretained<ActiveBinding>, above top: Int) {
    let event = InjectionEvent(of: binding, frames[top].depthAbove, duration: nil)
    notify(binding.with { $0.coreReference }) { $0.didReuse(event) }
  }

  /// Ends the timing of the work that began last, and returns its duration.
  private func endTiming() -> Duration? { unsafe beginnings.popLast()?.duration(to: .now) }

  // MARK: - Failures

  /// Ends the timing of the topmost frame that is timed, which has failed.
  ///
  /// - Returns: What reports the failure, when the frame is gone.
  @inline(never)
  func fail(_ position: Int, _ error: InjectionError) -> () -> Void {
    let frame = frames[position]
    let (core, event) = (frame.core.object, frame.event(duration: endTiming()))
    return { self.notify(Unretained(core)) { $0.didFail(event, error) } }
  }

  /// Reports an existing object whose injection has failed before it began.
  @inline(never)
  func refuse(_ object: AnyObject, in core: Unretained<InjectorCore>, _ error: InjectionError) {
    guard core.with({ $0.isObserved }) else { return }
    let depth = frames.count == 0 ? 0 : frames[frames.count - 1].depthAbove
    let event = InjectionEvent(
      key: Key(type(of: object)), scope: .unscoped, depth: Int(depth), duration: nil)
    notify(core) { $0.didFail(event, error) }
  }

  // MARK: - Calling

  /// Calls the observers, but reports no request of an observer itself: that would never end.
  @inline(__always)
  private func notify(_ core: Unretained<InjectorCore>, _ tell: (any InjectionObserver) -> Void) {
    if requestPosition == nil { notifyInAnyCase(core, tell) }
  }

  /// Calls the observers, even if this thread is within one of them: what has ended is no
  /// request of theirs.
  @inline(__always)
  func notifyInAnyCase(_ core: Unretained<InjectorCore>, _ tell: (any InjectionObserver) -> Void) {
    let outer = requestPosition
    requestPosition = frames.count
    defer { requestPosition = outer }
    core.with { core in
      // By index: a loop over the observers copies each.
      for index in core.options.observers.indices { tell(core.options.observers[index]) }
    }
  }
}

extension InjectionEvent {
  fileprivate init(
    of binding: Unretained<ActiveBinding>, _ depth: Int32, duration: Duration?
  ) {
    let (key, scope) = binding.with { ($0.key, $0.shownScope) }
    self.init(key: key, scope: scope, depth: Int(depth), duration: duration)
  }
}

extension Frame {
  fileprivate func event(duration: Duration?) -> InjectionEvent {
    // It began with its closure, in no other value.
    let depth = flags.contains(.isDelivered) ? 0 : depth
    if let binding { return InjectionEvent(of: binding, depth, duration: duration) }
    return InjectionEvent(
      key: key ?? Key(AnyObject.self), scope: .unscoped, depth: Int(depth), duration: duration)
  }
}
