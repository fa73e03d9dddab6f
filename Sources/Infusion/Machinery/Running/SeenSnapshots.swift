/// What a request sees of the injectors that it has asked: one state of each, and of those above it.
///
/// Used by the thread of the request only.
struct SeenSnapshots {
  /// By the serials of the injectors.
  private var snapshots: [Int: Snapshot] = [:]
  /// How many there may be before those of injectors that are gone are looked for.
  private var limit = 16

  /// What is not seen any more.
  ///
  /// The end of a snapshot may run user code: the request takes them out and lets them go.
  private var dropped: [Snapshot] = []

  var isEmpty: Bool { snapshots.isEmpty }

  mutating func takeDropped() -> [Snapshot] {
    defer { dropped = [] }
    return dropped
  }

  /// What is seen of an injector: as before, or from now on.
  ///
  /// It stands on what is seen of the injector above it.
  mutating func snapshot(of core: InjectorCore) -> Snapshot {
    // An injector that has ended refuses everything, whatever was seen of it before.
    if core.hasEnded { drop(standingOn: core) }
    var missing: [InjectorCore] = []
    var next: InjectorCore? = core
    var seen: Snapshot?
    while let core = next, seen == nil {
      seen = snapshots[core.serial]
      if seen == nil { missing.append(core) }
      next = unsafe core.parent
    }
    guard var below = seen else {
      let present = core.loadPresent()
      note(present)
      return present
    }
    while let core = missing.popLast() {
      let present = core.loadPresent()
      if present.parent === below {
        below = present
      } else {
        below = core.makeSnapshot(of: present.generation, on: below)
        dropped.append(present)
      }
      keep(below)
    }
    return below
  }

  /// Notes a snapshot and those that it stands on, unless other states have been seen before.
  mutating func note(_ snapshot: Snapshot) {
    for snapshot in snapshot.nearestFirst {
      if unsafe snapshots[snapshot.core.serial] != nil { return }
      keep(snapshot)
    }
  }

  /// Sees a snapshot from now on; no other one of its injector is seen.
  mutating func keep(_ snapshot: Snapshot) {
    if snapshots.count >= limit {
      // Of injectors that are gone, nothing can be asked.
      drop { unsafe $0.core.isDissolved }
      limit = max(16, snapshots.count * 2)
    }
    unsafe snapshots[snapshot.core.serial] = snapshot
  }

  /// Takes out what is seen of an injector, and of those that stand on it.
  mutating func drop(standingOn core: InjectorCore) { drop { $0.includes(core) } }

  private mutating func drop(where isOutdated: (Snapshot) -> Bool) {
    for (serial, snapshot) in snapshots where isOutdated(snapshot) {
      snapshots[serial] = nil
      dropped.append(snapshot)
    }
  }
}
