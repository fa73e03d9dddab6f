/// Calls the observers of injectors, for one thread.
///
/// This code runs only when there are observers, and is never compiled into the engine: a function
/// with a `ContinuousClock.Instant` first asks the run-time library how large one is. At the end of
/// a value, its frame is gone before an observer is called: the observer may ask for the value.
final class ObserverCalls {
  private let frames: FrameStack
  /// When observed work began, the innermost last.
  @exclusivity(unchecked) private var beginnings:
    [(height: Int, instant: ContinuousClock.Instant)] = []
  /// The position of the frame of a request that an observer makes, while one is called: its own
  /// requests are not reported.
  private var requestPosition: Int?

  init(_ frames: FrameStack) { self.frames = frames }

  /// Whether an observer asks; what it sees and receives is no part of an object.
  @inline(__always)
  var isAsking: Bool { frames.count == requestPosition }

  /// Where the work of a frame stands among those of others.
  ///
  /// The work on a value without a frame stands right below that of the next frame, which may belong
  /// to a request within it.
  private static func height(of position: Int) -> Int { 2 * position }

  /// Notes that the work of a frame begins.
  func begin(_ top: Int, _ preparation: PreparationState?) {
    let binding = frames[top].binding
    // A delivered value began with its closure; observers were called at that time.
    let delivery = binding.flatMap { preparation?.delivery(for: $0.object) }
    let now = ContinuousClock.now
    unsafe beginnings.append((Self.height(of: top), delivery?.duration.map { now - $0 } ?? now))
    frames[top].flags.insert(delivery == nil ? .isTimed : [.isTimed, .isDelivered])
    guard let binding, binding.with({ !$0.isReadyMade }) else { return }
    // A call that waits creates nothing that has to be prepared.
    if preparation != nil, binding.object.recipe.asynchronous != nil { return }
    reportBeginning(of: binding, frames[top].depth)
  }

  /// Notes that a value begins above a frame, without a frame of its own; it may take one later.
  @inline(never)
  func begin(_ binding: Unretained<ActiveBinding>, above top: Int) {
    unsafe beginnings.append((Self.height(of: top + 1) - 1, .now))
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
  private func endTiming() -> Duration? {
    guard let last = unsafe beginnings.last else { return nil }
    unsafe beginnings.removeLast()
    return last.instant.duration(to: .now)
  }

  // MARK: - Failures

  /// The end of a frame that has failed, to be reported when it is gone.
  struct Failure {
    let event: InjectionEvent
    let core: InjectorCore
    let error: InjectionError
  }

  @inline(never)
  func failure(of position: Int, _ error: InjectionError) -> Failure {
    let frame = frames[position]
    return Failure(
      event: frame.event(duration: beginning(of: position)?.duration(to: .now)),
      core: frame.core.object, error: error)
  }

  /// When the work of a frame began; the work may have begun before the value had its frame.
  ///
  /// - Complexity: O(log *n*) in the number of beginnings.
  private func beginning(of position: Int) -> ContinuousClock.Instant? {
    let height = Self.height(of: position)
    let next = unsafe beginnings.indices.partitionPoint { unsafe beginnings[$0].height <= height }
    let last = next - 1
    return unsafe last >= 0 && beginnings[last].height >= height - 1
      ? beginnings[last].instant : nil
  }

  /// Forgets when the work of the frame at a position, and above it, began.
  func forgetBeginnings(from position: Int) {
    while let last = unsafe beginnings.last, last.height >= Self.height(of: position) {
      unsafe beginnings.removeLast()
    }
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

  func report(_ failure: Failure) {
    notify(Unretained(failure.core)) { $0.didFail(failure.event, failure.error) }
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
