/// One call that waits for asynchronous singletons.
///
/// `@unchecked Sendable`: everything that changes is guarded by the lock of ``Preparations``.
final class PreparationRun: @unchecked Sendable {
  /// Whether the progress is told, and so has to be kept until it is.
  private let tellsProgress: Bool

  private(set) var total = 0
  private(set) var prepared = 0
  private var running: [Key] = []
  /// The jobs that have not ended, with their places in the plan.
  private var pending: [Int: (place: Int, job: PreparationJob)] = [:]
  private var reports: [PreparationProgress] = []
  private var continuation: CheckedContinuation<PreparationProgress?, Never>?

  /// By the number of the job that has failed, here or elsewhere.
  private var failures: [Int: (place: Int, error: InjectionError)] = [:]
  private var consequences: [Int: (place: Int, error: InjectionError)] = [:]
  private var missing: [(place: Int, key: Key)] = []
  /// The jobs that have failed, or been kept from running by a failure, by binding.
  private(set) var failed: [ObjectIdentifier: PreparationJob] = [:]
  private(set) var isCancelled = false

  init(tellsProgress: Bool) {
    self.tellsProgress = tellsProgress
  }

  // MARK: - When it has ended

  /// What the call has come to; true when something has to be begun again.
  func result(of call: CallFacts) throws(InjectionError) -> Bool {
    // What has failed in consequence of something else says nothing new, if that is told.
    let errors = failures.merging(consequences) { failure, _ in failure }.values
      .sorted { $0.place < $1.place }.map(\.error)
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
    guard !missing.isEmpty else { return false }
    guard isCancelled else { return true }
    let keys = missing.sorted { $0.place < $1.place }.map(\.key)
    throw InjectionError(.preparationCancelled(prepared: prepared, missing: keys))
      .requested(by: call)
  }

  // MARK: - Under the lock

  func add(_ job: PreparationJob) {
    guard pending[job.number] == nil else { return }
    pending[job.number] = (total, job)
    total += 1
    if case .running = job.phase { running.append(job.key) }
  }

  var pendingJobs: [PreparationJob] { pending.values.map(\.job) }

  func waits(for job: PreparationJob) -> Bool { pending[job.number] != nil }

  func begin(_ job: PreparationJob) {
    running.append(job.key)
    report(finished: nil)
  }

  func end(_ job: PreparationJob, _ outcome: PreparationJob.Outcome) {
    guard let (place, _) = pending.removeValue(forKey: job.number) else { return }
    running.removeAll { $0 == job.key }
    var finished: Key?
    switch outcome {
    case .prepared:
      prepared += 1
      finished = job.key
    case .failed(let error):
      failures[job.number] = (place, error)
      failed[ObjectIdentifier(job.binding)] = job
    case .blocked(let error, let culprit):
      if consequences[culprit] == nil { consequences[culprit] = (place, error) }
      failed[ObjectIdentifier(job.binding)] = job
    case .withdrawn:
      missing.append((place, job.key))
    }
    report(finished: finished)
  }

  func cancel() { isCancelled = true }

  /// A job whose failure the call is going to throw.
  var culprit: Int? { failures.keys.min() ?? consequences.keys.min() }

  /// Tells where it stands.
  func report(finished: Key?) {
    guard tellsProgress else { return }
    reports.append(
      PreparationProgress(completed: prepared, total: total, running: running, finished: finished))
  }

  /// Takes a report for somebody who waits, or the news that there are no more.
  func takeAnswer() -> (CheckedContinuation<PreparationProgress?, Never>, PreparationProgress?)? {
    guard !reports.isEmpty || pending.isEmpty, let waiting = continuation.take() else { return nil }
    return (waiting, reports.isEmpty ? nil : reports.removeFirst())
  }

  func wait(_ waiting: CheckedContinuation<PreparationProgress?, Never>) { continuation = waiting }
}
