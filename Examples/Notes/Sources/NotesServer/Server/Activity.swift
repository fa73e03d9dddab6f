import Infusion
import Logging
import Synchronization

/// Counts the requests of the server, and says at its end how many there were.
///
/// It is made first, together with the injector, and therefore released last.
final class Activity: ReleasesFromInjection, Sendable {
  private let counter = Atomic(0)
  private let logger: Logger

  init(logger: Logger) {
    self.logger = logger
  }

  /// How many requests were answered.
  var answered: Int { counter.load(ordering: .relaxed) }

  /// Counts a request that was answered.
  func count() { counter.add(1, ordering: .relaxed) }

  func releaseFromInjection() {
    logger.info("released the activity: \(answered) requests answered")
  }
}
