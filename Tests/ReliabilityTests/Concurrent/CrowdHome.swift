import Infusion
import Synchronization

/// An injector that threads share, and the history of its bindings.
final class CrowdHome: @unchecked Sendable {
  let number: Int
  let parent: CrowdHome?
  /// Set before the threads begin.
  var injector: Injector!
  /// The bindings of a child that only one thread uses.
  let isTemporary: Bool
  /// The attempts to update it, in the order of their turns; the first is its creation.
  private let attempts = Locked<[Attempt]>([Attempt(isCommitted: true)])
  private let begun = Atomic<Int>(0)
  private let committed = Atomic<Int>(0)
  /// The calls that make it forget singletons.
  let releases = Atomic<Int>(0)

  struct Attempt {
    var isCommitted = false
    var effects: [Effect] = []
  }

  enum Effect {
    case bind(CrowdForm, tag: Int, module: Int?)
    case unbind(CrowdKey)
    case uninstall(Int)
  }

  init(_ number: Int, parent: CrowdHome?, isTemporary: Bool = false) {
    self.number = number
    self.parent = parent
    self.isTemporary = isTemporary
  }

  /// Begins an attempt: called by the closure of an update, in its turn.
  func begin() -> Int {
    attempts.with { attempts in
      attempts.append(Attempt())
      begun.store(attempts.count - 1, ordering: .sequentiallyConsistent)
      return attempts.count - 1
    }
  }

  func note(_ effect: Effect, in attempt: Int) {
    attempts.with { $0[attempt].effects.append(effect) }
  }

  func commit(_ attempt: Int) {
    attempts.with { attempts in
      attempts[attempt].isCommitted = true
      if attempt > committed.load(ordering: .relaxed) {
        committed.store(attempt, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// The last attempt that is known to be in force.
  var lastCommitted: Int { committed.load(ordering: .sequentiallyConsistent) }
  /// The last attempt that may be in force.
  var lastBegun: Int { begun.load(ordering: .sequentiallyConsistent) }

  // MARK: - History

  /// The bindings in force after an attempt.
  struct Version {
    var attempt: Int
    var declarations: [(form: CrowdForm, tag: Int, module: Int?)] = []

    func declaration(for key: CrowdKey) -> (form: CrowdForm, tag: Int)? {
      declarations.last { $0.form.key == key }.map { ($0.form, $0.tag) }
    }
  }

  /// All states, in order; read when the threads have ended.
  func makeVersions() -> [Version] {
    var versions: [Version] = []
    for (number, attempt) in attempts.current.enumerated() where attempt.isCommitted {
      var version = versions.last ?? Version(attempt: 0)
      version.attempt = number
      for effect in attempt.effects {
        switch effect {
        case .bind(let form, let tag, let module): version.declarations.append((form, tag, module))
        case .unbind(let key): version.declarations.removeAll { $0.form.key == key }
        case .uninstall(let module): version.declarations.removeAll { $0.module == module }
        }
      }
      versions.append(version)
    }
    return versions
  }
}
