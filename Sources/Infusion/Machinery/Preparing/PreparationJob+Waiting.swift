/// What a job waits for, and when the waiting is over.
///
/// Called under the lock of ``Preparations``.
extension PreparationJob {
  /// What a job that waits is to do, unless it is to complete its value.
  var signal: Signal? {
    switch phase {
    case .waiting:
      if isCancelled { return .stop(.withdrawn) }
      var isReady = true
      for needed in before {
        guard case .ended(let outcome) = needed.phase else {
          isReady = false
          continue
        }
        switch outcome {
        case .prepared: break
        case .failed(let error): return .stop(.blocked(error, by: needed.number))
        case .blocked(let error, let culprit): return .stop(.blocked(error, by: culprit))
        case .withdrawn: return .stop(.withdrawn)
        }
      }
      return isReady ? .run : nil
    case .delivered:
      if isCancelled { return .stop(.withdrawn) }
      for needed in with {
        switch needed.phase {
        case .ended(.failed(let error)): return .stop(.blocked(error, by: needed.number))
        case .ended(.blocked(let error, let culprit)):
          return .stop(.blocked(error, by: culprit))
        default: break
        }
      }
      return nil
    case .running, .completing, .ended: return nil
    }
  }

  /// The smallest cycle of properties among those that a job leads to, if all values are there.
  ///
  /// A single job is one, too. When it has ended, those that wait for it have their turn.
  var smallestGroup: [PreparationJob]? {
    guard isDelivered, let group else { return nil }
    return group.lazy.compactMap(\.group).min { $0.count < $1.count }
  }

  /// A job and everything that its properties lead to, unless something of that is not there.
  private var group: [PreparationJob]? {
    var group = [self]
    var seen: Set<Int> = [number]
    var next = 0
    while next < group.count {
      for needed in group[next].with where !needed.isEnded && seen.insert(needed.number).inserted {
        guard needed.isDelivered, needed.continuation != nil else { return nil }
        group.append(needed)
      }
      next += 1
    }
    return group
  }
}
