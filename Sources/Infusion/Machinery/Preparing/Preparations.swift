/// All jobs that prepare asynchronous singletons, in the whole process.
///
/// One lock guards every job and every run, and decides whether a closure may begin: whatever ends
/// a binding withdraws its job under the same lock. No user code runs under the lock, and only
/// preparing and changing take it. It is taken before the locks of injectors.
struct Preparations {
  private static let shared = Guarded(Preparations())

  /// The jobs by the identity of the keeper; each job keeps its keeper.
  var jobs: [ObjectIdentifier: PreparationJob] = [:]
  /// The calls that have waited for jobs and have not ended, by the serial number of their injector.
  private var calls: [Int: PreparationRuns] = [:]
  var decisions = Decisions()

  /// Decisions that are made under the lock, and carried out when it is free.
  struct Decisions {
    /// They cancel tasks, make tasks more urgent, and notify observers.
    var actions: [() -> Void] = []
    /// They resume calls, after everything else.
    var answers: [() -> Void] = []
    /// Calls that are cancelled.
    var stopped: [PreparationRun] = []
    /// Calls whose jobs have ended, once for each job.
    var ending: [PreparationRun] = []
    /// Jobs that may be able to go on.
    var touched: [PreparationJob] = []
    /// The contents of ended jobs, to be released outside the lock: deinitializers are user code.
    var dropped: [Any] = []

    mutating func answer(_ run: PreparationRun) {
      if let answer = run.takeAnswer() { answers.append(answer) }
    }

    /// Runs user code: called without a lock.
    mutating func carryOut() {
      for act in actions { act() }
      if !dropped.isEmpty { Resolution.current.dropping { dropped = [] } }
      // A call that ends finds reported and released what has ended with the jobs that it waited for,
      // whichever threads have ended them.
      if !ending.isEmpty {
        shared.withLock { _ in
          for run in ending {
            run.unreported -= 1
            answer(run)
          }
        }
      }
      for answer in answers { answer() }
    }
  }

  /// Runs the body under the lock, and carries out what it decides.
  static func deciding<Result, Failure: Error>(
    _ body: (inout Preparations) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var decisions = Decisions()
    defer { decisions.carryOut() }
    return try decide(&decisions, body)
  }

  /// Runs the body under the lock, and leaves to the caller to carry out what it decides.
  private static func decide<Result, Failure: Error>(
    _ decisions: inout Decisions, _ body: (inout Preparations) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try shared.withLock { preparations throws(Failure) in
      defer {
        preparations.settle()
        swap(&decisions, &preparations.decisions)
      }
      return try body(&preparations)
    }
  }

  // MARK: - Changes

  /// Stops preparing what an injector no longer keeps.
  ///
  /// - Returns: What cancels the closures, and ends the calls that wait for them.
  static func withdraw(_ keepers: ContiguousArray<Keeper>) -> () -> Void {
    var decisions = Decisions()
    decide(&decisions) { preparations in
      for keeper in keepers {
        if let job = preparations.jobs[ObjectIdentifier(keeper)] { preparations.stop(job) }
      }
    }
    return { [decisions] in
      var decisions = decisions
      decisions.carryOut()
    }
  }

  private mutating func stop(_ job: PreparationJob) {
    job.isCancelled = true
    decisions.touched.append(job)
    // They are cancelled with the closure, here and not one within the other.
    decisions.stopped += job.awaiting.inOrder
    if let task = job.task { decisions.actions.append { task.cancel() } }
  }

  /// Ends the waiting of calls to an injector that has ended, also for what others prepare.
  mutating func endCalls(of core: InjectorCore) {
    for run in calls[core.serial]?.inOrder ?? [] { leave(run) }
  }

  /// Lists a call that waits, until it ends.
  mutating func list(_ run: PreparationRun) {
    calls[run.injector, default: [:]][run.number] = run
  }

  /// Forgets a call that has ended.
  ///
  /// - Parameters:
  ///   - run: The call.
  ///   - job: The job whose closure has made the call, if it was one.
  mutating func forget(_ run: PreparationRun, madeBy job: PreparationJob?) {
    calls[run.injector]?[run.number] = nil
    if calls[run.injector]?.isEmpty == true { calls[run.injector] = nil }
    job?.awaiting[run.number] = nil
  }

