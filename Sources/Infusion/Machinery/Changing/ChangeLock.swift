/// Runs the changes of an injector one after another: each holds the injector's change lock.
enum ChangeLock {
  /// Runs a change with the lock of one injector, or with those of several.
  ///
  /// The lock is a site of the construction ledger, because user code runs: the ledger detects a
  /// thread that waits for the lock while it builds something that the other thread needs.
  ///
  /// Retired instances are released when the change has ended, even if it has failed: another
  /// thread may have replaced what it began with. The errors from instances of the injector are
  /// returned if the caller asks for them; otherwise the shutdown throws them.
  ///
  /// - Parameters:
  ///   - core: The injector that is changed.
  ///   - others: Returns the other injectors whose locks the change needs; called with the locks of
  ///     those that are known, until there are no more.
  ///   - location: Where the program asks for the change.
  ///   - problem: The error if this thread holds one of the locks already.
  ///   - returnsErrors: Whether the caller reports the errors of releases.
  ///   - body: The change.
  /// - Returns: The errors of releases, if the caller reports them.
  /// - Throws: The problem, a deadlock, or what the body throws.
  @discardableResult
  static func run(
    of core: InjectorCore, and others: () -> ContiguousArray<Injector> = { [] },
    at location: CodeLocation? = nil, orThrow problem: InjectionError.Problem = .nestedUpdate,
    returnsErrors: Bool = false,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) -> [InjectionError] {
    do throws(InjectionError) {
      try hold(core, others, at: location, orThrow: problem, body)
    } catch {
      InjectorCore.letGoOfRetired()
      throw error
    }
    return InjectorCore.letGoOfRetired(reporting: returnsErrors ? core : nil)
  }

  /// Runs the body with the locks of several injectors; what it retires is released later.
  private static func hold(
    _ core: InjectorCore, _ others: () -> ContiguousArray<Injector>, at location: CodeLocation?,
    orThrow problem: InjectionError.Problem, _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    var injectors = [core.injector]
    var known: Set<ObjectIdentifier> = []
    var taken = 0
    func giveBack() {
      for injector in injectors[..<taken].reversed() {
        injector.core.changeLock.giveUp(by: resolution)
      }
      injectors.removeLast(injectors.count - 1)
      known = []
      taken = 0
    }
    resolution.updates += 1
    defer {
      resolution.updates -= 1
      giveBack()
      resolution.forgetSerial()
    }
    while taken < injectors.count {
      let lock = injectors[taken].core.changeLock
      do throws(InjectionError) {
        try take(lock, at: location, orThrow: problem)
      } catch {
        // No user code of this change has run: it gives way, and starts again.
        guard error.code == .deadlock, resolution.nesting == 0, resolution.updates == 1 else {
          throw error
        }
        giveBack()
        ConstructionLedger.shared.waitUntilFree(lock, for: resolution)
        continue
      }
      taken += 1
      // While the thread waits for the lock of a child, others may be made.
      if taken == injectors.count {
        injectors += others().filter { known.insert(ObjectIdentifier($0)).inserted }
      }
    }
    try body()
  }

  private static func take(
    _ lock: Site, at location: CodeLocation?, orThrow problem: InjectionError.Problem
  ) throws(InjectionError) {
    let key = Key(Injector.self)
    while true {
      switch ConstructionLedger.shared.acquire(lock, key, for: Resolution.current) {
      case .acquired: return
      case .own: throw InjectionError(problem, at: location)
      case .changed: continue
      case .failed(let error): throw error
      case .deadlock(let waiters):
        throw InjectionError(.deadlock(key, waiters), at: location)
      }
    }
  }
}
