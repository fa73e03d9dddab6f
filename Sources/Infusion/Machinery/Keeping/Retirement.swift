/// The configuration that a change has taken out of force, for the singletons that it has retired.
///
/// Requests that began before may read the singletons, which are released after the last of these.
///
/// `@unchecked Sendable`: immutable, and the reference to the injector is never set again.
final class Retirement: @unchecked Sendable {
  /// The injector that releases them; one that is gone releases nothing.
  weak let injector: Injector?
  /// Identifies that injector without keeping it.
  let serial: Int
  /// The configuration that they were made by: the bound instances in it are not released.
  let configuration: Configuration

  init(of generation: Generation) {
    injector = generation.core.injector
    serial = generation.core.serial
    configuration = generation.configuration
  }
}

/// An instance that no generation keeps any more, and that is to be released.
struct RetiredInstance {
  let instance: CompletedInstance
  let retirement: Retirement

  /// Releases the object at the end of the call or the change that this thread carries out.
  ///
  /// Without one, code of the library may be on the stack that expects no user code: a task releases
  /// the object.
  func letGo() {
    let record = ThreadRecord.current
    if record.resolution.collectsRetired {
      unsafe record.retired.append(self)
    } else {
      guard let injector = retirement.injector else { return }
      withExtendedLifetime(injector) {
        injector.core.releaseLater([instance], of: [retirement.configuration])
      }
    }
  }
}

extension InjectorCore {
  /// Releases the retired instances that this thread has collected, the last one completed first.
  ///
  /// User code: called without a lock, at the end of an outermost call or a change.
  ///
  /// - Returns: The errors from instances of the given core; other injectors keep their errors for
  ///   their shutdown.
  static func letGoOfRetired(telling core: InjectorCore?) -> [InjectionError] {
    let record = ThreadRecord.current
    var errors: [InjectionError] = []
    while let serial = unsafe record.retired.first?.retirement.serial {
      // The instances of one injector are taken together. None ends while the list is changed.
      var instances: ContiguousArray<CompletedInstance> = []
      var retirements: [Retirement] = []
      unsafe record.retired.removeAll { entry in
        guard entry.retirement.serial == serial else { return false }
        instances.append(entry.instance)
        if retirements.last !== entry.retirement { retirements.append(entry.retirement) }
        return true
      }
      guard let injector = retirements[0].injector else {
        instances.sort { $0.number < $1.number }
        while instances.popLast() != nil {}
        continue
      }
      withExtendedLifetime(injector) {
        let failures = injector.core.release(&instances, of: retirements.map(\.configuration))
        if injector.core === core {
          errors += failures
        } else if !failures.isEmpty {
          injector.core.withState { $0.ending.errors += failures }
        }
      }
    }
    return errors
  }
}
