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
    let firstMember = frames[base].firstMember
    let firstCreated = frames[base].firstCreated
    while frames.count > base {
      let top = frames.count - 1
      error = error.passing(step(of: top))
      if frames[top].core.isObserved { observeFailure(top, error) }
      let links = frames[top].links
      let gathered = frames[top].gathered
      frames[top].gathered = 0
      links.discard(first: gathered, in: frames[top].memory)
      if frames[top].holdsValue, let binding = frames[top].binding {
        frames[top].holdsValue = false
        binding.recipe.discard(frames[top].destination)
      }
      let site = frames[top].site
      pop()
      if let site, case .building = site.progress {
        ConstructionLedger.shared.release(site, failure: shared(error))
      }
    }
    let dropped = Array(members[firstMember...])
    members.removeSubrange(firstMember...)
    for member in dropped {
      ConstructionLedger.shared.release(member.site, failure: shared(error))
    }
    forgetIdentities(beyond: firstCreated)
    let abandoned = ContiguousArray(created[firstCreated...])
    created.removeSubrange(firstCreated...)
    releaseOwnersFirst(abandoned)
    return error
  }

  /// What those who wait for a failed creation are told; nil lets them try for themselves.
  private func shared(_ error: InjectionError) -> InjectionError? {
    error.code == .deadlock ? nil : error
  }

  private func step(of top: Int) -> InjectionError.Step {
    let object = frames[top].object
    if frames[top].isGathering, let link = frames.openLink(top) {
      let target = (try? link.source.cell?.binding()) ?? nil
      return InjectionError.Step(
        link.requirement, in: object, bound: target?.declaration)
    }
    return InjectionError.Step(
      frames[top].binding?.declaration, class: object.map { type(of: $0) })
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
