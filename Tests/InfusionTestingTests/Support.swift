import Synchronization

/// A number that nobody else has.
struct Ticket: Hashable {
  private static let last = Atomic<Int>(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue
}

/// What has been noted, in order.
final class Notes<Element: Sendable>: Sendable {
  private let written = Mutex<[Element]>([])

  var all: [Element] { written.withLock { $0 } }

  func note(_ element: Element) { written.withLock { $0.append(element) } }
}

/// Knows who has come, from many tasks at once.
///
/// An actor, because ThreadSanitizer reports false races on a contended `Mutex`.
actor Attendance<Element: Hashable & Sendable> {
  private(set) var present: Set<Element> = []

  /// Whether it has not come before.
  func note(_ element: Element) -> Bool { present.insert(element).inserted }
}
