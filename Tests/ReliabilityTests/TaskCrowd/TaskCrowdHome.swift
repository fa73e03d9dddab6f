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

  /// The bindings in force from one update to the next.
  struct Version {
    /// When the closure of the update began, and when the update ended.
    var begun: Int
    var ended = Int.max
    var isCommitted = false
    /// The tag in force for each key.
    var tags: [Int: Int] = [:]
  }

  init(_ number: Int, parent: TaskCrowdHome?) {
    self.number = number
    self.parent = parent
  }

  /// Begins an update: called by its closure, in its turn.
  func begin(at moment: Int) -> Int {
    history.with { history in
      history.append(
        Version(begun: moment, tags: history.last { $0.isCommitted }?.tags ?? [:]))
      return history.count - 1
    }
  }

  func set(_ tag: Int?, for key: Int, in version: Int) {
    history.with { $0[version].tags[key] = tag }
  }

  /// Called within the turn of the update when nothing can fail any more.
  func commit(_ version: Int) { history.with { $0[version].isCommitted = true } }

  /// Called when the update has ended.
  func end(_ version: Int, at moment: Int) { history.with { $0[version].ended = moment } }

  /// Whether a call between two moments may have found a tag for a key; nil stands for no binding.
  func mayHave(_ tag: Int?, for key: Int, from start: Int, to end: Int) -> Bool {
    let versions = history.current.filter(\.isCommitted)
    return versions.indices.contains { index in
      let replaced = index + 1 < versions.count ? versions[index + 1].ended : Int.max
      return versions[index].tags[key] == tag && versions[index].begun <= end && replaced >= start
    }
  }

  /// How often a tag has come into force.
  func times(_ tag: Int, for key: Int) -> Int {
    var (times, isInForce) = (0, false)
    for version in history.current where version.isCommitted {
      if !isInForce, version.tags[key] == tag { times += 1 }
      isInForce = version.tags[key] == tag
    }
    return times
  }
}
