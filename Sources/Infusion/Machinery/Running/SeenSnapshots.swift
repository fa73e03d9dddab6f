/// The snapshots that a request sees: one of each injector that it has asked, and of those above.
///
/// Used by the thread of the request only.
struct SeenSnapshots {
  /// By the serials of the injectors.
  private var snapshots: [Int: Snapshot] = [:]
  /// The number of snapshots at which those of injectors that are gone are dropped.
  private var limit = 16

  /// Snapshots that are no longer seen.
  ///
  /// The end of a snapshot may run user code: the request takes them out and releases them.
  private var dropped: [Snapshot] = []

  var isEmpty: Bool { snapshots.isEmpty }

  mutating func takeDropped() -> [Snapshot] {
    defer { dropped = [] }
    return dropped
  }

  /// The snapshot seen of an injector: the one seen before, or the one to see from now on.
  ///
  /// It stands on the snapshot seen of the injector above.
  mutating func snapshot(of core: InjectorCore) -> Snapshot {
    // An injector that has ended refuses everything, whatever was seen of it before.
    if core.isShutDown { drop(standingOn: core) }
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

  /// Makes a snapshot the only one seen of its injector from now on.
  mutating func keep(_ snapshot: Snapshot) {
    if snapshots.count >= limit {
      // No request can reach an injector that is gone.
      drop { unsafe $0.core.isDissolved }
      limit = max(16, snapshots.count * 2)
    }
    unsafe snapshots[snapshot.core.serial] = snapshot
  }

  /// Takes out the snapshots of an injector, and of those that stand on it.
  mutating func drop(standingOn core: InjectorCore) { drop { $0.includes(core) } }

  private mutating func drop(where isOutdated: (Snapshot) -> Bool) {
    for (serial, snapshot) in snapshots where isOutdated(snapshot) {
      snapshots[serial] = nil
      dropped.append(snapshot)
    }
  }
}
