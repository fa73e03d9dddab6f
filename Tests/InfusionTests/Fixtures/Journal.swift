import Infusion

/// Records events in order.
final class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }

  func clear() { entries = [] }
}

/// Records events from any thread.
final class SafeJournal: Sendable {
  private let entries = Guarded<[String]>([])

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  func clear() { entries.withLock { $0 = [] } }
  var all: [String] { entries.withLock { $0 } }
}
