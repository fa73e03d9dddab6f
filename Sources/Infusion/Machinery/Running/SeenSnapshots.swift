/// The snapshots that a call sees: one of each injector that it has asked, and of each injector above.
///
/// Used by the thread of the call only.
struct SeenSnapshots {
  /// By the serials of the injectors.
  private var snapshots: [Int: Snapshot] = [:]
  /// What updates of this thread build, by the serials of their injectors: the thread sees it before
  /// it is in force.
  private var upcoming: [Int: Upcoming] = [:]
  /// The generations seen of injectors below one that has changed, by the serials of their injectors.
  private var generations: [Int: Generation] = [:]
  /// When so many snapshots and generations are noted, those of injectors that another thread has let
  /// go are dropped.
  private var limit = 16

  /// Snapshots and generations that are no longer seen.
  ///
  /// Their end may run user code: the call takes them out and releases them.
  private var dropped: [AnyObject] = []

  /// A generation that an update builds.
  private struct Upcoming {
    let generation: Generation
    /// What the call saw before; nil if it saw nothing, or has changed the injector since.
    var before: Snapshot?
  }

  var isEmpty: Bool { snapshots.isEmpty && generations.isEmpty && upcoming.isEmpty }

  /// Whether an update lets the thread see what is not in force.
  var hasUpcoming: Bool { !upcoming.isEmpty }

  /// Releases everything, what belongs to the youngest injector first.
  consuming func release() {
    for serial in Set(snapshots.keys).union(generations.keys).sorted(by: >) {
      snapshots[serial] = nil
      generations[serial] = nil
    }
  }

  mutating func takeDropped() -> [AnyObject] {
    defer { dropped = [] }
    return dropped
  }

  /// The snapshot seen of an injector: the one seen before, or the one to see from now on.
  ///
  /// It stands on the snapshot seen of the injector above.
  mutating func snapshot(of core: InjectorCore) -> Snapshot {
    if let seen = snapshots[core.serial] { return seen }
    let missing = sequence(first: core) { $0.parent }.prefix { snapshots[$0.serial] == nil }
    for core in missing.reversed() {
      keep(look(at: core, on: core.parent.flatMap { snapshots[$0.serial] }))
    }
    guard let seen = snapshots[core.serial] else { fatalError("it was the last to be kept") }
    return seen
  }

  /// The snapshot to see of an injector, on the one seen of the injector above.
  private mutating func look(at core: InjectorCore, on above: Snapshot?) -> Snapshot {
    if let next = upcoming[core.serial] { return core.makeSnapshot(of: next.generation, on: above) }
    let present = core.loadPresent()
    let generation = generations[core.serial] ?? present.generation
    if present.parent === above, present.generation === generation { return present }
    defer { dropped.append(present) }
    return core.makeSnapshot(of: generation, on: above)
  }

  /// Lets the thread see a generation that is not in force.
  mutating func begin(_ generation: Generation, insteadOf before: Snapshot?) {
    upcoming[generation.core.serial] = Upcoming(generation: generation, before: before)
    drop(standingOn: generation.core)
  }

  /// Lets the thread see again what it saw before.
  mutating func end(_ generation: Generation) {
    let last = upcoming.removeValue(forKey: generation.core.serial)
    drop(standingOn: generation.core)
    if let before = last?.before { keep(before) }
  }

  /// Forgets what was seen of an injector: from now on the thread sees what is in force.
  mutating func change(_ core: InjectorCore) {
    for (serial, next) in upcoming {
      guard let before = next.before, before.includes(core) else { continue }
      if before.core !== core { generations[serial] = before.generation }
      upcoming[serial]?.before = nil
      dropped.append(before)
    }
    drop(standingOn: core)
    if let last = generations.removeValue(forKey: core.serial) { dropped.append(last) }
  }

  /// Forgets an injector that is gone: no request can reach it.
  mutating func forget(_ core: InjectorCore) {
    if let last = snapshots.removeValue(forKey: core.serial) { dropped.append(last) }
    if let last = generations.removeValue(forKey: core.serial) { dropped.append(last) }
  }

  /// Notes a snapshot and those that it stands on, unless other states have been seen before.
  mutating func note(_ snapshot: Snapshot) {
    for snapshot in snapshot.nearestFirst {
      if snapshots[snapshot.core.serial] != nil { return }
      keep(snapshot)
    }
  }

  /// Makes a snapshot the only one seen of its injector from now on.
  private mutating func keep(_ snapshot: Snapshot) {
    if snapshots.count + generations.count >= limit {
      let seen = snapshots.values.map(\.core) + generations.values.map(\.core)
      for core in seen where core.isDissolved { forget(core) }
      limit = max(16, (snapshots.count + generations.count) * 2)
    }
    snapshots[snapshot.core.serial] = snapshot
  }

  /// Takes out the snapshots of an injector, and of those that stand on it; the thread goes on seeing the
  /// same generation of each of the latter.
  private mutating func drop(standingOn core: InjectorCore) {
    for (serial, snapshot) in snapshots where snapshot.includes(core) {
      if snapshot.core !== core, upcoming[serial] == nil {
        generations[serial] = snapshot.generation
      }
      snapshots[serial] = nil
      dropped.append(snapshot)
    }
  }
}
