/// Calls that wait for asynchronous singletons.
extension Preparations {
  /// Makes a plan and waits until its items are prepared; plans again if some were withdrawn.
  ///
  /// A closure and its child tasks wait on behalf of the closure's job; a wait for itself, through
  /// others, is found out before. Any other task that the closure starts waits on its own behalf.
  /// The call asks one injector, which sees the errors; what it lacks may belong to another one.
  static func prepare(
    for call: CallFacts, of asked: Injector, in injector: Injector? = nil,
    isolation: isolated (any Actor)? = #isolation,
    progress: ((PreparationProgress) -> Void)? = nil,
    _ plan: (Snapshot) throws(InjectionError) -> PreparationPlan
  ) async throws(InjectionError) {
    let run = PreparationRun(of: asked.core, tellsProgress: progress != nil)
    let asking = PreparationJob.asking
    defer { deciding { $0.forget(run, madeBy: asking) } }
    // The handler is installed before anything begins, and stays between two reports.
    let outcome = await withTaskCancellationHandler {
      () async -> Result<Void, InjectionError> in
      // The closure stays on the caller's actor, where the progress is reported.
      _ = isolation
      do throws(InjectionError) {
        repeat {
          // An enclosing call of this thread may see what a change has replaced: nothing prepares that.
          let present = (injector ?? asked).core.loadPresent()
          defer { withExtendedLifetime(present) {} }
          try Resolution.current.perform(call, in: injector ?? asked) {
            _ throws(InjectionError) in
            begin(try plan(present), run, for: call, of: asked.core)
          }.get()
          while let report = await nextReport(of: run) { progress?(report) }
        } while try deciding { _ throws(InjectionError) in try run.mustBeginAgain(call) }
        return .success(())
      } catch {
        return .failure(error.seen(from: asked.visible))
      }
    } onCancel: {
      deciding { $0.decisions.stopped.append(run) }
    }
    try outcome.get()
  }

  private static func begin(
    _ plan: PreparationPlan, _ run: PreparationRun, for call: CallFacts, of asked: InjectorCore
  ) -> Result<Void, InjectionError> {
    let (starter, closure) = (PreparationJob.current?.job, PreparationJob.asking)
    return deciding { preparations in
      // The end of the injector finds what waits at that time.
      if asked.isShutDown {
        return .failure(InjectionError(.injectorShutDown(call.key)).requested(by: call))
      }
      // Any task that a cancelled closure has started begins nothing, as long as the closure runs.
      let isCancelled = starter.map { $0.isRunning && $0.isCancelled } ?? false
      let asking = closure?.isRunning == true ? closure : nil
      guard plan.items.isEmpty || !(Task.isCancelled || isCancelled) else {
        let keys = plan.items.map(\.binding.key)
        return .failure(
          InjectionError(.preparationCancelled(prepared: run.prepared, missing: keys))
            .requested(by: call))
      }
      return preparations.take(up: plan, for: call, neededBy: asking).map { jobs in
        for job in jobs { preparations.join(run, job) }
        if !jobs.isEmpty {
          asking?.awaiting[run.number] = run
          preparations.list(run)
        }
        run.reportPlan()
        preparations.decisions.answer(run)
      }
    }
  }

  private static func nextReport(of run: PreparationRun) async -> PreparationProgress? {
    await withCheckedContinuation { continuation in
      deciding { preparations in
        run.continuation = continuation
        preparations.decisions.answer(run)
      }
    }
  }

  /// Lets an injector reach its jobs; like ``PreparationJob/startWorking()``, not inlined elsewhere.
  @inline(never)
  static func control(_ core: InjectorCore) {
    guard core.preparations.load() == nil else { return }
    let control = PreparationControl(
      withdraw: { withdraw($0) },
      endCalls: { core in deciding { $0.endCalls(of: core) } },
      waitForClosures: { await waitForClosures(of: $0) },
      isAskedByClosure: { isAskedByClosure })
    _ = core.preparations.storeIfEmpty(PreparationControl.shared.storeIfEmpty(control))
  }

  private static func waitForClosures(of core: InjectorCore) async {
    guard !isAskedByClosure else { return }
    let run = PreparationRun(of: core, tellsProgress: false)
    deciding { preparations in
      for job in preparations.jobs.values where job.core === core { preparations.join(run, job) }
    }
    // Its only report is the last one: it tells no progress.
    _ = await nextReport(of: run)
  }

  private static var isAskedByClosure: Bool {
    guard let job = PreparationJob.asking else { return false }
    return deciding { _ in job.isRunning }
  }
}
