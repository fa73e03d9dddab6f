import Synchronization

/// Who builds what, and who waits for whom, in the whole process.
///
/// One lock guards the owner of every site and the graph of waiting threads. It is held for a few
/// instructions at a time and never while user code runs.
///
/// `@unchecked Sendable`: all of it is touched under the lock.
final class ConstructionLedger: @unchecked Sendable {
  static let shared = ConstructionLedger()

  enum Acquisition {
    /// The caller builds the instance now.
    case acquired
    /// The caller is building it already.
    case own
    /// Another thread has finished with the site; look again.
    case changed
    /// The creation that the caller waited for has failed.
    case failed(InjectionError)
    /// Waiting would never end.
    ///
    /// The caller has to give up what it holds.
    case deadlock([InjectionError.Waiter])
  }

  private let lock = Lock()

  /// Takes a site, or waits for the thread that has it.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - key: What the caller wants, for the report of a deadlock.
  ///   - binding: The binding that would build the instance, if one does.
  ///   - caller: The thread.
  /// - Returns: What has become of the site.
  func acquire(
    _ site: Site, _ key: Key, through binding: AnyObject? = nil, for caller: SiteOwner
  ) -> Acquisition {
    lock.withLock {
      if caller.serial == 0 {
        lastSerial += 1
        caller.serial = lastSerial
      }
      guard let owner = unsafe site.owner else {
        unsafe site.owner = caller
        return .acquired
      }
      guard owner !== caller else { return .own }
      return wait(for: site, key, through: binding, as: caller)
    }
  }

  func isOwned(_ site: Site, by caller: SiteOwner) -> Bool {
    lock.withLock { unsafe site.owner === caller }
  }

  /// Waits until no thread has the site, or the wait would never end.
  func waitUntilFree(_ site: Site, for caller: SiteOwner) {
    lock.withLock {
      while unsafe site.owner != nil, case .changed = wait(for: site, as: caller) {}
    }
  }

  /// Gives a site up, after its instance was published or its creation failed, unless it has gone
  /// to another thread.
  ///
  /// Threads that wait for the same binding receive what user code has thrown. After any other failure,
  /// and in another snapshot or injector, the creation may succeed.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - caller: The owner.
  ///   - binding: The binding that has failed to build the instance; nil if none has.
  ///   - failure: The error with the steps of its path up to the site. Called if a thread waits.
  func giveUp(
    _ site: Site, by caller: SiteOwner, failing binding: AnyObject?,
    _ failure: () -> InjectionError?
  ) {
    // Errors of user code end outside the lock.
    var replaced: [Acquisition] = []
    lock.withLock {
      guard unsafe site.owner === caller else { return }
      unsafe site.owner = nil
      site.progress = .idle
      for waiter in waiting where unsafe waiter.awaitedSite === site {
        if let last = waiter.outcome.take() { replaced.append(last) }
        waiter.outcome = .changed
        if let binding, unsafe waiter.wantedBinding === binding, let error = failure(),
          error.problem.isShared
        {
          waiter.outcome = .failed(error)
        }
        waiter.condition.signal()
      }
    }
    withExtendedLifetime(replaced) {}
  }

  // MARK: - Under the lock

  private var waiting: [SiteOwner] = []
  private var lastSerial: UInt64 = 0

  private func wait(
    for site: Site, _ key: Key? = nil, through binding: AnyObject? = nil, as caller: SiteOwner
  ) -> Acquisition {
    unsafe caller.awaitedSite = site
    unsafe caller.wantedBinding = binding
    caller.wantedKey = key
    waiting.append(caller)
    defer {
      waiting.removeAll { $0 === caller }
      unsafe caller.awaitedSite = nil
      unsafe caller.wantedBinding = nil
    }
    if let cycle = cycle(from: caller) {
      let victim = Self.victim(of: cycle) ?? caller
      let report = cycle.map(\.waiterReport)
      if victim === caller { return .deadlock(report) }
      victim.outcome = .deadlock(report)
      victim.condition.signal()
    }
    while true {
      if let outcome = caller.outcome.take() { return outcome }
      lock.wait(for: caller.condition)
    }
  }

  /// The thread of a ring that gives way.
  ///
  /// A shutdown can go on without the release that it waits for. Otherwise, it is the thread that was the
  /// last to ask for its first site: the others have probably done more. One that completes prepared
  /// objects would awake them again.
  private static func victim(of ring: [SiteOwner]) -> SiteOwner? {
    if let shutdown = ring.first(where: { unsafe $0.awaitedSite is DepartureSite }) {
      return shutdown
    }
    let others = ring.filter { !$0.completesPrepared }
    return (others.isEmpty ? ring : others).max { $0.serial < $1.serial }
  }

  /// The threads that wait for one another in a ring, beginning with the given one; nil when there
  /// is no ring.
  private func cycle(from start: SiteOwner) -> [SiteOwner]? {
    var ring = [start]
    var next = unsafe start.awaitedSite?.owner
    while let owner = next, owner.outcome == nil {
      if owner === start { return ring }
      ring.append(owner)
      next = unsafe owner.awaitedSite?.owner
    }
    return nil
  }
}

/// A thread that builds instances, as the ledger knows it: its resolution.
///
/// The ledger's lock guards all properties but the serial. Other threads look at that only while the
/// thread waits: a thread that does not wait may reset its own.
class SiteOwner {
  /// The number of the thread's outermost call or update.
  ///
  /// The call receives it when it first asks for a site: one that asks later has a higher number. 0 as
  /// long as it has asked for none.
  final var serial: UInt64 = 0

  /// The site that the thread waits for; the waiting request keeps it.
  fileprivate unowned(unsafe) final var awaitedSite: Site?
  /// The binding that would build its instance; the waiting request keeps it, too.
  fileprivate unowned(unsafe) final var wantedBinding: AnyObject?
  fileprivate(set) final var wantedKey: Key?
  /// What ends the wait, and signals that it has ended.
  fileprivate final var outcome: ConstructionLedger.Acquisition?
  fileprivate final let condition = Condition()

  /// Whether the thread completes objects that it cannot make again.
  ///
  /// Called under the lock, while the thread waits or is the caller.
  var completesPrepared: Bool { fatalError("abstract") }

  /// What the thread holds and wants, for the report of a deadlock.
  ///
  /// Called under the lock, while the thread waits or is the caller.
  var waiterReport: InjectionError.Waiter { fatalError("abstract") }
}
