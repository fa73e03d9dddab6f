/// Finding out that jobs wait for one another.
///
/// Called under the lock of ``Preparations``.
extension PreparationJob {
  static func error(_ rings: [[Key]], _ call: CallFacts) -> InjectionError {
    InjectionError(
      collecting: rings.map { InjectionError(.cyclicDependency(chain: $0)).requested(by: call) })
  }

  /// The rings that new jobs close, each once.
  static func rings(through added: [PreparationJob]) -> [[Key]] {
    var known: Set<Set<Key>> = []
    return added.compactMap { job in
      guard let ring = job.ring(through: job.before, isStrict: true),
        known.insert(Set(ring)).inserted
      else { return nil }
      return ring
    }
  }

  /// One way of arriving at a job, while a ring is looked for.
  private struct Arrival {
    let job: PreparationJob
    /// Whether somebody on the way waits for another to be complete.
    let isStrict: Bool
    /// The position of the arrival before.
    let previous: Int?
  }

  /// The shortest ring from the job through some of its needs back to it, in which somebody waits
  /// for another to be complete; a ring of properties alone closes.
  ///
  /// - Parameters:
  ///   - needs: Where the ring goes on.
  ///   - isStrict: Whether the job waits for these to be complete.
  /// - Returns: The keys of the ring, the first one at its end once more; nil when there is none.
  func ring(through needs: [PreparationJob], isStrict: Bool) -> [Key]? {
    struct State: Hashable {
      let number: Int
      let isStrict: Bool
    }
    var seen: Set<State> = []
    var arrivals: [Arrival] = []
    func arrive(at next: PreparationJob, _ isStrict: Bool, from previous: Int?) {
      guard !next.isEnded, seen.insert(State(number: next.number, isStrict: isStrict)).inserted
      else { return }
      arrivals.append(Arrival(job: next, isStrict: isStrict, previous: previous))
    }
    for need in needs { arrive(at: need, isStrict, from: nil) }
    var position = 0
    while position < arrivals.count {
      let arrival = arrivals[position]
      if arrival.job === self, arrival.isStrict {
        var ring = [key]
        var step: Int? = position
        while let reached = step {
          ring.insert(arrivals[reached].job.key, at: 0)
          step = arrivals[reached].previous
        }
        // It was put together from its end: the beginning goes in front, and not twice.
        return [key] + ring.dropLast()
      }
      for (needed, isStrict) in arrival.job.needs {
        arrive(at: needed, arrival.isStrict || isStrict, from: position)
      }
      position += 1
    }
    return nil
  }
}
