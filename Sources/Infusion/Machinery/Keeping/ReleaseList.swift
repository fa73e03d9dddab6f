/// Singletons on their way out of an injector, the last one completed first.
///
/// They are released and dropped one by one, so each may use its dependencies until its own turn
/// comes. One that has to wait keeps those behind it waiting: the order holds on every actor.
///
/// `@unchecked Sendable`: it is passed on, not shared, and calls each object where it belongs.
final class ReleaseList: @unchecked Sendable {
  private var entries: ContiguousArray<CompletedInstance>
  /// Their configurations may keep what the objects refer to.
  private let retirements: [Retirement]

  /// - Parameters:
  ///   - taken: The instances that the injector no longer keeps.
  ///   - retirements: What they leave.
  init(_ taken: ContiguousArray<CompletedInstance>, of retirements: [Retirement]) {
    self.retirements = retirements
    entries = taken
    entries.sort { $0.completion < $1.completion }
    // A link and its target may keep the same object: it goes with the one that is taken last, the first
    // here.
    for entry in entries.reversed() { entry.custody?.leave() }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The obstacle to the release of the next object here, after `releaseHere` has stopped at it.
  var obstacle: ReleaseObstacle? { entries.last?.obstacle }

  /// The first obstacle to the release of all objects here.
  var anyObstacle: ReleaseObstacle? {
    entries.reversed().lazy.compactMap(\.obstacle).first
  }

  /// Releases and drops the objects that can be released at once and on this thread.
  ///
  /// User code: called without a lock.
  ///
  /// - Returns: The errors; an error does not keep the other objects from being released.
  func releaseHere() -> [InjectionError] {
    var errors: [InjectionError] = []
    while let object = next(), obstacle == nil {
      do {
        try (object as Any as? any ReleasesFromInjection)?.releaseFromInjection()
      } catch {
        errors.append(failure(of: object, error))
      }
      entries.removeLast()
    }
    return errors
  }

  /// Releases and drops everything, each object where it belongs, and those that belong to no actor
  /// on the caller's.
  ///
  /// - Returns: The errors.
  func release(on caller: isolated (any Actor)? = #isolation) async -> [InjectionError] {
    var errors = releaseHere()
    while let obstacle {
      errors += await releaseNext(on: obstacle.owner ?? caller)
      errors += releaseHere()
    }
    return errors
  }

  /// Releases the next object on an actor, and awaits that if need be.
  private func releaseNext(on actor: isolated (any Actor)?) async -> [InjectionError] {
    guard let object = next() else { return [] }
    defer { entries.removeLast() }
    // Where the run-time library cannot tell where this code runs, the object is left alone.
    if let obstacle, obstacle.owner != nil { return [obstacle.error] }
    do {
      if let releasing = object as Any as? any ReleasesAsynchronouslyFromInjection {
        nonisolated(unsafe) let releasing = releasing
        // A task of its own, which is not cancelled with the caller's.
        let role = CurrentTask.role
        let task = Task {
          try await CurrentTask.working(for: role, on: actor) {
            _ = actor
            try await unsafe releasing.releaseFromInjection()
          }
        }
        try await task.value
      } else {
        try (object as Any as? any ReleasesFromInjection)?.releaseFromInjection()
      }
      return []
    } catch {
      return [failure(of: object, error)]
    }
  }

  /// The object that is released next; nil at the end.
  ///
  /// Entries before it that need no release are dropped.
  private func next() -> AnyObject? {
    while let last = entries.last {
      if let object = last.releasable { return object }
      entries.removeLast()
    }
    return nil
  }

  /// The error of the next object; an error of the library that it throws is the cause, not the
  /// report.
  private func failure(of object: AnyObject, _ error: any Error) -> InjectionError {
    let declaration = entries[entries.count - 1].declaration
    return InjectionError(
      .providerFailed(
        .release(type(of: object), declaration.key, BindingFacts(declaration)), error))
  }
}

/// Why an object cannot be released at once and on the present thread.
struct ReleaseObstacle {
  /// The actor that the object belongs to; nil when the caller only has to await.
  let owner: (any Actor)?
  /// The error of a shutdown that cannot do its work.
  let error: InjectionError
}

extension CompletedInstance {
  /// The object, if it is one to be released.
  var releasable: AnyObject? {
    custody?.mayRelease == true ? box.object : nil
  }

  /// The obstacle to its release here; nil when there is none, or nothing to release.
  var obstacle: ReleaseObstacle? {
    guard let object = releasable else { return nil }
    let cls: AnyClass = type(of: object)
    // What only an actor may request is used there, unless the class belongs to another one.
    let ofClass = ClassIsolation.releasing(cls)
    let refusal = if let ofClass { ofClass.refusal() } else { isolation?.refusal }
    let owner = refusal == nil ? nil : ofClass?.owner.actor ?? isolation?.owner
    // An object that awaits keeps every caller waiting, wherever it runs.
    if cls is any ReleasesAsynchronouslyFromInjection.Type {
      return ReleaseObstacle(owner: owner, error: InjectionError(.shutdownAwaits(cls)))
    }
    return refusal.map { ReleaseObstacle(owner: owner, error: $0) }
  }
}
