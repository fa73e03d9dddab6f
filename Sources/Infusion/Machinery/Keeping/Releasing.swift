/// Telling singletons that their injector lets go of them.
///
/// User code: called without a lock.
extension InjectorCore {
  /// Releases what changes have taken out of this injector, and lets go of it.
  ///
  /// - Parameter changes: What was taken out; empty afterwards.
  /// - Returns: What has gone wrong; nothing keeps the others from being released.
  func release(_ changes: inout [ReplacedBindings]) -> [InjectionError] {
    var taken = ContiguousArray(changes.flatMap(\.completed))
    let configurations = changes.compactMap(\.configuration)
    // The bindings keep the instances, too: those go one by one.
    changes = []
    return release(&taken, of: configurations)
  }

  /// Releases singletons that were taken out of this injector, the last one completed first, and
  /// drops them one by one in that order.
  ///
  /// From the first one on that belongs to another actor, or whose release awaits, they are handed
  /// to a task.
  ///
  /// - Parameters:
  ///   - taken: The singletons; empty afterwards.
  ///   - replaced: The configurations that they were made by, as far as they are not in force.
  /// - Returns: What has gone wrong here; the shutdown receives the rest.
  func release(
    _ taken: inout ContiguousArray<Completed>, of replaced: [Configuration] = []
  ) -> [InjectionError] {
    release(releaseList(&taken, of: replaced))
  }

  func release(_ list: consuming ReleaseList) -> [InjectionError] {
    let errors = list.releaseHere()
    handOver(list)
    return errors
  }

  func releaseList(
    _ taken: inout ContiguousArray<Completed>, of replaced: [Configuration]
  ) -> ReleaseList {
    defer { taken = [] }
    return ReleaseList(taken, of: replaced) { keptElsewhere(replaced) }
  }

  /// Objects that this injector still keeps, or that were never its own.
  private func keptElsewhere(_ replaced: [Configuration]) -> [ObjectIdentifier] {
    var kept: [ObjectIdentifier] = []
    for core in nearestFirst {
      let (completed, present) = core.withState { ($0.completed, $0.configuration) }
      for entry in completed + History.shared.completed(of: core) {
        if let object = entry.releasable { kept.append(ObjectIdentifier(object)) }
      }
      for configuration in [present] + (core === self ? replaced : []) {
        for declaration in configuration.declarationsInForce + configuration.allContributions {
          if let object = declaration.recipe?.instance { kept.append(ObjectIdentifier(object)) }
        }
      }
    }
    return kept
  }

  /// Releases everything that was completed here, in a core that nothing is going to use.
  ///
  /// It is not let go: that happens in order when the core goes.
  ///
  /// - Parameter keeper: The core whose other singletons are not touched: this one, or the one that
  ///   it replaced.
  /// - Returns: What has gone wrong.
  func releaseCompleted(for keeper: InjectorCore) -> [InjectionError] {
    let completed = withState { $0.completed.takeAll() }
    var taken = completed
    defer { withState { $0.completed = completed + $0.completed } }
    return keeper.release(&taken)
  }

  // MARK: - Releasing elsewhere

  /// Has a task release what cannot be released here; the task keeps the injector.
  private func handOver(_ list: ReleaseList) {
    guard !list.isEmpty else { return }
    let injector = injector
    withState { state in
      state.ending.handedOver.append(list)
      if state.ending.releasing == nil {
        state.ending.releasing = Task.detached { await injector.core.releaseHandedOver() }
      }
    }
  }

  private func releaseHandedOver() async {
    while true {
      let (isDone, obstacle) = withState { state in
        if state.ending.handedOver.isEmpty { state.ending.releasing = nil }
        return (state.ending.handedOver.isEmpty, state.ending.handedOver.first?.obstacle)
      }
      if isDone { return }
      if case .mainActor = obstacle {
        await releaseFirstOnMainActor()
      } else {
        await releaseFirst()
      }
    }
  }

  @MainActor private func releaseFirstOnMainActor() async { await releaseFirst() }

  private func releaseFirst() async {
    let first = withState { state in
      state.ending.handedOver.isEmpty ? nil : state.ending.handedOver.removeFirst()
    }
    guard var list = first else { return }
    let errors = await list.release()
    withState { $0.ending.errors += errors }
  }

  /// Releases what was handed to a task that has not come to it, as far as that can be done here.
  func releaseHandedOverHere() -> [InjectionError] {
    var lists = withState { $0.ending.handedOver.takeAll() }
    var errors: [InjectionError] = []
    for position in lists.indices { errors += lists[position].releaseHere() }
    lists.removeAll(where: \.isEmpty)
    withState { [lists] in $0.ending.handedOver = lists + $0.ending.handedOver }
    return errors
  }
}

extension ContiguousArray {
  /// Leaves the array empty and returns what it held.
  mutating func takeAll() -> Self {
    let all = self
    self = []
    return all
  }
}
