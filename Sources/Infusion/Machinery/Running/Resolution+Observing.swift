/// Telling observers what happens.
///
/// Called only when there are any.
extension Resolution {
  func observeBeginning(_ top: Int) {
    frames[top].began = .now
    guard let binding = frames[top].binding, !binding.isReadyMade else { return }
    let event = event(top, duration: nil)
    notify(frames[top].core) { $0.willCreate(event) }
  }

  func observeEnd(_ top: Int) {
    if frames[top].binding?.isReadyMade == true {
      let event = event(top, duration: nil)
      notify(frames[top].core) { $0.didReuse(event) }
      return
    }
    let event = event(top)
    let isInjected = frames[top].plan != nil
    let isCreated = frames[top].binding != nil
    notify(frames[top].core) { observer in
      if isInjected { observer.didInject(event) }
      if isCreated { observer.didCreate(event) }
    }
  }

  func observeFailure(_ top: Int, _ error: InjectionError) {
    notify(frames[top].core) { [event = event(top)] in $0.didFail(event, error) }
  }

  func observeReuse(of binding: ActiveBinding) {
    let event = InjectionEvent(
      key: binding.key, scope: binding.scope, depth: frames.count, duration: nil)
    unsafe notify(binding.core) { $0.didReuse(event) }
  }

  private func event(_ top: Int) -> InjectionEvent {
    event(top, duration: frames[top].began.map { $0.duration(to: .now) })
  }

  private func event(_ top: Int, duration: Duration?) -> InjectionEvent {
    let frame = frames[top]
    return InjectionEvent(
      key: frame.binding?.key ?? frame.object.map { Key(type(of: $0)) } ?? Key(AnyObject.self),
      scope: frame.binding?.scope ?? .unscoped, depth: top,
      duration: duration)
  }

  /// What an observer asks of an injector itself is not told: it would never end.
  private func notify(_ core: InjectorCore, _ tell: (any InjectionObserver) -> Void) {
    guard !isObserving else { return }
    isObserving = true
    defer { isObserving = false }
    for observer in core.options.observers { tell(observer) }
  }
}
