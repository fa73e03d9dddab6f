/// All asynchronous singletons on their way, in the whole process.
///
/// One lock guards every job and every run. It is held for a moment at a time, never while user
/// code runs, and on no path but those of preparing.
///
/// `@unchecked Sendable`: all of it is touched under the lock.
final class Preparations: @unchecked Sendable {
  static let shared = Preparations()

  private let lock = Lock()
  /// By the identity of the binding, which its job keeps.
  private var jobs: [ObjectIdentifier: PreparationJob] = [:]
  private var numbered: [Int: PreparationJob] = [:]

  /// What has been decided under the lock, and is carried out when it is free.
  private struct Decisions {
    var signals: [(CheckedContinuation<PreparationJob.Signal, Never>, PreparationJob.Signal)] = []
    var answers: [(CheckedContinuation<PreparationProgress?, Never>, PreparationProgress?)] = []
    var started: [PreparationJob] = []
    var cancelled: [Task<Void, Never>] = []
    /// Jobs that may be able to go on.
    var touched: [PreparationJob] = []
    /// Values, and jobs, which keep their injectors, that are not needed any more: deinitializers
    /// are user code.
    var dropped: [Delivery] = []
    var ended: [PreparationJob] = []
  }

  private func deciding<Result, Failure: Error>(
    _ body: (inout Decisions) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var decisions = Decisions()
    defer { carryOut(decisions) }
    return try lock.withLock { () throws(Failure) in
      let result = try body(&decisions)
      settle(&decisions)
      return result
    }
  }

  private func carryOut(_ decisions: Decisions) {
    for (continuation, signal) in decisions.signals { continuation.resume(returning: signal) }
    for (continuation, report) in decisions.answers { continuation.resume(returning: report) }
    for job in decisions.started { start(job) }
    for task in decisions.cancelled { task.cancel() }
  }

  private func start(_ job: PreparationJob) {
    let task = Task { await job.work() }
    let isLate = lock.withLock {
      job.task = task
      return job.isCancelled
    }
    if isLate { task.cancel() }
  }

  // MARK: - Calls

  /// Waits until what a plan names is prepared.
  ///
  /// The task of a closure waits for its own job's sake; that it waits for itself, through others,
  /// is found out before.
  ///
  /// - Returns: Whether something has to be begun again.
  nonisolated(nonsending) func prepare(
    _ plan: PreparationPlan, for call: CallFacts, progress: ((PreparationProgress) -> Void)?
  ) async throws(InjectionError) -> Bool {
    guard plan.errors.isEmpty else {
      throw InjectionError(collecting: plan.errors.map { $0.requested(by: call) })
    }
    let run = PreparationRun(tellsProgress: progress != nil)
    let waiter = PreparationJob.current
    try begin(plan, run, for: call, waiter: waiter)
    // The progress is told from here, on the caller's actor: the handler's operation leaves it.
    while let report = await nextReport(of: run) { progress?(report) }
    if let waiter { stopWaiting(waiter, for: run) }
    return try run.result(of: call)
  }

  private func begin(
    _ plan: PreparationPlan, _ run: PreparationRun, for call: CallFacts, waiter: Int?
  ) throws(InjectionError) {
    try deciding { decisions throws(InjectionError) in
      let waiting = waiter.flatMap { numbered[$0] }
      let (all, added) = take(up: plan, for: call, after: waiting)
      var rings = PreparationJob.rings(through: added)
      waiting?.awaited[ObjectIdentifier(run)] = all
      if let waiting, rings.isEmpty, let ring = waiting.ring(through: all, isStrict: true) {
        rings.append(ring)
      }
      guard rings.isEmpty else {
        added.forEach(forget)
        waiting?.awaited[ObjectIdentifier(run)] = nil
        throw PreparationJob.error(rings, call)
      }
      for job in all { join(run, job) }
      if run.total > 0 { run.report(finished: nil) }
      decisions.started = added
      decisions.answers += [run.takeAnswer()].compactMap { $0 }
    }
  }

