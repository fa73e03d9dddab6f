/// Telling observers what happens.
///
/// Called only when there are any. An observer is called at the end of a value when no frame of it
/// stands: it may ask for it.
extension Resolution {
  /// The work of a frame begins.
  func observeBeginning(_ top: Int) {
    let binding = frames[top].binding?.object
    // What was delivered began with its closure, when observers were called.
    let delivery = binding.flatMap { preparation?.deliveries[$0.keeperIdentity] }
    beginnings.append((top, .now - (delivery?.duration ?? .zero)))
    frames[top].flags.insert(.isTimed)
    guard let binding, !binding.isReadyMade, delivery == nil else { return }
    tellBeginning(of: binding, frames[top].depth)
  }

  /// A value is made above a frame without one of its own; it may take one later.
  func observeBeginning(of binding: Unretained<ActiveBinding>, above top: Int) {
    beginnings.append((top + 1, .now))
    tellBeginning(of: binding.object, frames[top].depthAbove)
  }

  private func tellBeginning(of binding: ActiveBinding, _ depth: Int32) {
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(depth), duration: nil)
    unsafe notify(binding.core) { $0.willCreate(event) }
  }

  /// A value that was made without a frame is finished.
  func observeEnd(of binding: Unretained<ActiveBinding>, above top: Int) {
    let binding = binding.object
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(frames[top].depthAbove),
      duration: endTiming())
    unsafe notify(binding.core) { $0.didCreate(event) }
  }

  /// The work of a frame has ended, and it is gone.
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

  /// How long the work has lasted that was begun last.
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
    // What is not prepared yet will be waited for.
    if preparation != nil, failure.error.code == .notPrepared { return }
    notify(failure.core) { $0.didFail(failure.event, failure.error) }
  }

  func observeReuse(of binding: ActiveBinding, _ depth: Int32) {
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: Int(depth), duration: nil)
    unsafe notify(binding.core) { $0.didReuse(event) }
  }

  /// What an observer asks of an injector itself is not reported: it would never end.
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
      key: binding?.object.key ?? object.map { Key(type(of: $0.object)) } ?? Key(AnyObject.self),
      scope: binding?.object.scope ?? .unscoped, depth: Int(depth), duration: duration)
  }
}
