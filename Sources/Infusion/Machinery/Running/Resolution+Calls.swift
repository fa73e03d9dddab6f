/// Beginning and ending calls: outermost ones, and those of user code within them.
extension Resolution {
  /// Runs the body as one call: outermost, or nested in a call of user code.
  ///
  /// The facts of the call are asked for when it fails.
  @inline(__always)
  func perform<Result>(
    _ call: @autoclosure () -> CallFacts, in injector: Injector,
    _ body: () throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    if let limit = exceededLimit(injector) {
      let call = call()
      throw InjectionError(.nestingLimit(call, limit: limit), at: call.place)
    }
    let outer = (family: family, epoch: epoch)
    begin(with: injector.core)
    defer { leave(to: outer) }
    do throws(InjectionError) {
      return try retrying(body)
    } catch {
      throw error.requested(by: call(), of: injector.core)
    }
  }

  /// The limit of nesting, when one more call would exceed it.
  @inline(__always)
  private func exceededLimit(_ injector: Injector) -> Int? {
    guard nesting > 0 else { return nil }
    let limit = injector.core.maximumNesting
    if nesting > limit { return limit }
    return record.with({ $0.hasStackLeft }) ? nil : nesting
  }

  @inline(__always)
  private func begin(with core: InjectorCore) {
    if nesting == 0 {
      family = core.family
      epoch = record.with { $0.beginRequest(of: family) }
    } else if core.family != family {
      turn(to: core.family)
    }
    nesting += 1
  }

  @inline(__always)
  private func leave(to outer: (family: Int, epoch: Int)) {
    nesting -= 1
    if nesting == 0 {
      end()
    } else if outer.family != family {
      (family, epoch) = outer
    }
  }

  /// Runs the body, again if it had to give way to another thread and no code of the user stands on
  /// the stack.
  func retrying<Result>(
    _ body: () throws(InjectionError) -> Result
  ) throws(InjectionError) -> Result {
    while true {
      do throws(InjectionError) {
        return try body()
      } catch {
        guard nesting == 1, let site = retrySite else { throw error }
        retrySite = nil
        ConstructionLedger.shared.waitUntilFree(site, for: self)
      }
    }
  }

  // MARK: - The end

  /// Ends the outermost call, and lets go of everything that it has kept.
  private func end() {
    epoch = History.always
    forgetBeginning()
    let isAwaited = record.with { $0.endRequest() }
    frames.shrink()
    if keepsSites { letGoOfSites() }
    isLastUnfinished = false
    if !keepsLedger { ledger.releaseAll() }
    if isAwaited { History.shared.forget() }
  }

  /// Forgets when this thread has begun, unless it is in the middle of a request or an update: what
  /// it does next begins then, and gives way to what has begun before.
  @inline(__always)
  func forgetBeginning() {
    if nesting == 0, updates == 0 { serial = 0 }
  }

  private func letGoOfSites() {
    // Deinitializers are user code and may begin a call of their own: the state is in order before
    // the first one runs.
    var graph: [GraphSite.Identity: GraphSite] = [:]
    swap(&graph, &graphSites)
    otherEpochs = [:]
    keepsSites = false
  }

  // MARK: - Epochs

  /// Sees the bindings of injectors that have nothing to do with those asked so far.
  private func turn(to family: Int) {
    record.with { $0.keepEverything(of: family) }
    let epoch = otherEpochs[family] ?? History.present
    otherEpochs[family] = epoch
    keepsSites = true
    (self.family, self.epoch) = (family, epoch)
  }

  /// Called before this thread changes an injector.
  func prepareForChange(of family: Int) {
    if nesting > 0 { record.with { $0.keepEverything(of: family) } }
  }

  /// What a thread has changed itself, its request sees from then on.
  func seeChange(of family: Int) {
    guard nesting > 0 else { return }
    if family == self.family {
      epoch = History.present
    } else {
      otherEpochs[family] = History.present
      keepsSites = true
    }
  }
}
