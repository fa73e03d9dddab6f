/// The work of a job: its closure makes the value; afterwards the value is injected and published.
///
/// A file of its own: the data that asynchronous functions need would otherwise stand beside that of
/// the class, and every program would contain both. For the same reason, what starts a task is not
/// inlined into other files.
extension PreparationJob {
  // MARK: - Making

  /// Starts a task that runs the closure.
  @inline(never)
  func startWorking() {
    phase = .running
    task = Task.detached(priority: priority) { await self.work() }
  }

  /// Runs the closure, in a task of its own.
  ///
  /// The task inherits no task-local values; the current injector is the injector of the binding.
  private func work() async {
    do {
      var delivery = try await CurrentInjector.with(injector, isKept: false) {
        try await Self.$current.withValue(Current(self)) {
          try await closure(self)
        }
      }
      delivery.duration = duration
      Preparations.deciding { $0.deliver(delivery, of: self) }
    } catch {
      var step = InjectionError.Step(binding.declaration, class: nil)
      step.kept = binding.kept
      let error = InjectionError(wrapping: error, of: .creation(key))
        .passing(step).caused(by: [number])
      Preparations.deciding { $0.end([self], .failed(error)) }
    }
  }

  /// Called right before the user's closure begins; if this throws, the closure must not begin.
  func begin() throws(CancellationError) {
    guard Preparations.deciding({ $0.begin(self) }) else { throw CancellationError() }
    observe(isTimed: false) { $0.willCreate($1) }
  }

  /// A value that the binding has declared as used.
  func used<Value>(_ type: Value.Type) async throws(InjectionError) -> Value {
    do throws(InjectionError) {
      return try await injector.prepared(type, for: CallFacts(.prepared, Key(type), at: nil))
    } catch {
      let use = Requirement(.parameter(of: key, position: 1), of: type)
      throw error.withoutCall().passing(
        InjectionError.Step(examining: use, isDeclaredUse: true, owner: binding.declaration))
    }
  }

  /// How long its closure has taken; nil when it has not begun.
  private var duration: Duration? { began?.duration(to: .now) }

  // MARK: - Completing

  /// Starts a task that completes this job and the rest of its cycle, which are all delivered.
  @inline(never)
  func startCompleting(_ group: [PreparationJob]) {
    for member in group { member.phase = .completing }
    Task.detached(priority: priority) { await Self.complete(group) }
  }

  /// Completes delivered values, on the actor that one of them belongs to.
  private static func complete(_ group: [PreparationJob]) async {
    let owner = group.lazy.compactMap(\.owner).first
    if let refusing = await complete(group, on: owner) { _ = await complete(group, on: refusing) }
  }

  /// The actor that the delivered value belongs to, as far as the binding or the class of an object
  /// says.
  private var owner: (any Actor)? {
    binding.isolationToComplete(containedObjects(delivery?.box.erased))?.owner
  }

  /// Injects, awakes and publishes the delivered values in one go, on this thread.
  ///
  /// - Returns: The actor that something needed for a property turns out to belong to, if no actor is
  ///   given: the completion has to begin again there. What it has created is dropped.
  private static func complete(
    _ group: [PreparationJob], on owner: isolated (any Actor)?
  ) -> (any Actor)? {
    let resolution = Resolution.current
    let outdated = group.filter { !$0.isCurrent }
    guard outdated.isEmpty else {
      Preparations.deciding { $0.postpone(group, ending: outdated) }
      return nil
    }
    let deliveries = Dictionary(
      uniqueKeysWithValues: group.compactMap { job in
        job.delivery.map { (job.identity, $0) }
      })
    for job in group {
      do throws(InjectionError) {
        let outcome = try resolution.awaiting(completing: deliveries) { () throws(InjectionError) in
          // The task of the closure, which had the same one, has ended.
          try CurrentInjector.with(job.injector, isKept: false) { () throws(InjectionError) in
            try job.publish(with: resolution)
          }
        }
        guard case .unprepared(let unprepared) = outcome else { continue }
        Preparations.extend(group, by: unprepared)
      } catch {
        // A request of user code that has run is the user's.
        if owner == nil, error.path.count(where: { $0.kind == .call }) <= 1,
          let refusing = error.refusingActor
        {
          return refusing
        }
        let failure = error.withoutCall().caused(by: [job.number])
        Preparations.deciding { $0.end(group, .failed(failure)) }
      }
      return nil
    }
    Preparations.deciding { $0.end(group, .withdrawn) }
    return nil
  }

  /// Whether the binding and all singletons that the closure was given are in force.
  ///
  /// An injector that has ended, such as a child that the closure has made, has no other singleton for
  /// the closure.
  private var isCurrent: Bool {
    binding.isInForce
      && uses.allSatisfy { $0.isInForce || $0.core.isShutDown || $0.core.isDissolved }
  }

  private func publish(with resolution: Resolution) throws(InjectionError) {
    try resolution.perform(call, in: injector) { snapshot throws(InjectionError) in
      for object in received { resolution.noteComplete(object) }
      // The closure may have asked for a singleton without waiting.
      if let box = delivery?.box, !box.isUnique {
        let isComplete = { snapshot.object.endOfLinks(from: $0).last.handsOutComplete }
        for object in containedObjects(box.erased)
        where core.keepsHereOrAbove(object, for: isComplete) {
          resolution.noteComplete(object)
        }
      }
      try resolution.prepare(binding.declaration, in: snapshot)
    }
  }

  // MARK: - Observing

  func observe(isTimed: Bool = true, _ tell: (any InjectionObserver, InjectionEvent) -> Void) {
    guard core.isObserved else { return }
    let event = InjectionEvent(
      key: key, scope: binding.scope, depth: 0, duration: isTimed ? duration : nil)
    Resolution.current.observers.notifyInAnyCase(Unretained(core)) { tell($0, event) }
  }
}
