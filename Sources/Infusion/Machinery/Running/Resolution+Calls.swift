/// Begins and ends calls: outermost ones, and those that user code makes within them.
extension Resolution {
  /// Runs the body as one call: outermost, or nested in a call of user code.
  ///
  /// The facts of the call are evaluated only when it fails.
  @inline(__always)
  func perform<Result>(
    _ call: @autoclosure () -> CallFacts, in injector: Injector,
    _ body: (Unretained<Snapshot>) throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    if nesting > 0 {
      let limit = injector.core.options.maximumNesting
      if nesting > limit { throw nestingFailure(call(), limit, isOfStack: false) }
      guard record.with({ $0.hasStackLeft }) else {
        throw nestingFailure(call(), nesting, isOfStack: true)
      }
    }
    return try perform(call(), begin(with: injector.core), body)
  }

  /// Runs the body as an outermost call whose snapshot this thread has pinned.
  @inline(__always)
  func performPinned<Result>(
    _ call: @autoclosure () -> CallFacts, _ pinned: Unretained<Snapshot>,
    _ body: (Unretained<Snapshot>) throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    snapshot = pinned
    nesting = 1
    return try perform(call(), OuterCall(), body)
  }

  @inline(__always)
  private func perform<Result>(
    _ call: @autoclosure () -> CallFacts, _ outer: OuterCall,
    _ body: (Unretained<Snapshot>) throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    defer { leave(to: outer) }
    guard let snapshot = snapshot else { fatalError("a call reads a snapshot") }
    do throws(InjectionError) {
      return try retrying { () throws(InjectionError) in try body(snapshot) }
    } catch {
      throw failure(error, call(), snapshot)
    }
  }

  // The rare parts are not compiled into the functions that make calls.

  @inline(never)
  private func failure(
    _ error: InjectionError, _ call: CallFacts, _ snapshot: Unretained<Snapshot>
  ) -> InjectionError {
    error.requested(by: call).seen(from: snapshot.object)
  }

  @inline(never)
  private func nestingFailure(
    _ call: CallFacts, _ limit: Int, isOfStack: Bool
  ) -> InjectionError {
    InjectionError(.nestingLimit(call, limit: limit, isOfStack: isOfStack), at: call.location)
  }

  /// The call around a call, and the snapshot that the inner call has to keep.
  private struct OuterCall {
    /// The core of the injector that the outer call asks; the outer call keeps it.
    var core: Unretained<InjectorCore>?
    /// The snapshot with which the inner call began, for its end to release; nil when that is pinned.
    var kept: Unretained<Snapshot>?
    /// Whether the outer call is known to run on the main actor.
    var isOnMainActor = false
  }

  @inline(__always)
  private func begin(with core: InjectorCore) -> OuterCall {
    defer { nesting += 1 }
    if nesting == 0, !hasViews {
      snapshot = record.with { record in
        while true {
          if let pinned = record.pin(core.present) { return pinned }
          core.makePresent()
        }
      }
      return OuterCall()
    }
    return beginNested(with: core)
  }

  private func beginNested(with core: InjectorCore) -> OuterCall {
    let outer = snapshot?.with { $0.coreReference }
    var kept: Unretained<Snapshot>?
    if let present = snapshot, outer == Unretained(core), !core.isShutDown {
      kept = keep(present)
    } else {
      kept = Unretained(keeping: view(of: core))
      snapshot = kept
    }
    if let snapshot { snapshot.with { noteSeen($0) } }
    defer { record.with { unsafe $0.isOnMainActor = false } }
    return OuterCall(
      core: outer, kept: kept, isOnMainActor: record.with { unsafe $0.isOnMainActor })
  }

  @inline(__always)
  private func leave(to outer: OuterCall) {
    nesting -= 1
    if nesting > 0 { return leaveNested(to: outer) }
    end()
    // Within a change, an outermost call keeps what it sees, too.
    outer.kept?.release()
  }

  private func leaveNested(to outer: OuterCall) {
    record.with { unsafe $0.isOnMainActor = outer.isOnMainActor }
    // What ends here may make requests, whose values are not those of this call.
    let isUnfinished = isLastUnfinished
    if let core = outer.core, core != snapshot?.with({ $0.coreReference }) {
      // The injector may have changed in between.
      readAgain(core.object)
    }
    outer.kept?.release()
    isLastUnfinished = isUnfinished
  }

  /// Runs the body, and repeats it if it had to give way to another thread and no user code is on
  /// the stack.
  func retrying<Result>(
    _ body: () throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    while true {
      do throws(InjectionError) {
        return try body()
      } catch {
        guard waitsToRepeat() else { throw error }
      }
    }
  }

  /// Whether a failed call has given way to another thread; waits until that thread is done.
  @inline(never)
  private func waitsToRepeat() -> Bool {
    guard nesting == 1, let site = retrySite else { return false }
    retrySite = nil
    ConstructionLedger.shared.waitUntilFree(site, for: self)
    return true
  }

  // MARK: - The end

  /// Ends the outermost call, and releases everything that it has kept.
  private func end() {
    snapshot = nil
    forgetSerial()
    isLastUnfinished = holdsBack
    if frames.isSpacious { frames.shrink() }
    // As `ending` does, but this way the end of a short call stays short.
    endings += 1
    let replaced = record.with { $0.endCall() }
    if unsafe replaced != nil || hasViews || !graphSites.isEmpty {
      letGo(of: replaced)
    } else if !keepsLedger {
      ledger.releaseAll()
    }
    endings -= 1
    if record.with({ $0.isToRelease }) { InjectorCore.letGoOfRetired() }
  }

  /// Releases what a call has kept, and the snapshot that it has read if another has replaced that.
  ///
  /// Deinitializers are user code and may begin a call of their own, which finds nothing of this one:
  /// everything is taken out before the first of them runs.
  @inline(never)
  private func letGo(of replaced: Unretained<AnyObject>?) {
    var sites = GraphSites()
    unsafe swap(&sites, &graphSites)
    let views = hasViews && !seen.hasUpcoming ? takeViews() : nil
    let known = keepsLedger || ledger.isEmpty ? nil : ledger.takeAll()
    replaced?.release()
    sites.end()
    if unsafe graphSites.isEmpty { unsafe swap(&sites, &graphSites) }
    if let known { ledger.release(known) }
    views?.release()
  }

  /// Forgets the thread's serial, unless a call or an update is under way.
  ///
  /// The next one gets a higher serial, and gives way to the others.
  @inline(__always)
  func forgetSerial() {
    if nesting == 0, updates == 0 { serial = 0 }
  }
}