  private mutating func cancel(_ run: PreparationRun) {
    run.isCancelled = true
    leave(run)
  }

  /// Withdraws the jobs that no other call needs; the call goes on waiting until they have ended.
  private mutating func leave(_ run: PreparationRun) {
    for job in run.pendingJobs where !job.isCancelled {
      if job.runs.count == 1 {
        stop(job)
      } else {
        // Other calls still need the job; this call no longer waits for it.
        job.runs[run.number] = nil
        run.end(job, .withdrawn)
      }
    }
    decisions.answer(run)
  }

  // MARK: - Jobs

  /// Lets a closure begin; false if its binding or every call that needed it has gone.
  mutating func begin(_ job: PreparationJob) -> Bool {
    guard !job.isCancelled else { return false }
    job.began = .now
    for run in job.runs.inOrder {
      run.begin(job)
      decisions.answer(run)
    }
    return true
  }

  mutating func deliver(_ delivery: Delivery, of job: PreparationJob) {
    job.delivery = delivery
    job.phase = .delivered
    job.endedNeeds = 0
    decisions.touched.append(job)
  }

  /// Ends jobs, and notifies all that wait for them.
  mutating func end(_ group: [PreparationJob], _ outcome: PreparationJob.Outcome) {
    for job in group { end(job, outcome) }
  }

  /// Lets the jobs of a cycle wait again, and ends those whose values are outdated: the others wait
  /// for their successors.
  mutating func postpone(_ group: [PreparationJob], ending outdated: [PreparationJob] = []) {
    for member in group { member.phase = .delivered }
    end(outdated, .withdrawn)
    decisions.touched += group
  }

  /// Lets a cycle wait for something that it turned out to need, although nothing declares this.
  static func extend(_ group: [PreparationJob], by unprepared: PreparationState.Unprepared) {
    let leader = group[0]
    do throws(InjectionError) {
      try Resolution.current.perform(leader.call, in: unprepared.injector) {
        snapshot throws(InjectionError) in
        let plan = try unprepared.plan(on: snapshot.object)
        return deciding { preparations in
          // Nothing is begun for the sake of a cancelled job.
          let needed =
            leader.isCancelled
            ? .success([])
            : preparations.take(up: plan, for: leader.call, neededBy: leader)
          return needed.map { jobs in
            preparations.postpone(group)
            leader.neededTogether += jobs
            leader.follow(jobs)
            for job in jobs {
              for run in leader.runs.inOrder { preparations.join(run, job) }
            }
          }
        }
      }.get()
    } catch {
      let failure = error.withoutCall().caused(by: [leader.number])
      deciding { $0.end(group, .failed(failure)) }
    }
  }

  /// The jobs, existing or new, for the items of a plan that are not prepared.
  ///
  /// An item that has failed in a call which the asking job works for is not begun again for that
  /// job: the job receives the failure.
  mutating func take(
    up plan: PreparationPlan, for call: CallFacts, neededBy asking: PreparationJob?
  ) -> Result<[PreparationJob], InjectionError> {
    var added: [(job: PreparationJob, position: Int)] = []
    let failed = asking?.runs.inOrder.flatMap { $0.failed.map(\.job) } ?? []
    let found = plan.items.enumerated().map { position, item -> PreparationJob? in
      let identity = item.binding.keeperIdentity
      if let failed = failed.first(where: { $0.identity == identity }) { return failed }
      // A job publishes its instance before it ends, so either the job or the instance is found.
      if let job = jobs[identity] { return job }
      if item.binding.isPrepared { return nil }
      let job = PreparationJob(item, for: call)
      // A job whose binding has gone since the plan was made is withdrawn at once; a later change
      // finds the control.
      Self.control(job.core)
      job.isCancelled = !item.binding.isInForce
      jobs[identity] = job
      added.append((job, position))
      return job
    }
    for (job, position) in added {
      job.neededFirst = plan.items[position].neededFirst.compactMap { found[$0] }
      job.neededTogether = plan.items[position].neededTogether.compactMap { found[$0] }
      job.follow(job.neededFirst + job.neededTogether)
    }
    let all = found.compactMap { $0 }
    var rings = PreparationJob.rings(through: added, of: plan.items)
    if rings.isEmpty, let asking {
      // What was asked for comes first: the ring shows every job on the way.
      let requested = plan.requested.compactMap { found[$0] }
      let isStrict = asking.isRunning
      let ring = asking.ring(through: requested, isStrict) ?? asking.ring(through: all, isStrict)
      if let ring { rings = [ring.map(\.key)] }
    }
    decisions.touched += added.map(\.job)
    if rings.isEmpty { return .success(all) }
    end(added.map(\.job), .withdrawn)
    return .failure(
      InjectionError(
        collecting: rings.map {
          InjectionError(.cyclicDependency(.init($0))).requested(by: call)
        }))
  }

