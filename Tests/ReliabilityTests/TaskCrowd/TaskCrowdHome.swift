import Infusion
import Synchronization

/// An injector that tasks share, and the history of its bindings.
final class TaskCrowdHome: @unchecked Sendable {
  let number: Int
  let parent: TaskCrowdHome?
  private let current = Locked<Injector?>(nil)
  /// Set before the tasks begin, and nil at the end.
  var injector: Injector? {
    get { current.current }
    set {
      let last = current.with { current in
        defer { current = newValue }
        return current
      }
      withExtendedLifetime(last) {}
    }
  }
  /// The calls that make it forget singletons.
  let releases = Atomic<Int>(0)
  private let history = Locked<[Version]>([])

  /// One update, in the order of the turns.
  struct Version {
    /// When the closure of the update began, and when the update ended.
    var begun: Int
    var ended = Int.max
    var isCommitted = false
    /// The new tags of keys; nil where nothing is bound any more.
    var changes: [Int: Int?] = [:]
  }

  /// The bindings in force from one update to the next.
  private struct Epoch {
    let version: Version
    /// The tag in force for each key.
    let tags: [Int: Int]
  }

  init(_ number: Int, parent: TaskCrowdHome?) {
    self.number = number
    self.parent = parent
  }

  /// Begins an update: called by its closure, in its turn.
  func begin(at moment: Int) -> Int {
    history.with { history in
      history.append(Version(begun: moment))
      return history.count - 1
    }
  }

  func set(_ tag: Int?, for key: Int, in version: Int) {
    history.with { $0[version].changes[key] = .some(tag) }
  }

  /// Called when the update has ended.
  func end(_ version: Int, at moment: Int, isCommitted: Bool) {
    history.with { ($0[version].ended, $0[version].isCommitted) = (moment, isCommitted) }
  }

  // MARK: - When all have ended

  private var epochs: [Epoch] {
    var tags: [Int: Int] = [:]
    return history.current.filter(\.isCommitted).map { version in
      for (key, tag) in version.changes { tags[key] = tag }
      return Epoch(version: version, tags: tags)
    }
  }

  /// Whether a call between two moments may have found a tag for a key; nil stands for no binding.
  func mayHave(_ tag: Int?, for key: Int, from start: Int, to end: Int) -> Bool {
    let epochs = epochs
    return epochs.indices.contains { index in
      let replaced = index + 1 < epochs.count ? epochs[index + 1].version.ended : Int.max
      return epochs[index].tags[key] == tag && epochs[index].version.begun <= end
        && replaced >= start
    }
  }

  /// How often a tag has come into force.
  func times(_ tag: Int, for key: Int) -> Int {
    var (times, isInForce) = (0, false)
    for epoch in epochs {
      if !isInForce, epoch.tags[key] == tag { times += 1 }
      isInForce = epoch.tags[key] == tag
    }
    return times
  }
}
