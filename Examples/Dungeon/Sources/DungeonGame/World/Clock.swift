/// Tells the time in the dungeon.
protocol Clock: AnyObject {
  /// Minutes since midnight.
  var minutes: Int { get }

  /// Advances the clock by one turn.
  func advance()
}

extension Clock {
  var isNight: Bool { minutes < 6 * 60 || minutes >= 22 * 60 }

  /// The time as clocks show it: `21:40`.
  var text: String {
    [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// A turn takes ten minutes, and the game begins in the evening.
final class TurnClock: Clock {
  private(set) var minutes = 20 * 60 + 50

  func advance() {
    minutes = (minutes + 10) % (24 * 60)
  }
}
