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
    /// The job, or something that it needs, has failed: the error knows which.
    case failed(InjectionError)
    /// Cancelled, or bound again: a call that still needs the key begins again.
    case withdrawn
  }

  let number = UniqueNumber.next()
  let key: Key
  /// Identifies the keeper of the instance.
  let identity: ObjectIdentifier
  /// Nil once the instance is published: it does not depend on when the last task drops the job.
  private var active: ActiveBinding?
  let injector: Injector
  /// The call that the job was begun for; the path of an error ends with it.
  let call: CallFacts
  private let closure: AwaitedClosure

  var phase = Phase.waiting
  var before: [PreparationJob] = []
  var with: [PreparationJob] = []
  /// The calls in which its closure waits.
  var awaiting: [PreparationRun] = []
  /// The jobs that need this one.
  var dependents: [PreparationJob] = []

  /// The snapshot that the job was planned on, and those that its closure has asked.
  var snapshots: [Snapshot]
  /// Singletons that the closure was given: if one is bound again, the result is withdrawn.
  var uses: [ActiveBinding]
  /// Objects that the closure was given: if it returns one of them, that object is complete.
  var received: [AnyObject] = []
  var delivery: Delivery?

  /// The calls that need the singleton; when none is left, the job is cancelled.
  var interested: [PreparationRun] = []
  /// Calls that only wait for the job to end.
  var watching: [PreparationRun] = []
  var isCancelled = false
  /// When its closure began.
  var began: ContinuousClock.Instant?
  var priority = TaskPriority.background
  var task: Task<Void, Never>?

  init(_ item: PreparationPlan.Item, for call: CallFacts, on snapshot: Snapshot) {
    key = item.binding.key
    identity = item.binding.keeperIdentity
    active = item.binding
    closure = item.closure
    injector = item.injector
    uses = item.uses
    snapshots = [snapshot]
    self.call = call
  }

  /// The closure that the current task runs, or that started the current task.
  ///
  /// It names the job by its number: a task that a closure has started may live as long as the
  /// process.
  struct Current {
    let number: Int
    fileprivate let task = CurrentTask.address

    /// Whether the closure cannot end before the current task.
    var isAwaited: Bool { CurrentTask.address == task || CurrentTask.isChild }
  }

  @TaskLocal static var current: Current?

  var binding: ActiveBinding {
    guard let active else { fatalError("the job of a published instance has ended") }
    return active
  }

  /// Takes out the binding of a published instance.
  func takeBinding() -> ActiveBinding? { active.take() }

  var core: InjectorCore { injector.core }

  var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// Every job that must end, or at least deliver, before this job can end.
  var needs: [(job: PreparationJob, isStrict: Bool)] {
    (before + awaiting.flatMap(\.pendingJobs)).map { ($0, true) } + with.map { ($0, false) }
  }

  /// How long its closure has taken; nil when it has not begun.
  private var duration: Duration? { began?.duration(to: .now) }

  // MARK: - Making

  /// Runs the closure, in a task of its own.
  ///
  /// The task inherits no task-local values; the current injector is the injector of the binding.
  func work() async {
    do {
      var delivery = try await CurrentInjector.with(injector, isKept: false) {
        try await Self.$current.withValue(Current(number: number)) {
          try await closure(self)
        }
      }
      delivery.duration = duration
      Preparations.shared.deliver(delivery, of: self)
    } catch {
      let error = InjectionError(wrapping: error, of: .creation(key))
        .passing(InjectionError.Step(binding.declaration, class: nil))
      if let duration { observe(duration) { $0.didFail($1, error) } }
      Preparations.shared.end([self], .failed(error.requested(by: call).caused(by: [number])))
    }
  }

  /// Called right before the user's closure begins; if this throws, the closure must not begin.
  func begin() throws(CancellationError) {
    try Preparations.shared.begin(self)
    observe(nil) { $0.willCreate($1) }
  }

  /// A value that the binding has declared as used.
  func used<Value>(_ type: Value.Type) async throws(InjectionError) -> Value {
    do throws(InjectionError) {
      return try await injector.prepared(type, for: CallFacts(.prepared, Key(type), at: nil))
    } catch {
      let use = Requirement(.parameter(of: key, position: 1), name: nil)
      throw error.withoutCall().passing(
        InjectionError.Step(examining: use, isDeclaredUse: true, owner: binding.declaration))
    }
  }

  // MARK: - Completing

  /// Completes delivered values, on the actor that one of them belongs to.
  static func complete(_ group: [PreparationJob]) async {
    if let owner = group.lazy.compactMap(\.binding.owner).first {
      await complete(group, on: owner)
    } else if !completeHere(group, isFinal: false) {
      await complete(group, on: MainActor.shared)
    }
  }

  private static func complete(_ group: [PreparationJob], on owner: isolated any Actor) {
    _ = completeHere(group, isFinal: true)
  }

  /// Injects, awakes and publishes the delivered values in one go, on this thread.
  ///
  /// - Returns: False if one of the values turns out to belong to the main actor, unless this attempt
  ///   is the final one.
  private static func completeHere(_ group: [PreparationJob], isFinal: Bool) -> Bool {
    let resolution = Resolution.current
    let current = group.filter { $0.isCurrent }
    let deliveries = Dictionary(
      uniqueKeysWithValues: current.compactMap { job in
        job.delivery.map { (job.identity, $0) }
      })
    for job in current {
      do throws(InjectionError) {
        let outcome = try resolution.awaiting(completing: deliveries) { () throws(InjectionError) in
          try job.publish(with: resolution)
        }
        guard case .failure(let unprepared) = outcome else { continue }
        Preparations.shared.extend(group, by: unprepared)
      } catch {
        // A request of user code that has run is the user's: nothing runs twice.
        let isRefusal =
          error.code == .mainActorRequired && error.path.count(where: { $0.kind == .call }) <= 1
        if isRefusal, !isFinal { return false }
        Preparations.shared.end(group, .failed(error.caused(by: [job.number])))
      }
      return true
    }
    Preparations.shared.end(group, .withdrawn)
    return true
  }

  /// Whether the binding and all singletons that the closure was given are in force.
  private var isCurrent: Bool {
    (CollectionOfOne(binding) + uses).allSatisfy(\.isInForce)
  }

  private func publish(with resolution: Resolution) throws(InjectionError) {
    try resolution.perform(call, in: injector) { snapshot throws(InjectionError) in
      for object in received { resolution.ledger.note(object) }
      // The closure may have asked for a singleton without waiting.
      if let object = delivery?.box.object, core.keepsHereOrAbove(object) {
        resolution.ledger.note(object)
      }
      try resolution.prepare(binding.declaration, in: snapshot)
    }
  }

  // MARK: - Observing

  func observe(_ duration: Duration?, _ tell: (any InjectionObserver, InjectionEvent) -> Void) {
    guard core.isObserved else { return }
    let event = InjectionEvent(key: key, scope: binding.scope, depth: 0, duration: duration)
    Resolution.current.notify(Unretained(core)) { tell($0, event) }
  }
}
