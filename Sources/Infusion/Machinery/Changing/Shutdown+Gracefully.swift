/// The end of an injector by a call that awaits the releases elsewhere.
///
/// A file of its own: a program contains the data of asynchronous functions only with the whole file,
/// and every injector whose creation fails is ended by `Shutdown.swift`.
extension Shutdown {
  /// Ends the injector and its children, once, and awaits the releases elsewhere.
  ///
  /// What belongs to no actor is unloaded and released on the caller's. An object that is being
  /// released does not wait for asynchronous closures: one of them may be waiting for its release.
  ///
  /// - Parameters:
  ///   - caller: The actor of the caller.
  ///   - isPart: Whether this end is part of the parent's.
  ///   - waitsForClosures: Whether the call waits for asynchronous closures.
  /// - Throws: The errors of the end.
  func runGracefully(
    on caller: isolated (any Actor)? = #isolation, isPart: Bool = false,
    waitsForClosures: Bool = !InjectorCore.isAskedByAnyReleased
  ) async throws(InjectionError) {
    let phase = core.withState { $0.ending.phase }
    if phase == .closed {
      if waitsForClosures { await core.preparations.load()?.waitForClosures(core) }
      await waitForReleases()
      return
    }
    // Another thread may hold the lock until its shutdown has ended.
    var isMine = false
    if phase == .open {
      try ChangeLock.run(of: core) { () throws(InjectionError) in
        isMine = try begin(isAwaited: true, isPart: false)
      }
    }
    if isMine {
      var errors: [InjectionError] = []
      let isAskedByReleased = core.isAskedByReleased
      await core.asReleased {
        _ = caller
        for child in core.descendants {
          do throws(InjectionError) {
            try await Shutdown(core: child.core).runGracefully(
              isPart: true, waitsForClosures: waitsForClosures)
          } catch {
            errors.append(error)
          }
        }
        let list = await takeOutWithLock(on: obstacleToUnloading?.actor ?? caller, &errors)
        if waitsForClosures { await core.preparations.load()?.waitForClosures(core) }
        await waitForDepartures()
        if !isAskedByReleased { await waitForTask() }
        errors += await list.release()
      }
      end(errors)
    } else if isPart ? isAskedByItsEnd : Self.isAskedByAnyEnd || isAskedByThread {
      return
    } else {
      await suspend { $0.ending.phase != .closed }
      // A closure that has ended the injector did not wait for itself.
      if waitsForClosures { await core.preparations.load()?.waitForClosures(core) }
      await waitForReleases()
    }
    let errors = core.withState { $0.ending.errors }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }

  /// Waits for the objects that a shutdown could not release at once, unless one of them may be waiting
  /// for the caller.
  private func waitForReleases() async {
    if Self.isAskedByAnyEnd { return }
    await waitForDepartures()
    await waitForTask()
  }

  /// Waits until other threads have released what they have taken out; none of them waits for a call that
  /// awaits.
  private func waitForDepartures() async {
    await suspend { !$0.departures.isEmpty }
  }

  /// Suspends the call as long as it has to wait.
  private func suspend(while waits: (InjectorCore.State) -> Bool) async {
    while core.withState({ waits($0) }) {
      await withCheckedContinuation { continuation in
        let isOver = core.withState { state in
          if waits(state) { state.ending.waiting.append(continuation) }
          return !waits(state)
        }
        if isOver { continuation.resume() }
      }
    }
  }

  /// Waits for the task that releases objects elsewhere.
  private func waitForTask() async {
    while let task = core.withState({ $0.ending.releasing }) { await task.value }
  }

  /// Whether an object that is being released asks, or a closure, of whatever injector: what ends
  /// another injector may be waiting for it.
  private static var isAskedByAnyEnd: Bool {
    InjectorCore.isAskedByAnyReleased
      || PreparationControl.shared.load()?.isAskedByClosure() == true
  }

  /// Whether the end may be waiting for the caller: for an object that is released, or a closure.
  private var isAskedByItsEnd: Bool {
    (core.descendants + [core.injector]).contains { injector in
      injector.core.isAskedByReleased
        || injector.core.preparations.load()?.isAskedByClosure() == true
    }
  }

  /// Unloads the modules and takes everything out, on an actor where the modules can be unloaded.
  private func takeOutWithLock(
    on actor: isolated (any Actor)?, _ errors: inout [InjectionError]
  ) -> ReleaseList {
    var list: ReleaseList?
    do throws(InjectionError) {
      try ChangeLock.run(of: core) { () throws(InjectionError) in list = unloadAndTakeOut(&errors) }
    } catch {
      errors.append(error)
    }
    return list ?? takeEverythingOut(&errors)
  }
}
