/// Calls the observers.
///
/// This code runs only when there are observers. At the end of a value, its frame is gone before an
/// observer is called: the observer may ask for the value.
extension Resolution {
  /// Notes that the work of a frame begins.
  func observeBeginning(_ top: Int) {
    let binding = frames[top].binding?.object
    // A delivered value began with its closure; observers were called at that time.
    let delivery = binding.flatMap { preparation?.deliveries[$0.keeperIdentity] }
    beginnings.append((top, .now - (delivery?.duration ?? .zero)))
    frames[top].flags.insert(.isTimed)
    guard let binding, !binding.isReadyMade, delivery == nil else { return }
    tellBeginning(of: binding, frames[top].depth)
  }

  /// Notes that a value begins above a frame, without a frame of its own; it may take one later.
  func observeBeginning(of binding: Unretained<ActiveBinding>, above top: Int) {
    beginnings.append((top + 1, .now))
    tellBeginning(of: binding.object, frames[top].depthAbove)
  }

  private func tellBeginning(of binding: ActiveBinding, _ depth: Int32) {
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(depth), duration: nil)
    unsafe notify(binding.core) { $0.willCreate(event) }
  }

  /// Reports the end of a value that was made without a frame.
  func observeEnd(of binding: Unretained<ActiveBinding>, above top: Int) {
    let binding = binding.object
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(frames[top].depthAbove),
      duration: endTiming())
    unsafe notify(binding.core) { $0.didCreate(event) }
  }

  /// Reports the end of a frame that has been removed.
  func observeEnd(_ frame: Frame) {
    let duration = endTiming()
    let binding = frame.binding?.object
    if binding?.isReadyMade == true {
      let event = frame.event(duration: nil)
      notify(frame.core.object) { $0.didReuse(event) }
      return
    }
    let event = frame.event(duration: duration)
    notify(frame.core.object) { observer in
      if frame.plan != nil { observer.didInject(event) }
      if binding != nil { observer.didCreate(event) }
    }
  }

  /// Ends the timing of the work that began last, and returns its duration.
  private func endTiming() -> Duration? { beginnings.popLast()?.instant.duration(to: .now) }

  /// The end of a frame that has failed, to be reported when it is gone.
  struct Failure {
    let event: InjectionEvent
    let core: InjectorCore
    let error: InjectionError
  }

  func failure(of position: Int, _ error: InjectionError) -> Failure {
    let frame = frames[position]
    let began = beginnings.last { $0.position == position }?.instant
    return Failure(
      event: frame.event(duration: began.map { $0.duration(to: .now) }), core: frame.core.object,
      error: error)
  }

  func observe(_ failure: Failure) {
    // A value that is not prepared yet is awaited later.
    if preparation != nil, failure.error.code == .notPrepared { return }
    notify(failure.core) { $0.didFail(failure.event, failure.error) }
  }

  func observeReuse(of binding: ActiveBinding, _ depth: Int32) {
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(depth), duration: nil)
    unsafe notify(binding.core) { $0.didReuse(event) }
  }

  /// Calls the observers, but reports no request of an observer itself: that would never end.
  func notify(_ core: InjectorCore, _ tell: (any InjectionObserver) -> Void) {
    guard !isObserving else { return }
    isObserving = true
    defer { isObserving = false }
    for observer in core.options.observers { tell(observer) }
  }
}

extension Frame {
  fileprivate func event(duration: Duration?) -> InjectionEvent {
    InjectionEvent(
      key: key ?? Key(AnyObject.self),
      scope: binding?.object.scope ?? .unscoped, depth: Int(depth), duration: duration)
  }
}
