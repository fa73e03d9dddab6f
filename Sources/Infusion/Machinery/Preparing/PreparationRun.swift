/// One call that waits for asynchronous singletons.
///
/// `@unchecked Sendable`: everything that changes is guarded by the lock of ``Preparations``.
final class PreparationRun: @unchecked Sendable {
  let number = UniqueNumber.next()
  /// The serial number of the injector that is asked.
  let injector: Int
  /// Whether the call reports its progress, so that reports are kept until it takes them.
  private let tellsProgress: Bool
  let priority = Task.currentPriority

  private(set) var prepared = 0
  /// How many jobs of the total were withdrawn; the jobs that replace them are counted already.
  private var vacant = 0
  /// The jobs that have not ended, by number.
  private var pending: [Int: PreparationJob] = [:]
  /// Those whose closures have begun, in the order in which they did.
  private var running: [PreparationJob] = []
  private var reports: [PreparationProgress] = []
  /// How many of its jobs have ended without observers and deinitializers having run.
  var unreported = 0
  /// Waits for the next report.
  var continuation: CheckedContinuation<PreparationProgress?, Never>?

  /// The jobs that were withdrawn, and have to be begun again.
  ///
  /// Not kept: the list is emptied under the lock, and a closure that ends may end what it captures.
  private var missing: [(number: Int, key: Key)] = []
  /// The jobs that failed, or that a failure kept from running.
  private(set) var failed: [(job: PreparationJob, error: InjectionError)] = []
  var isCancelled = false

  init(of asked: InjectorCore, tellsProgress: Bool) {
    injector = asked.serial
    self.tellsProgress = tellsProgress
  }

  // MARK: - Under the lock

  /// Whether the call has to plan again, when nothing is pending.
  func mustBeginAgain(_ call: CallFacts) throws(InjectionError) -> Bool {
    let errors = reportedFailures.map { $0.requested(by: call) }
    guard errors.isEmpty else {
      throw InjectionError(collecting: errors).caused(by: errors.flatMap(\.causes))
    }
    if isCancelled, !missing.isEmpty {
      let keys = missing.sorted { $0.number < $1.number }.map(\.key)
      throw InjectionError(.preparationCancelled(prepared: prepared, missing: keys))
        .requested(by: call)
    }
    defer { missing = [] }
    return !missing.isEmpty
  }

  /// The errors of jobs that failed by themselves, and of jobs that failed for other causes.
  private var reportedFailures: [InjectionError] {
    let failures = failed.sorted { $0.job.number < $1.job.number }
      .map { (number: $0.job.number, error: $0.error) }
    var known = Set(failures.lazy.filter { $0.error.causes.contains($0.number) }.map(\.number))
    return failures.filter { failure in
      if failure.error.causes.contains(failure.number) { return true }
      defer { known.formUnion(failure.error.causes) }
      return !known.isSuperset(of: failure.error.causes)
    }.map(\.error)
  }

  var pendingJobs: [PreparationJob] { Array(pending.values) }

  /// Waits for a job; false if it does already, or has received the job's failure.
  func join(_ job: PreparationJob) -> Bool {
    // A value may turn out to need another one that has failed in this call.
    guard pending[job.number] == nil, !failed.contains(where: { $0.job === job }) else {
      return false
    }
    pending[job.number] = job
    noteBeginning(of: job)
    if vacant > 0 { vacant -= 1 }
    return true
  }

  /// Reports that the closure of a job begins.
  func begin(_ job: PreparationJob) {
    noteBeginning(of: job)
    report()
  }

  /// A closure may have begun for another call, before those of this one.
  private func noteBeginning(of job: PreparationJob) {
    guard tellsProgress, let began = job.began else { return }
    let position = running.indices.partitionPoint { position in
      let other = running[position]
      return (other.began ?? began, other.number) < (began, job.number)
    }
    running.insert(job, at: position)
  }

  func end(_ job: PreparationJob, _ outcome: PreparationJob.Outcome) {
    guard pending.removeValue(forKey: job.number) != nil else { return }
    running.removeAll { $0 === job }
    switch outcome {
    case .prepared:
      prepared += 1
      return report(finished: job.key)
    case .failed(let error):
      failed.append((job, error))
    case .withdrawn:
      missing.append((job.number, job.key))
      vacant += 1
    }
    report()
  }

  /// Reports that the call has joined the jobs of its plan: one withdrawn for good counts as
  /// prepared.
  func reportPlan() {
    prepared += vacant
    vacant = 0
    report()
  }

  /// Reports how far the call has come, and which closures have begun.
  func report(finished: Key? = nil) {
    let total = prepared + failed.count + pending.count + vacant
    guard tellsProgress, total > 0 else { return }
    reports.append(
      PreparationProgress(
        completed: prepared, total: total, running: running.map(\.key), finished: finished))
  }

  /// What resumes the call with the next report, or with nil when there are no more; nil unless the
  /// call waits for that.
  func takeAnswer() -> (() -> Void)? {
    guard !reports.isEmpty || (pending.isEmpty && unreported == 0),
      let waiting = continuation.take()
    else { return nil }
    let report = reports.isEmpty ? nil : reports.removeFirst()
    return { waiting.resume(returning: report) }
  }
}

/// Some calls, by their numbers.
typealias PreparationRuns = [Int: PreparationRun]

extension Dictionary where Key == Int {
  /// Calls or jobs by their numbers, in the order in which they began.
  var inOrder: [Value] { sorted { $0.key < $1.key }.map(\.value) }
}
