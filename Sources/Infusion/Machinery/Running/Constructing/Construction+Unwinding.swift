/// Undoes what a failed request has begun.
extension Construction {
  /// Drops the frame at the base and every one above it, every unpublished instance that was finished
  /// since, and all gathered values.
  ///
  /// Instances that were published on the way stay. Properties are set only when all values of their
  /// object are there. Those of an object that has failed while it awoke, or with the rest of its cycle,
  /// stay set.
  ///
  /// - Returns: The error with the steps of the path that it came along.
  func unwind(to base: Int, _ error: InjectionError) -> InjectionError {
    // The topmost frame is the first one.
    let positions = (base..<frames.count).reversed()
    let steps = positions.map { frames.step(of: $0) }
    func failure(upTo index: Int) -> InjectionError {
      error.passing(steps[...index].compactMap { $0 })
    }
    var reports: [() -> Void] = []
    if positions.contains(where: { frames[$0].flags.contains(.isTimed) }) {
      var error = error
      for (position, step) in zip(positions, steps) {
        if let step { error = error.passing(step) }
        guard frames[position].flags.contains(.isTimed) else { continue }
        let report = observers.fail(position, error.seen(from: frames[base].snapshot.object))
        if isReported(position, error) { reports.append(report) }
      }
    }
    let (firstMember, firstNote) = (frames[base].firstMember, frames[base].firstNote)
    let mark = frames[base].mark
    // Everything is taken out and the state put in order before anything is released:
    // deinitializers are user code, and may begin a call of their own.
    var wreckage: ContiguousArray<Frame> = []
    while frames.count > base { wreckage.append(frames.popKeepingMemory()) }
    // Complete ones wait for the update, whatever has failed here.
    let dropped = members.takeUnfinished(from: firstMember)
    // User code may keep an object that had received something unfinished when its injection failed.
    if base > 0, countsBelow(firstMember) {
      for frame in wreckage {
        receive(frame.received.below(frame.hasSetProperties ? base : 0), base - 1)
      }
    }
    withExtendedLifetime(dropped) {
      for (index, frame) in wreckage.enumerated() {
        let (site, binding) = (frame.site?.object, frame.binding?.object)
        site?.giveUp(by: self, failing: binding, failure(upTo: index))
      }
      for member in dropped { member.drop(of: self) }
    }
    // From here on, deinitializers run.
    for frame in wreckage where frame.hasSetProperties && frame.received.isOfUpdate {
      ledger.noteOfUpdate(frame.note)
    }
    ledger.forget(since: firstNote, wreckage.lazy.map(\.note))
    for frame in wreckage { frame.discardValues() }
    frames.reset(to: mark)
    for frame in wreckage { frame.keptSite?.release() }
    // A value that user code has received may hold the head of a long chain until the outermost
    // call ends.
    if unsafe graphSites.isEmpty { ledger.releaseForgotten() }
    for report in reports { report() }
    return failure(upTo: steps.count - 1)
  }

  /// Whether the failure of a frame is reported: the job of an asynchronous closure reports a value that
  /// it has delivered, and what is not prepared yet is awaited later.
  private func isReported(_ position: Int, _ error: InjectionError) -> Bool {
    guard let preparation else { return true }
    let binding = frames[position].binding?.object
    return error.code != .notPrepared && binding.flatMap { preparation.delivery(for: $0) } == nil
  }
}
