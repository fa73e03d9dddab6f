/// What a request sees: an outermost call pins one snapshot. When user code turns to another
/// injector, what is seen of that is noted, and stays so until the call ends. A change by the thread
/// itself is seen from then on.
extension Resolution {
  /// The snapshot of the injector in which a nested call begins.
  func view(of core: InjectorCore) -> Snapshot {
    // What the call began with is seen by those who come back to it.
    if let present = snapshot?.object { seen.note(present) }
    let view = seen.snapshot(of: core)
    _ = seen.takeDropped()
    return view
  }

  /// What the thread sees of an injector at present, whether a call is under way or not.
  func visible(of core: InjectorCore) -> Snapshot {
    nesting > 0 || hasViews ? view(of: core) : core.loadPresent()
  }

  /// Sees what there is to see of an injector, though the call may have begun with another state.
  ///
  /// Noted before anything is let go: a deinitializer may change the injector, and looks again.
  func look(at core: InjectorCore) {
    snapshot = Unretained(seen.snapshot(of: core))
    _ = seen.takeDropped()
  }

  /// Called when this thread has changed an injector: its request sees that from then on.
  func seeChange(of core: InjectorCore) {
    if nesting > 0 || hasViews { see(core, as: nil) }
  }

  /// Sees another state of an injector, and of those that stand on it; nil for the one in force.
  private func see(_ core: InjectorCore, as next: Snapshot?) {
    if let present = snapshot?.object { seen.note(present) }
    seen.drop(standingOn: core)
    if let next { seen.keep(next) }
    if let present = snapshot?.object, present.includes(core) {
      look(at: unsafe present.core)
    }
    _ = seen.takeDropped()
  }

  /// Runs the body with a snapshot that is not in force as what this thread sees of its injector.
  func viewing<Result>(
    _ next: Snapshot, _ body: () throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    let core = unsafe next.core
    let before = nesting > 0 || hasViews ? view(of: core) : nil
    see(core, as: next)
    let outer = isViewing
    isViewing = true
    defer {
      isViewing = outer
      if let before { see(core, as: before) } else { letGoOfViews() }
    }
    return try body()
  }

  func letGoOfViews() {
    var outdated = SeenSnapshots()
    swap(&outdated, &seen)
    snapshot = nil
  }
}
