/// Undoing what a failed request has begun.
extension Resolution {
  /// Drops every frame above the base, every unpublished instance that was finished since, and what
  /// was gathered.
  ///
  /// Properties were not set: an object's values are all there before its first property is set.
  /// Instances that were published on the way stay.
  ///
  /// - Returns: The error with the steps of the path that it came along.
  func unwind(to base: Int, _ error: InjectionError) -> InjectionError {
    guard frames.count > base else { return error }
    var error = error
    if frames[base].core.isObserved {
      for position in (base..<frames.count).reversed() {
        error = error.passing(step(of: position))
        observeFailure(position, error)
      }
    } else {
      error = error.passing((base..<frames.count).reversed().map { step(of: $0) })
    }
    let firstMember = frames[base].firstMember
    let firstCreated = frames[base].firstCreated
    let mark = frames[base].mark
    // First everything is taken out and the state put in order, then it is let go: deinitializers
    // are user code, and may begin a call of their own.
    var wreckage: ContiguousArray<Frame> = []
    while frames.count > base { wreckage.append(popKeepingMemory()) }
    let dropped = Array(members[firstMember...])
    members.removeSubrange(firstMember...)
    forgetIdentities(beyond: firstCreated)
    abandoned += created.removeAll(beyond: firstCreated)
    let failure = shared(error)
    for site in wreckage.compactMap(\.site) + dropped.map(\.site) {
      ConstructionLedger.shared.releaseIfOwned(site, by: self, failure: failure)
    }
    for frame in wreckage { frame.discardValues() }
    arena.reset(to: mark)
    wreckage = []
    // A value that user code was given may hold the head of a long chain, until the outermost call
    // ends.
    if handedOut.isEmpty, graphSites.isEmpty {
      var released = abandoned
      abandoned = []
      releaseOwnersFirst(&released)
    }
    return error
  }

  /// What those who wait for a failed creation are told.
  ///
  /// Nil lets them try for themselves: the cause lies with the thread that has failed.
  private func shared(_ error: InjectionError) -> InjectionError? {
    switch error.problem {
    case .deadlock, .nestingLimit, .mainActorRequired, .argumentMismatch, .notPrepared: nil
    default: error
    }
  }

  private func step(of top: Int) -> InjectionError.Step {
    let object = frames[top].object
    if frames[top].isGathering, let link = frames.openLink(top) {
      let target = (try? link.source.cell?.binding(at: moment)) ?? nil
      return InjectionError.Step(
        link.requirement, in: object, bound: target?.declaration,
        owner: frames[top].binding?.declaration)
    }
    return InjectionError.Step(
      frames[top].binding?.declaration, class: object.map { type(of: $0) })
  }
}

extension Frame {
  /// Destroys what has been gathered, and the value itself.
  fileprivate func discardValues() {
    unsafe links.discard(first: gathered, in: memory)
    if holdsValue { unsafe binding?.recipe.discard(destination) }
  }
}

extension Resolution {
  /// What this thread holds and wants, for the report of a deadlock.
  ///
  /// Called under the lock of the ledger, while the thread waits or is the caller.
  var waiterReport: InjectionError.Waiter {
    InjectionError.Waiter(
      holds: (0..<frames.count).compactMap {
        frames[$0].site == nil ? nil : frames[$0].binding?.key
      }
        + members.map(\.binding.key),
      wants: waiting.wantedKey)
  }
}
