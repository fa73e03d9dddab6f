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
    /// The caller has to release what it holds.
    case deadlock([InjectionError.Waiter])
  }

  private let lock = Lock()

  func acquire(
    _ site: Site, _ key: Key, for resolution: Resolution
  ) -> Acquisition {
    lock.withLock {
      if resolution.serial == 0 {
        lastSerial += 1
        resolution.serial = lastSerial
      }
      guard let owner = unsafe site.owner else {
        unsafe site.owner = resolution
        return .acquired
      }
      guard owner !== resolution else { return .own }
      return wait(for: site, key, as: resolution)
    }
  }

  func isOwned(_ site: Site, by resolution: Resolution) -> Bool {
    lock.withLock { unsafe site.owner === resolution }
  }

  /// Waits until no thread builds the site.
  ///
  /// The caller holds nothing that others could wait for.
  func waitUntilFree(_ site: Site, for resolution: Resolution) {
    lock.withLock {
      while unsafe site.owner != nil, case .changed = wait(for: site, nil, as: resolution) {}
    }
  }

  /// Gives a site up, after its instance was published or its creation failed, unless it has gone
  /// to another thread.
  func release(_ site: Site, by resolution: Resolution, failure: InjectionError?) {
    // Errors of user code end outside the lock.
    var replaced: [Acquisition] = []
    lock.withLock {
      guard unsafe site.owner === resolution else { return }
      unsafe site.owner = nil
      site.progress = .idle
      for waiter in waiting where unsafe waiter.waiting.site === site {
        if let last = waiter.waiting.outcome.take() { replaced.append(last) }
        waiter.waiting.outcome = failure.map { .failed($0) } ?? .changed
        waiter.waiting.condition.signal()
      }
    }
    withExtendedLifetime(replaced) {}
  }

  // MARK: - Under the lock

  private var waiting: [Resolution] = []
  private var lastSerial: UInt64 = 0

  private func wait(
    for site: Site, _ key: Key?, as resolution: Resolution
  ) -> Acquisition {
    unsafe resolution.waiting.site = site
    resolution.waiting.wantedKey = key
    waiting.append(resolution)
    defer {
      waiting.removeAll { $0 === resolution }
      unsafe resolution.waiting.site = nil
    }
    if let cycle = cycle(from: resolution) {
      // The thread that began last gives way: the others have probably done more.
      let victim = cycle.max { $0.serial < $1.serial } ?? resolution
      let report = cycle.map(\.waiterReport)
      if victim === resolution { return .deadlock(report) }
      victim.waiting.outcome = .deadlock(report)
      victim.waiting.condition.signal()
    }
    while true {
      if let outcome = resolution.waiting.outcome.take() { return outcome }
      lock.wait(for: resolution.waiting.condition)
    }
  }

  /// The threads that wait for one another in a ring, beginning with the given one; nil when there
  /// is no ring.
  private func cycle(from start: Resolution) -> [Resolution]? {
    var ring = [start]
    var next = unsafe start.waiting.site?.owner
    while let resolution = next, resolution.waiting.outcome == nil {
      if resolution === start { return ring }
      ring.append(resolution)
      next = unsafe resolution.waiting.site?.owner
    }
    return nil
  }
}

/// What a resolution waits for.
///
/// Belongs to the ledger, and is touched under its lock only.
struct WaitState {
  let condition = Condition()
  /// The site that the thread waits for; the waiting request keeps it.
  unowned(unsafe) var site: Site?
  var wantedKey: Key?
  var outcome: ConstructionLedger.Acquisition?
}
