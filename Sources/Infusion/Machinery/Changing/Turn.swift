/// Runs the changes of an injector one after another: each has the injector's turn.
enum Turn {
  /// Runs a change in the turn of one injector.
  ///
  /// The turn is taken through the construction ledger, because user code runs: the ledger detects
  /// a thread that waits for its turn while it builds something that the other thread needs.
  ///
  /// Retired instances are released when the change has ended, even if it has failed: another
  /// thread may have replaced what it began with. The errors from instances of the injector are
  /// returned if the caller asks for them; otherwise the shutdown throws them.
  @discardableResult
  static func run(
    of core: InjectorCore, at location: CodeLocation? = nil, returnsErrors: Bool = false,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) -> [InjectionError] {
    do throws(InjectionError) {
      try hold(of: [core], at: location, body)
    } catch {
      InjectorCore.letGoOfRetired()
      throw error
    }
    return InjectorCore.letGoOfRetired(reporting: returnsErrors ? core : nil)
  }

  /// Runs the body with the turns of several injectors; what it retires is released later.
  ///
  /// - Parameters:
  ///   - cores: The injectors.
  ///   - location: Where the program asks for the change.
  ///   - problem: The error if this thread has one of the turns already.
  ///   - body: The change.
  /// - Throws: The problem, a deadlock, or what the body throws.
  static func hold(
    of cores: [InjectorCore], at location: CodeLocation? = nil,
    orThrow problem: InjectionError.Problem = .nestedUpdate,
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    var taken = 0
    resolution.updates += 1
    defer {
      resolution.updates -= 1
      for core in cores[..<taken].reversed() {
        core.updateTurn.giveUp(by: resolution, failure: nil)
      }
      resolution.forgetSerial()
    }
    while taken < cores.count {
      try take(cores[taken].updateTurn, at: location, orThrow: problem)
      taken += 1
    }
    try body()
  }

  private static func take(
    _ turn: Site, at location: CodeLocation?, orThrow problem: InjectionError.Problem
  ) throws(InjectionError) {
    let key = Key(Injector.self)
    while true {
      switch ConstructionLedger.shared.acquire(turn, key, for: Resolution.current) {
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
