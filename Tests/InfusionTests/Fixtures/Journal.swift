import Infusion

/// What happened, in order.
final class Journal {
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append(entry) }

  func clear() { entries = [] }
}

/// What happened, from any thread.
final class SafeJournal: Sendable {
  private let entries = Guarded<[String]>([])

  func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  func clear() { entries.withLock { $0 = [] } }
  var all: [String] { entries.withLock { $0 } }
}
