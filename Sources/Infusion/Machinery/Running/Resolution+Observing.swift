/// Calls the observers.
///
/// This code runs only when there are observers, and is never compiled into the engine: a function
/// with a `ContinuousClock.Instant` first asks the run-time library how large one is. At the end of
/// a value, its frame is gone before an observer is called: the observer may ask for the value.
extension Resolution {
  /// Notes that the work of a frame begins.
  @inline(never)
  func observeBeginning(_ top: Int) {
    let binding = frames[top].binding?.object
    // A delivered value began with its closure; observers were called at that time.
    let delivery = binding.flatMap { delivered(for: $0) }
    let now = ContinuousClock.now
    unsafe beginnings.append((top, delivery?.duration.map { now - $0 } ?? now))
    frames[top].flags.insert(.isTimed)
    guard let binding, !binding.isReadyMade, delivery == nil else { return }
    // A call that waits creates nothing that has to be prepared.
    if preparation != nil, binding.recipe.asynchronous != nil { return }
    tellBeginning(of: Unretained(binding), frames[top].depth)
  }

  /// Notes that a value begins above a frame, without a frame of its own; it may take one later.
  @inline(never)
  func observeBeginning(of binding: Unretained<ActiveBinding>, above top: Int) {
    unsafe beginnings.append((top + 1, .now))
    guard binding.with({ !$0.isReadyMade }) else { return }
    tellBeginning(of: binding, frames[top].depthAbove)
  }

  private func tellBeginning(of binding: Unretained<ActiveBinding>, _ depth: Int32) {
    let event = InjectionEvent(of: binding, depth, duration: nil)
    notify(binding.with { $0.coreReference }) { $0.willCreate(event) }
  }

  /// Reports the end of a value that was made without a frame.
  @inline(never)
  func observeEnd(of binding: Unretained<ActiveBinding>, above top: Int) {
    let duration = endTiming()
    if binding.with({ $0.isReadyMade }) { return observeReuse(of: binding, top) }
    let event = InjectionEvent(of: binding, frames[top].depthAbove, duration: duration)
    notify(binding.with { $0.coreReference }) { $0.didCreate(event) }
  }

  /// Reports the end of a frame that has been removed.
  @inline(never)
  func observeEnd(_ frame: Frame) {
    let duration = endTiming()
    let binding = frame.binding?.object
    if binding?.isReadyMade == true {
      let event = frame.event(duration: nil)
      notify(frame.core) { $0.didReuse(event) }
      return
    }
    let event = frame.event(duration: duration)
    notify(frame.core) { observer in
      if frame.plan != nil { observer.didInject(event) }
      if binding != nil { observer.didCreate(event) }
    }
  }

  /// Ends the timing of the work that began last, and returns its duration.
  private func endTiming() -> Duration? {
    guard let last = unsafe beginnings.last else { return nil }
    unsafe beginnings.removeLast()
    return last.instant.duration(to: .now)
  }

  /// The end of a frame that has failed, to be reported when it is gone.
  struct Failure {
    let event: InjectionEvent
    let core: InjectorCore
    let error: InjectionError
    /// Whether an asynchronous closure has made the value: the end of its job is reported.
    let isDelivered: Bool
  }

  @inline(never)
  func failure(of position: Int, _ error: InjectionError) -> Failure {
    let frame = frames[position]
    let began = unsafe beginnings.last { $0.position == position }?.instant
    return Failure(
      event: frame.event(duration: began.map { $0.duration(to: .now) }), core: frame.core.object,
      error: error, isDelivered: frame.binding.flatMap { delivered(for: $0.object) } != nil)
  }

  func observe(_ failure: Failure) {
    // A value that is not prepared yet is awaited later.
    if failure.isDelivered || (preparation != nil && failure.error.code == .notPrepared) { return }
    notify(Unretained(failure.core)) { $0.didFail(failure.event, failure.error) }
  }

  @inline(never)
  func observeReuse(of binding: Unretained<ActiveBinding>, _ top: Int) {
    let event = InjectionEvent(of: binding, frames[top].depthAbove, duration: nil)
    notify(binding.with { $0.coreReference }) { $0.didReuse(event) }
  }

  /// Calls the observers, but reports no request of an observer itself: that would never end.
  @inline(__always)
  func notify(_ core: Unretained<InjectorCore>, _ tell: (any InjectionObserver) -> Void) {
    if observerPosition == nil { notifyInAnyCase(core, tell) }
  }

  /// Calls the observers, even if this thread is within one of them: what has ended is no
  /// request of theirs.
  @inline(__always)
  func notifyInAnyCase(_ core: Unretained<InjectorCore>, _ tell: (any InjectionObserver) -> Void) {
    let outer = observerPosition
    observerPosition = frames.count
    defer { observerPosition = outer }
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
    let (key, scope) = binding.with { ($0.key, $0.scope) }
    self.init(key: key, scope: scope, depth: Int(depth), duration: duration)
  }
}

extension Frame {
  fileprivate func event(duration: Duration?) -> InjectionEvent {
    InjectionEvent(
      key: key ?? Key(AnyObject.self),
      scope: binding?.object.scope ?? .unscoped, depth: Int(depth), duration: duration)
  }
}
