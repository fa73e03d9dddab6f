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
  /// - Parameters:
  ///   - taken: The singletons; empty afterwards.
  ///   - replaced: The configurations that they were made by, as far as they are not in force.
  /// - Returns: What has gone wrong; nothing keeps the others from being released.
  func release(
    _ taken: inout ContiguousArray<Completed>, of replaced: [Configuration] = []
  ) -> [InjectionError] {
    taken.sort { $0.number < $1.number }
    // A link and its target may keep the same object: it was completed with the target.
    var keepers: [ObjectIdentifier: Int] = [:]
    for identity in taken.lazy.compactMap(\.releasable) { keepers[identity, default: 0] += 1 }
    if !keepers.isEmpty {
      for identity in keptElsewhere(replaced) { keepers[identity] = nil }
    }
    var errors: [InjectionError] = []
    while let last = taken.popLast() {
      guard let identity = last.releasable, let count = keepers[identity] else { continue }
      keepers[identity] = count - 1
      if count == 1 { errors += last.release() }
    }
    return errors
  }

  /// Objects that this injector still keeps, or that were never its own.
  private func keptElsewhere(_ replaced: [Configuration]) -> [ObjectIdentifier] {
    var kept: [ObjectIdentifier] = []
    for core in nearestFirst {
      let (completed, present) = core.withState { ($0.completed, $0.configuration) }
      kept += (completed + History.shared.completed(of: core)).compactMap(\.releasable)
      for configuration in [present] + (core === self ? replaced : []) {
        for declaration in configuration.declarationsInForce + configuration.allContributions {
          if let object = declaration.recipe?.instance { kept.append(ObjectIdentifier(object)) }
        }
      }
    }
    return kept
  }

  /// Releases everything that was completed here, in a core that nobody is going to use.
  ///
  /// It is not let go: that happens in order when the core goes.
  ///
  /// - Parameter keeper: The core whose other singletons are not touched: this one, or the one that
  ///   it stood for.
  /// - Returns: What has gone wrong.
  func releaseCompleted(for keeper: InjectorCore) -> [InjectionError] {
    let completed = withState { $0.completed.takeAll() }
    var taken = completed
    defer { withState { $0.completed = completed + $0.completed } }
    return keeper.release(&taken)
  }
}

extension InjectorCore.Completed {
  /// The object, if it is one to be released that the binding has made.
  fileprivate var releasable: ObjectIdentifier? {
    guard binding.recipe.kind != .instance, binding.declaration.injectsResult != false,
      let object = box.object, type(of: object) is any ReleasesFromInjection.Type
    else { return nil }
    return ObjectIdentifier(object)
  }

  /// The class of an object that has to be released on an actor that the caller is not on.
  var classOfOtherActor: AnyClass? {
    guard releasable != nil, let object = box.object,
      !(object as Any is any ReleasesFromInjection)
    else { return nil }
    return type(of: object)
  }

  fileprivate func release() -> [InjectionError] {
    guard let object = box.object else { return [] }
    // Off the main actor the cast from Any does not find an isolated conformance.
    guard let releasing = object as Any as? any ReleasesFromInjection else {
      return [InjectionError(.mainActorRequired(type(of: object)))]
    }
    do {
      try releasing.releaseFromInjection()
      return []
    } catch {
      // An error of the library that it throws is the cause, not the report.
      return [InjectionError(.providerFailed(.release(type(of: object)), error))]
    }
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
