/// One asynchronous singleton on its way: its closure, and what it waits for.
///
/// The job exists from the first call that needs the singleton until the singleton is published or
/// has failed; every such call in between shares the job. Until it ends, the job keeps what it was
/// planned on, and what its closure is given, whatever changes.
///
/// `@unchecked Sendable`: the lock of ``Preparations`` guards everything mutable, except what the
/// closure's own task and the completing task hand on.
final class PreparationJob: @unchecked Sendable {
  enum Phase {
    /// Waits for what its closure uses.
    case waiting
    /// Its closure runs, or is about to.
    case running
    /// The closure has made the value, whose properties may wait for others.
    case delivered
    /// The value is being injected, awoken and published, alone or with the rest of its cycle.
    case completing
    case ended(Outcome)
  }

  enum Outcome: Sendable {
    case prepared
    /// The job, or something that it needs, has failed: the error knows which, and names no call yet.
    case failed(InjectionError)
    /// Cancelled, or bound again: a call that still needs the key begins again.
    case withdrawn
  }

  let number = UniqueNumber.next()
  let key: Key
  /// Identifies the keeper of the instance.
  let identity: ObjectIdentifier
  /// Nil once the instance is published: it does not depend on when the last task drops the job.
  var active: ActiveBinding?
  let injector: Injector
  /// The call that the job was begun for; observers see it in the path of a failure.
  let call: CallFacts
  let closure: AwaitedClosure

  var phase = Phase.waiting
  /// The jobs that must end before its closure begins.
  var neededFirst: [PreparationJob] = []
  /// The jobs whose values its own value needs for properties: they must end, or be completed together
  /// with it, before it can end.
  var neededTogether: [PreparationJob] = []
  /// The calls in which its closure waits.
  var awaiting: PreparationRuns = [:]
  /// How many of the jobs that it waits for in this phase have ended, counted from the first.
  var endedNeeds = 0
  /// Whether something that the job needs has ended without an instance.
  var hasLostNeed = false
  /// The jobs that need this one, by number.
  var dependents: [Int: PreparationJob] = [:]

  /// The snapshot of the binding, and those that its closure has asked.
  var snapshots: [Snapshot]
  /// Singletons that the closure was given: if one is bound again, the result is withdrawn.
  var uses: [ActiveBinding]
  /// Objects that the closure was given: if it returns one of them, that object is complete.
  var received: [AnyObject] = []
  var delivery: Delivery?

  /// The calls that wait for the job to end; the job is cancelled when none of them needs the
  /// singleton any more.
  var runs: PreparationRuns = [:]
  var isCancelled = false
  /// When its closure began.
  var began: ContinuousClock.Instant?
  var priority = TaskPriority.background
  var task: Task<Void, Never>?

  init(_ item: PreparationPlan.Item, for call: CallFacts) {
    key = item.binding.key
    identity = item.binding.keeperIdentity
    active = item.binding
    closure = item.closure
    injector = item.binding.core.injector
    uses = item.uses
    snapshots = [item.binding.snapshot]
    self.call = call
  }

  /// The closure that the current task runs, or that started the current task.
  ///
  /// It does not keep the job: a task that a closure has started may live as long as the process.
  final class Current: Sendable {
    /// Nil when the job has ended; one that has ended may still be there.
    ///
    /// The closure itself may have ended before.
    weak let job: PreparationJob?
    private let task = CurrentTask.address

    init(_ job: PreparationJob) { self.job = job }

    /// Whether the closure cannot end before the current task.
    var isAwaited: Bool {
      let role = CurrentTask.role
      return role.address == task || role.isChild
    }
  }

  @TaskLocal static var current: Current?

  /// The job whose closure asks, or a child task of that; it may have ended.
  static var asking: PreparationJob? { current.flatMap { $0.isAwaited ? $0.job : nil } }

  var binding: ActiveBinding {
    guard let active else { fatalError("the job of a published instance has ended") }
    return active
  }

  var core: InjectorCore { injector.core }

  var isEnded: Bool { if case .ended = phase { true } else { false } }
  /// Whether its closure runs, or is about to.
  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// Notes what the closure is given, which the job keeps until it ends.
  ///
  /// Called under the lock. Deliveries are read without it, so a task that the closure has left behind
  /// adds nothing.
  func note(_ objects: [AnyObject], with given: [ActiveBinding], in snapshot: Snapshot) {
    guard isRunning else { return }
    received += objects
    if !snapshots.contains(where: { $0 === snapshot }) { snapshots.append(snapshot) }
    uses += given
  }

  /// Lists the job with those that it needs.
  func follow(_ needed: [PreparationJob]) {
    for job in needed {
      job.dependents[number] = self
      if job.isEnded { hasLostNeed = true }
    }
  }

  /// Every job that must end, or at least deliver, before this job can end.
  var needs: [(job: PreparationJob, isStrict: Bool)] {
    (neededFirst + awaiting.inOrder.flatMap(\.pendingJobs)).map { ($0, true) }
      + neededTogether.map { ($0, false) }
  }
}
