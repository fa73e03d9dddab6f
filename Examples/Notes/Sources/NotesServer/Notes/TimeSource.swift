package import Foundation

/// Tells the time.
package protocol TimeSource: Sendable {
  /// The present time, in whole seconds.
  var now: Date { get }
}

/// The clock of the machine.
struct SystemTime: TimeSource {
  // Whole seconds: clients receive no fractions, and the server keeps what they receive.
  var now: Date { Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)) }
}
