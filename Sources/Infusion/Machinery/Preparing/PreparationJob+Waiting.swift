/// Decides what a job waits for, and when its waiting is over.
///
/// Called under the lock of ``Preparations``.
extension PreparationJob {
  /// Begins the next part of the work, unless the job still waits, or another task works on it.
  ///
  /// - Returns: How the job has ended, if it cannot go on.
  func goOn() -> Outcome? {
    let isDelivered: Bool
    switch phase {
    case .waiting: isDelivered = false
    case .delivered: isDelivered = true
    case .running, .completing, .ended: return nil
    }
    if isCancelled { return .withdrawn }
    let needs = isDelivered ? neededTogether : neededFirst
    if hasLostNeed {
      for need in needs {
        switch need.phase {
        case .ended(.failed(let error)): return .failed(error)
        case .ended(.withdrawn) where !isDelivered: return .withdrawn
        default: continue
        }
      }
    }
    // Each need that ends lets the job look again, so it goes on where it stopped.
    while endedNeeds < needs.count, needs[endedNeeds].isEnded { endedNeeds += 1 }
    if isDelivered {
      // In the order of the bindings: which closure has ended last must not decide.
      if let group = smallestGroup { startCompleting(group.sorted { $0.number < $1.number }) }
    } else if endedNeeds == needs.count {
      startWorking()
    }
    return nil
  }

  /// The smallest cycle of properties among those that the job leads to, if all are delivered.
  ///
  /// A single job counts as a cycle. When it has ended, the jobs that wait for it follow.
  private var smallestGroup: [PreparationJob]? {
    group?.lazy.compactMap(\.group).min { $0.count < $1.count }
  }

  /// The job and all jobs that its properties lead to; nil unless all of them are delivered.
  private var group: [PreparationJob]? {
    var group = [self]
    var seen: Set<Int> = [number]
    var next = 0
    while next < group.count {
      let job = group[next]
      for needed in job.neededTogether[job.endedNeeds...]
      where !needed.isEnded && seen.insert(needed.number).inserted {
        guard case .delivered = needed.phase, !needed.isCancelled else { return nil }
        group.append(needed)
      }
      next += 1
    }
    return group
  }

  // MARK: - Rings

  /// The rings that new jobs close: one through each job that is part of any.
  ///
  /// No other job needs a new one yet, so the rings consist of new jobs. Each comes with the position
  /// of its item.
  static func rings(
    through added: [(job: PreparationJob, position: Int)], of items: [PreparationPlan.Item]
  ) -> [[Key]] {
    let components = StronglyConnectedComponents(items.map { $0.neededFirst + $0.neededTogether })
    var known: Set<Int> = []
    return added.compactMap { job, position in
      // Without this, each job would follow all that it leads to.
      let isInRing = items[position].neededFirst.contains { components.areTogether(position, $0) }
      guard isInRing, !known.contains(job.number),
        let ring = job.ring(through: job.neededFirst, true)
      else { return nil }
      known.formUnion(ring.lazy.map(\.number))
      return ring.map(\.key)
    }
  }

  /// The shortest ring through some needs of the job in which one job waits for another to be
  /// complete; a ring of properties alone can close.
  ///
  /// - Returns: The jobs of the ring, with the first repeated at the end; nil if there is none.
  func ring(through needs: [PreparationJob], _ isStrict: Bool) -> [PreparationJob]? {
    /// The numbers of the jobs arrived at, by strict ways and by others.
    var seen: [Bool: Set<Int>] = [:]
    /// The ways to arrive at a job, each with the position of the previous arrival.
    var arrivals: [(job: PreparationJob, isStrict: Bool, previous: Int?)] = []
    func arrive(at next: PreparationJob, _ isStrict: Bool, from previous: Int?) {
      guard !next.isEnded, seen[isStrict, default: []].insert(next.number).inserted else { return }
      arrivals.append((next, isStrict, previous))
    }
    for need in needs { arrive(at: need, isStrict, from: nil) }
    var position = 0
    while position < arrivals.count {
      let (job, isStrict, _) = arrivals[position]
      if job === self, isStrict {
        let way = sequence(first: position) { arrivals[$0].previous }
        return [self] + way.reversed().map { arrivals[$0].job }
      }
      for need in job.needs { arrive(at: need.job, isStrict || need.isStrict, from: position) }
      position += 1
    }
    return nil
  }
}
