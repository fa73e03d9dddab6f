/// The snapshot in force, and how another one replaces it.
extension InjectorCore {
  /// The snapshot in force, which the caller keeps.
  func loadPresent() -> Snapshot {
    while true {
      if let snapshot = present.load() { return snapshot }
      makePresent()
    }
  }

  /// A snapshot that is not in force, or not yet.
  func makeSnapshot(of generation: Generation, on above: Snapshot?) -> Snapshot {
    withState { _ in Snapshot(of: generation, on: above) }
  }

  /// Puts a snapshot in force, and one for every injector above that has none.
  ///
  /// In a loop, from the top down: a nest of children may be deeper than a stack.
  func makePresent() {
    if makePresentOnParent() { return }
    var missing = [self]
    while let next = missing[missing.count - 1].parent, next.present.unprotectedAddress == 0 {
      missing.append(next)
    }
    while let core = missing.popLast(), core.makePresentOnParent() {}
  }

  /// - Returns: False when the parent has none in force; another thread is changing it.
  private func makePresentOnParent() -> Bool {
    onParentSnapshot { above in
      withState { state in
        if let generation = state.generation, present.unprotectedAddress == 0 {
          _ = present.exchange(Snapshot(of: generation, on: above))
        }
      }
    }
  }

  /// Calls the body with the parent's snapshot, or nil without a parent; the snapshot stays in force
  /// while the body runs.
  ///
  /// - Returns: False, without a call, when the parent has none in force.
  func onParentSnapshot(_ body: (Snapshot?) -> Void) -> Bool {
    guard let parent else {
      body(nil)
      return true
    }
    // The parent's snapshot is replaced only under its lock.
    return parent.withLock {
      guard let above = parent.present.unprotected?.object else {
        return false
      }
      body(above)
      return true
    }
  }

  /// Puts the next generation in force, on what is in force above, and takes the snapshots of all
  /// children out of force: each gets another when it is next asked.
  ///
  /// It takes no change lock. The closures are called under the lock.
  ///
  /// - Parameters:
  ///   - isKept: Whether a keeper stays if its binding is still in force.
  ///   - built: The keepers that an update has made for its bindings.
  ///   - next: Returns the next configuration, from the state and the generation in force.
  func putInForce(
    keeping isKept: (Keeper) -> Bool, adding built: [Keeper] = [],
    next: (State, Generation) -> Configuration
  ) {
    var outdated: ContiguousArray<Snapshot> = []
    var children: ContiguousArray<Injector> = []
    var gone: ContiguousArray<Keeper> = []
    // The last reference to it may be this one, and its end takes the lock.
    var replaced: Generation?
    func exchange(on above: Snapshot?) {
      withState { state in
        guard let before = state.generation else { return }
        replaced = before
        // A thread that has seen the next snapshot finds no child on the old one.
        Self.takeOut(below: state, &children, &outdated)
        let after = Generation(next(state, before), of: self)
        gone = before.end(before: after, keeping: isKept)
        for keeper in built where !keeper.isRetired { after.contents.add(keeper) }
        state.others.append(before.contents)
        state.generation = after
        // A snapshot that stands on another is released before that one.
        if let last = present.exchange(Snapshot(of: after, on: above)) {
          outdated.insert(last, at: 0)
        }
      }
    }
    while !onParentSnapshot(exchange) { parent?.makePresent() }
    ThreadRecord.keepForReaders(outdated)
    Resolution.current.seeChange(of: self)
    if let cancel = preparations.load()?.withdraw(gone) {
      unsafe ThreadRecord.current.cancellations.append(cancel)
    }
    gone = []
    while outdated.popLast() != nil {}
    withExtendedLifetime((replaced, children)) {}
  }

  /// Puts an empty configuration in force; no keeper stays.
  func putNothingInForce() {
    putInForce(keeping: { _ in false }) { _, _ in Configuration() }
  }

  /// Takes the snapshots of children out of force, and those of their children.
  ///
  /// Called under the parent's lock. The collected children keep injectors from ending under it.
  private static func takeOut(
    below state: State, _ children: inout ContiguousArray<Injector>,
    _ outdated: inout ContiguousArray<Snapshot>
  ) {
    var position = children.count
    state.children.addLiving(to: &children)
    while position < children.count {
      let core = children[position].core
      position += 1
      core.withState { state in
        // An injector without a snapshot in force has no child with one.
        guard let last = core.present.exchange(nil) else { return }
        outdated.append(last)
        state.children.addLiving(to: &children)
      }
    }
  }
}
