import Infusion
import Logging
import Synchronization

/// Counts the requests of the server, and logs their number when it ends.
///
/// It is created first, together with the injector, and therefore released last.
final class Activity: ReleasesFromInjection, Sendable {
  private let counter = Atomic(0)
  private let logger: Logger

  init(logger: Logger) {
    self.logger = logger
  }

  /// The number of answered requests.
  var answered: Int { counter.load(ordering: .relaxed) }

  /// Counts an answered request.
  func count() { counter.add(1, ordering: .relaxed) }

  func releaseFromInjection() {
    logger.info("released the activity: \(answered) requests answered")
  }
}