  private func nextReport(of run: PreparationRun) async -> PreparationProgress? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        deciding { decisions in
          run.wait(continuation)
          decisions.answers += [run.takeAnswer()].compactMap { $0 }
        }
      }
    } onCancel: {
      cancel(run)
    }
  }

  /// Withdraws what nobody else needs; the call goes on waiting until that has ended.
  private func cancel(_ run: PreparationRun) {
    deciding { decisions in
      guard !run.isCancelled else { return }
      run.cancel()
      for job in run.pendingJobs where job.interested.contains(where: { $0 === run }) {
        job.interested.removeAll { $0 === run }
        if job.interested.isEmpty {
          job.watching.append(run)
          withdraw(job, &decisions)
        } else {
          // Others see to it; this call does not wait for it any more.
          run.end(job, .withdrawn)
        }
      }
      decisions.answers += [run.takeAnswer()].compactMap { $0 }
    }
  }

  private func stopWaiting(_ number: Int, for run: PreparationRun) {
    deciding { decisions in
      guard let job = numbered[number] else { return }
      decisions.ended += job.awaited.removeValue(forKey: ObjectIdentifier(run)) ?? []
      job.culprit = run.culprit ?? job.culprit
    }
  }

  /// Stops preparing bindings that an injector has no more.
  func withdraw(_ bindings: [ActiveBinding]) {
    deciding { decisions in
      for job in bindings.compactMap({ jobs[ObjectIdentifier($0)] }) {
        job.watching += job.interested
        job.interested = []
        withdraw(job, &decisions)
      }
    }
  }

  private func withdraw(_ job: PreparationJob, _ decisions: inout Decisions) {
    job.isCancelled = true
    decisions.touched.append(job)
    if let task = job.task { decisions.cancelled.append(task) }
  }

  // MARK: - Jobs

  /// Waits until a job can go on.
  func nextSignal(
    for job: PreparationJob, delivering delivery: Delivery? = nil
  ) async -> PreparationJob.Signal {
    await withCheckedContinuation { continuation in
      deciding { decisions in
        if let delivery {
          job.delivery = delivery
          job.phase = .delivered
          job.awaited = [:]
        }
        job.continuation = continuation
        decisions.touched.append(job)
      }
    }
  }

  /// Ends jobs, and tells everybody who waits.
  func end(_ outcomes: [(PreparationJob, PreparationJob.Outcome)]) {
    deciding { decisions in
      for (job, outcome) in outcomes where !job.isEnded {
        var outcome = outcome
        // What a closure throws because it was cancelled is no failure of its own.
        if job.isCancelled, !job.binding.isPrepared { outcome = .withdrawn }
        end(job, outcome, &decisions)
      }
    }
  }

  /// Ends a job whose closure has thrown.
  ///
  /// An error of the library may be what the closure was told about another job.
  func end(_ job: PreparationJob, throwing error: InjectionError, isOwn: Bool) {
    let culprit = isOwn ? nil : lock.withLock { job.culprit }
    end([(job, culprit.map { .blocked(error, by: $0) } ?? .failed(error))])
  }

  private func end(
    _ job: PreparationJob, _ outcome: PreparationJob.Outcome, _ decisions: inout Decisions
  ) {
    job.phase = .ended(outcome)
    forget(job)
    decisions.dropped += [job.delivery.take()].compactMap { $0 }
    if let waiting = job.continuation.take() { decisions.signals.append((waiting, .stop(outcome))) }
    for run in job.interested + job.watching {
      run.end(job, outcome)
      decisions.answers += [run.takeAnswer()].compactMap { $0 }
    }
    decisions.touched += job.dependents
    decisions.ended += job.needs.map(\.job) + job.dependents + [job]
    // Jobs refer to one another in rings.
    job.dependents = []
    (job.before, job.with, job.awaited) = ([], [], [:])
    (job.interested, job.watching, job.task) = ([], [], nil)
  }

  /// Lets a cycle wait for something that turned out to be needed.
  func extend(
    _ leader: PreparationJob, of group: [PreparationJob], by plan: PreparationPlan
  ) throws(InjectionError) {
    guard plan.errors.isEmpty else { throw InjectionError(collecting: plan.errors) }
    try deciding { decisions throws(InjectionError) in
      let (all, added) = take(up: plan, for: leader.call, after: leader)
      for member in group { member.phase = .delivered }
      leader.with += all
      for job in all { job.dependents.append(leader) }
      var rings = PreparationJob.rings(through: added)
      if rings.isEmpty, let ring = leader.ring(through: all, isStrict: false) {
        rings.append(ring)
      }
      guard rings.isEmpty else {
        added.forEach(forget)
        leader.with.removeLast(all.count)
        for member in group { member.phase = .completing }
        throw PreparationJob.error(rings, leader.call)
      }
      for job in all { for run in leader.interested { join(run, job) } }
      decisions.started = added
    }
  }

  // MARK: - Under the lock

  /// The jobs for the items of a plan that are not prepared, those that exist and new ones.
  ///
  /// What has failed in a call for which another job works is not begun again for that job's sake:
  /// it is told of the failure.
  private func take(
    up plan: PreparationPlan, for call: CallFacts, after waiting: PreparationJob?
  ) -> (all: [PreparationJob], added: [PreparationJob]) {
    var added: [(PreparationJob, PreparationPlan.Item)] = []
    let found = plan.items.map { item -> PreparationJob? in
      let identity = ObjectIdentifier(item.binding)
      // A job publishes its instance before it ends: one or the other is found.
      if let job = jobs[identity] { return job }
      if item.binding.isPrepared { return nil }
      if let failed = waiting?.interested.lazy.compactMap({ $0.failed[identity] }).first {
        return failed
      }
      let job = PreparationJob(item, for: call)
      jobs[identity] = job
      numbered[job.number] = job
      added.append((job, item))
      return job
    }
    for (job, item) in added {
      job.before = item.before.compactMap { found[$0] }
      job.with = item.with.compactMap { found[$0] }
      for needed in job.before + job.with { needed.dependents.append(job) }
    }
    return (found.compactMap { $0 }, added.map(\.0))
  }

  private func forget(_ job: PreparationJob) {
    jobs[ObjectIdentifier(job.binding)] = nil
    numbered[job.number] = nil
  }

  private func join(_ run: PreparationRun, _ job: PreparationJob) {
    guard !run.waits(for: job) else { return }
    run.add(job)
    if case .ended(let outcome) = job.phase {
      run.end(job, outcome)
    } else if job.isCancelled {
      // What is being withdrawn is waited for, and begun again.
      job.watching.append(run)
    } else {
      job.interested.append(run)
    }
  }

  /// Lets every job go on that can.
  private func settle(_ decisions: inout Decisions) {
    while let job = decisions.touched.popLast() {
      guard job.continuation != nil else { continue }
      if let signal = job.signal, let waiting = job.continuation.take() {
        decisions.signals.append((waiting, signal))
        if case .stop(let outcome) = signal {
          end(job, outcome, &decisions)
        } else {
          job.phase = .running
          for run in job.interested {
            run.begin(job)
            decisions.answers += [run.takeAnswer()].compactMap { $0 }
          }
        }
      } else if let group = job.smallestGroup, let waiting = group[0].continuation.take() {
        for member in group { member.phase = .completing }
        decisions.signals.append((waiting, .complete(group)))
      }
    }
  }
}
