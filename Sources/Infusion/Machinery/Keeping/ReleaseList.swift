/// Singletons on their way out of an injector, the last one completed first.
///
/// They are released and dropped one by one, so each may use its dependencies until its own turn
/// comes. One that has to wait keeps those behind it waiting: the order holds on every actor.
///
/// `@unchecked Sendable`: it is passed on, not shared, and calls each object where it belongs.
struct ReleaseList: @unchecked Sendable {
  private var entries: ContiguousArray<CompletedInstance>
  /// How many entries keep each object that is to be released.
  private var keepers: [ObjectIdentifier: Int] = [:]
  /// They may keep what the objects refer to.
  private let configurations: [Configuration]

  /// - Parameters:
  ///   - taken: The instances that the injector no longer keeps.
  ///   - configurations: The configurations that they were made by.
  ///   - keptElsewhere: Objects that are not released; asked for when there is one to release.
  init(
    _ taken: ContiguousArray<CompletedInstance>, of configurations: [Configuration],
    keptElsewhere: () -> [ObjectIdentifier]
  ) {
    self.configurations = configurations
    entries = taken
    entries.sort { $0.number < $1.number }
    // A link and its target may keep the same object: it was completed with the target.
    for object in entries.lazy.compactMap(\.releasable) {
      keepers[ObjectIdentifier(object), default: 0] += 1
    }
    if !keepers.isEmpty {
      for identity in keptElsewhere() { keepers[identity] = nil }
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The obstacle to the release of the next object here, after `releaseHere` has stopped at it.
  var obstacle: ReleaseObstacle? { entries.last.flatMap { ReleaseObstacle(of: $0) } }

  /// Releases and drops the objects that can be released at once and on this thread.
  ///
  /// User code: called without a lock.
  ///
  /// - Returns: The errors; an error does not keep the other objects from being released.
  mutating func releaseHere() -> [InjectionError] {
    var errors: [InjectionError] = []
    while let object = next() {
      switch obstacle {
      case nil:
        do {
          try (object as Any as? any ReleasesFromInjection)?.releaseFromInjection()
        } catch {
          errors.append(Self.failure(of: object, error))
        }
      case .mainActor(let error) where MainActorIsolation.isCurrent:
        // It belongs to another actor, which is not known.
        errors.append(error)
      case .mainActor, .awaits: return errors
      }
      dropTold()
    }
    return errors
  }

  /// Releases and drops everything, each object where it belongs.
  ///
  /// - Returns: The errors.
  mutating func release() async -> [InjectionError] {
    var errors = releaseHere()
    while let object = next() {
      if let releasing = object as Any as? any ReleasesAsynchronouslyFromInjection {
        do {
          try await releasing.releaseFromInjection()
        } catch {
          errors.append(Self.failure(of: object, error))
        }
        dropTold()
      } else if MainActorIsolation.isCurrent {
        errors.append(InjectionError(mainActorRequiredBy: type(of: object)))
        dropTold()
      } else {
        let rest = self
        (entries, keepers) = ([], [:])
        return errors + (await Self.releaseOnMainActor(rest))
      }
      errors += releaseHere()
    }
    return errors
  }

  @MainActor private static func releaseOnMainActor(
    _ list: consuming ReleaseList
  ) async -> [InjectionError] {
    await list.release()
  }

  /// The object that is released next; nil at the end.
  ///
  /// Entries before it that need no release are dropped.
  private mutating func next() -> AnyObject? {
    while let last = entries.last {
      if let object = last.releasable, let count = keepers[ObjectIdentifier(object)] {
        if count == 1 { return object }
        keepers[ObjectIdentifier(object)] = count - 1
      }
      entries.removeLast()
    }
    return nil
  }

  private mutating func dropTold() {
    if let object = entries.popLast()?.releasable { keepers[ObjectIdentifier(object)] = nil }
  }

  /// An error of the library that the object throws is the cause, not the report.
  private static func failure(of object: AnyObject, _ error: any Error) -> InjectionError {
    InjectionError(.providerFailed(.release(type(of: object)), error))
  }
}

/// Why an object cannot be released at once and on the present thread.
enum ReleaseObstacle {
  case mainActor(InjectionError)
  case awaits(AnyClass)

  init?(of instance: CompletedInstance) {
    guard let object = instance.releasable else { return nil }
    let cls: AnyClass = type(of: object)
    if cls is any ReleasesAsynchronouslyFromInjection.Type {
      self = .awaits(cls)
    } else if !(object as Any is any ReleasesFromInjection) {
      // Off the main actor the cast from Any does not find an isolated conformance.
      self = .mainActor(InjectionError(mainActorRequiredBy: cls))
    } else if instance.declaration.belongsToMainActor, !MainActorIsolation.isCurrent {
      // What only the main actor may request is used there.
      let place = InjectionError.Place(instance.declaration)
      self = .mainActor(
        InjectionError(.mainActorRequired(instance.declaration.key, .closure(place))))
    } else {
      return nil
    }
  }

  /// The error of a shutdown that cannot do its work.
  var error: InjectionError {
    switch self {
    case .mainActor(let error): error
    case .awaits(let cls): InjectionError(.shutdownAwaits(cls))
    }
  }
}

extension CompletedInstance {
  /// The object, if it is one to be released that the binding has made.
  var releasable: AnyObject? {
    guard declaration.recipe?.kind != .instance, declaration.injectsResult != false,
      let object = box.object
    else { return nil }
    let cls: AnyClass = type(of: object)
    let isTold =
      Conformances.cast(cls, cls as? any ReleasesFromInjection.Type) != nil
      || Conformances.cast(cls, cls as? any ReleasesAsynchronouslyFromInjection.Type) != nil
    return isTold ? object : nil
  }
}
