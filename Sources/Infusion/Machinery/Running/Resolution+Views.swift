/// The snapshots that a call sees: an outermost call pins one. When user code asks another injector,
/// the call notes the snapshot that it sees there, and sees no other until it ends. It sees a change
/// by its own thread at once.
extension Resolution {
  /// The snapshot of the injector in which a nested call begins.
  func view(of core: InjectorCore) -> Snapshot {
    // An injector that has ended refuses everything, whatever was seen of it before. Its parent may have
    // ended, too.
    let ended = sequence(first: core) { $0.parent }.prefix { $0.isShutDown }
    for core in ended.reversed() { seeChange(of: core) }
    // A call that comes back to the present injector sees the same snapshot.
    if let present = snapshot?.object { seen.note(present) }
    let view = seen.snapshot(of: core)
    _ = seen.takeDropped()
    return view
  }

  /// Keeps a snapshot in case user code changes the injector.
  ///
  /// - Returns: The snapshot, for the caller to release; nil when the pin of the outermost call keeps
  ///   it.
  @inline(__always)
  func keep(_ snapshot: Unretained<Snapshot>) -> Unretained<Snapshot>? {
    if record.with({ $0.pins(snapshot.address) }) { return nil }
    snapshot.retain()
    return snapshot
  }

  /// The snapshot that the thread sees of an injector, whether a call is under way or not.
  func visible(of core: InjectorCore) -> Snapshot {
    guard hasOwnView else { return core.loadPresent() }
    let view = view(of: core)
    noteSeen(view)
    return view
  }

  /// Notes that user code has seen what an update changes, whatever it does with the answer.
  func noteSeen(_ snapshot: Snapshot) {
    if holdsBack, !observers.isAsking, snapshot.isOfUpdate {
      receive(.ofUpdate, frames.count - 1)
    }
  }

  /// Reads the visible snapshot of an injector, though the call may have begun with another one.
  ///
  /// The snapshot is set before old ones are released: a deinitializer may change the injector, and
  /// come back here.
  func readAgain(_ core: InjectorCore) {
    snapshot = Unretained(seen.snapshot(of: core))
    _ = seen.takeDropped()
  }

  /// Called when this thread has changed an injector, or meets one that has ended: its call sees the
  /// change from now on.
  func seeChange(of core: InjectorCore) {
    guard hasOwnView else { return }
    see(core) { $0.change(core) }
    if unsafe graphSites.mayHaveUnreachable { letGoOfUnreachable(core) }
  }

  /// Called when an injector is gone.
  func seeEnd(of core: InjectorCore) {
    guard hasViews else { return }
    seen.forget(core)
    _ = seen.takeDropped()
    let unreachable = unsafe graphSites.takeOut(of: core.serial) { _ in false }
    for site in unreachable { site.release() }
  }

  /// Lets go of instances of the scope `graph` whose bindings have gone, unless an object under
  /// construction may ask for them.
  private func letGoOfUnreachable(_ core: InjectorCore) {
    var reachable = [core.generation.contents]
    for position in 0..<frames.count {
      let began = frames[position].snapshot.object.nearestFirst.first { $0.core === core }
      guard let contents = began?.generation.contents else { continue }
      if !reachable.contains(where: { $0 === contents }) { reachable.append(contents) }
    }
    let unreachable = unsafe graphSites.takeOut(of: core.serial) { declaration in
      reachable.contains { $0.has(declaration) }
    }
    unsafe graphSites.raiseLimit()
    for site in unreachable { site.release() }
  }

  /// Sees another state of an injector, and of those that stand on it.
  private func see(_ core: InjectorCore, _ change: (inout SeenSnapshots) -> Void) {
    if let present = snapshot?.object { seen.note(present) }
    change(&seen)
    if let present = snapshot?.object, present.includes(core) {
      readAgain(present.core)
    }
    _ = seen.takeDropped()
  }

  /// Runs the body while this thread sees a generation that is not in force.
  func viewing(
    _ next: Generation, _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let core = next.core
    let isWithin = hasOwnView
    let before = isWithin ? view(of: core) : nil
    see(core) { $0.begin(next, insteadOf: before) }
    defer {
      see(core) { $0.end(next) }
      if !isWithin { takeViews().release() }
    }
    try body()
  }

  /// Takes the views out, for the caller to release when the state is in order: deinitializers may ask
  /// injectors.
  func takeViews() -> SeenSnapshots {
    var views = SeenSnapshots()
    swap(&views, &seen)
    snapshot = nil
    return views
  }
}