  /// Lets a call wait for a job, and for what its value has turned out to need.
  mutating func join(_ run: PreparationRun, _ job: PreparationJob) {
    var joining = [job]
    while let job = joining.popLast() {
      guard run.join(job) else { continue }
      if case .ended(let outcome) = job.phase {
        run.end(job, outcome)
      } else {
        job.runs[run.number] = run
        raise(job, to: run.priority)
        // A call waits until a job that is being withdrawn has ended, and plans again.
        guard !job.isCancelled else { continue }
        joining += job.neededTogether.filter { !$0.isEnded }
      }
    }
  }

  /// Makes a job, and what it needs, as urgent as the most urgent call that waits for the job.
  private mutating func raise(_ job: PreparationJob, to priority: TaskPriority) {
    var waiting = [job]
    while let next = waiting.popLast() {
      guard next.priority < priority else { continue }
      next.priority = priority
      if let task = next.task { decisions.actions.append { task.raise(to: priority) } }
      waiting += next.needs.map(\.job)
    }
  }

  private mutating func end(_ job: PreparationJob, _ outcome: PreparationJob.Outcome) {
    let isPublished = job.binding.isPrepared
    // An error that a closure throws because it was cancelled is no failure of its own. An instance
    // that a change has replaced since it was published does not count.
    let outcome: PreparationJob.Outcome =
      isPublished && job.binding.isInForce
      ? .prepared : isPublished || job.isCancelled ? .withdrawn : outcome
    job.phase = .ended(outcome)
    if job.began != nil, !isPublished {
      let error =
        if case .failed(let failure) = outcome {
          failure
        } else {
          InjectionError(.preparationCancelled(prepared: 0, missing: [job.key]))
        }
      decisions.actions.append {
        job.observe { $0.didFail($1, error.requested(by: job.call)) }
      }
    }
    jobs[job.identity] = nil
    for run in job.runs.inOrder {
      run.end(job, outcome)
      run.unreported += 1
      decisions.ending.append(run)
      decisions.answer(run)
    }
    let dependents = job.dependents.inOrder
    if case .prepared = outcome {} else { for job in dependents { job.hasLostNeed = true } }
    decisions.touched += dependents
    decisions.dropped.append(
      (
        job.snapshots, job.uses, job.delivery, job.received, job.needs.map(\.job),
        job.dependents, job.awaiting, job.runs
      ))
    // Jobs refer to one another in rings.
    for (needed, _) in job.needs { needed.dependents[job.number] = nil }
    (job.neededFirst, job.neededTogether, job.dependents, job.endedNeeds) = ([], [], [:], 0)
    (job.awaiting, job.runs, job.task) = ([:], [:], nil)
    (job.delivery, job.received, job.snapshots, job.uses) = (nil, [], [], [])
    if isPublished { decisions.dropped.append(job.active.take() as Any) }
  }

  /// Cancels calls, and continues every job that can go on, in the order of the bindings: the same
  /// each time.
  private mutating func settle() {
    while let run = decisions.stopped.popLast() { cancel(run) }
    var next = 0
    while next < decisions.touched.count {
      let job = decisions.touched[next]
      next += 1
      if let outcome = job.goOn() { end(job, outcome) }
    }
  }
}
