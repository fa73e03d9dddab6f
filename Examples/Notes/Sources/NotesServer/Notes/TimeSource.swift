package import Foundation

/// Tells the time.
package protocol TimeSource: Sendable {
  /// The present time, in whole seconds.
  var now: Date { get }
}

/// The clock of the machine.
struct SystemTime: TimeSource {
  // Clients are told seconds. What is kept is what they are told.
  var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
}
