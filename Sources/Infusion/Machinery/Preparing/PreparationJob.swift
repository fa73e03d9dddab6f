/// One asynchronous singleton on its way: its closure, and what it waits for.
///
/// It exists from the first call that needs the singleton until it is published or has failed, and
/// every call that needs it meanwhile shares it.
///
/// `@unchecked Sendable`: what is immutable is safe to share; the rest is guarded by the lock of
/// ``Preparations``, but for `delivery`, which the job's own task writes before the phase tells
/// others that it is there.
final class PreparationJob: @unchecked Sendable {
  enum Phase {
    /// Waits for what its closure uses.
    case waiting
    /// Its closure runs.
    case running
    /// The closure has made the value, whose properties may wait for others.
    case delivered
    /// The value is being injected, awoken and published, alone or with the rest of its cycle.
    case completing
    case ended(Outcome)
  }

  enum Outcome: Sendable {
    case prepared
    case failed(InjectionError)
    /// Something that it needs has failed: the job of that number.
    case blocked(InjectionError, by: Int)
    /// Cancelled, or bound anew meanwhile: whoever still needs the key begins again.
    case withdrawn
  }

  /// What a job that has waited is to do.
  enum Signal {
    case run
    /// Complete these jobs, the receiver among them.
    case complete([PreparationJob])
    case stop(Outcome)
  }

  let number = UniqueNumber.next()
  let binding: ActiveBinding
  let making: any AsynchronousMaking
  let injector: Injector
  /// The call for whose sake it was begun, as the path of an error ends.
  let call: CallFacts

  var phase = Phase.waiting
  var before: [PreparationJob] = []
  var with: [PreparationJob] = []
  /// What its closure waits for at the moment, by the call in which it does.
  var awaited: [ObjectIdentifier: [PreparationJob]] = [:]
  /// The jobs that have this one among their needs.
  var dependents: [PreparationJob] = []
  var delivery: Delivery?

  /// The calls that need the singleton; when there is none left, it is cancelled.
  var interested: [PreparationRun] = []
  /// Calls that wait for its end only.
  var watching: [PreparationRun] = []
  var isCancelled = false
  /// The job whose failure its closure was told.
  var culprit: Int?
  var task: Task<Void, Never>?
  var continuation: CheckedContinuation<Signal, Never>?

  init(_ item: PreparationPlan.Item, for call: CallFacts) {
    binding = item.binding
    making = item.making
    injector = item.injector
    self.call = call
  }

  /// The number of the job whose closure the present task runs, or is a child of.
  ///
  /// A number, and not the job: a task that a closure has started may live as long as the process.
  @TaskLocal static var current: Int?

  var key: Key { binding.key }

  var isEnded: Bool { if case .ended = phase { true } else { false } }
  var isDelivered: Bool { if case .delivered = phase { true } else { false } }

  /// All that has to be there, in some way, before the job can end.
  var needs: [(job: PreparationJob, isStrict: Bool)] {
    (before + awaited.values.joined()).map { ($0, true) } + with.map { ($0, false) }
  }
}

// MARK: - Working

extension PreparationJob {
  /// Runs the job from beginning to end, in the job's own task.
  func work() async {
    let preparations = Preparations.shared
    var signal = await preparations.nextSignal(for: self)
    while true {
      switch signal {
      case .stop(let outcome):
        preparations.end([(self, outcome)])
        return
      case .run:
        do {
          let supplies = Supplies(injector: injector, declaration: binding.declaration)
          let made = try await Self.$current.withValue(number) {
            try await making.deliver(supplies)
          }
          signal = await preparations.nextSignal(for: self, delivering: made)
        } catch {
          preparations.end(self, throwing: failure(error), isOwn: !(error is InjectionError))
          return
        }
      case .complete(let group):
        switch await completion(of: group) {
        case .ended(let outcomes):
          preparations.end(outcomes)
          return
        case .needs(let unprepared):
          do throws(InjectionError) {
            try preparations.extend(self, of: group, by: try unprepared.plan(for: call))
            signal = await preparations.nextSignal(for: self)
          } catch {
            preparations.end(outcomes(of: group, failing: error))
            return
          }
        }
      }
    }
  }

  /// What the closure has thrown, with the path to the call.
  private func failure(_ error: any Error) -> InjectionError {
    InjectionError(wrapping: error, of: .creation(key))
      .passing(InjectionError.Step(binding.declaration, class: nil)).requested(by: call)
  }

  // MARK: - Completing

  private enum Completion: Sendable {
    case ended([(PreparationJob, Outcome)])
    /// Something that nobody has declared is not prepared.
    case needs(PreparationState.Unprepared)
  }

  private func completion(of group: [PreparationJob]) async -> Completion {
    guard group.contains(where: { $0.binding.declaration.requiresMainActor }) else {
      return completionHere(of: group)
    }
    return await MainActor.run { completionHere(of: group) }
  }

  /// Injects, awakes and publishes what was delivered, in one go and on this thread.
  private func completionHere(of group: [PreparationJob]) -> Completion {
    let resolution = Resolution.current
    for job in group where unsafe job.binding.core.present.isInForce(job.binding.declaration) {
      resolution.preparation.deliveries[ObjectIdentifier(job.binding)] = job.delivery
    }
    defer { resolution.preparation = PreparationState() }
    for job in group {
      do throws(InjectionError) {
        try job.complete(with: resolution)
      } catch {
        if let unprepared = resolution.takeUnprepared(after: error) { return .needs(unprepared) }
        return .ended(outcomes(of: group, failing: error, at: job))
      }
    }
    return .ended(group.map { ($0, $0.binding.isPrepared ? .prepared : .withdrawn) })
  }

  private func complete(with resolution: Resolution) throws(InjectionError) {
    // What was bound anew meanwhile is not asked for: its value is dropped.
    let core = unsafe binding.core
    guard core.present.isInForce(binding.declaration),
      try core.cell(for: binding.declaration).binding(at: History.always) === binding
    else { return }
    let used = delivery?.used ?? []
    try resolution.perform(call, in: injector) { () throws(InjectionError) in
      for object in used { resolution.ledger.note(object) }
      try resolution.prepare(core.cell(for: binding.declaration))
    }
  }

  private func outcomes(
    of group: [PreparationJob], failing error: InjectionError, at job: PreparationJob? = nil
  ) -> [(PreparationJob, Outcome)] {
    let culprit = job ?? self
    return group.map { member in
      if member === culprit { return (member, .failed(error)) }
      return (member, member.binding.isPrepared ? .prepared : .blocked(error, by: culprit.number))
    }
  }
}
