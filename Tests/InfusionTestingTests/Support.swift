import Synchronization

/// A unique number.
struct Ticket: Hashable {
  private static let last = Atomic<Int>(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue
}

/// Records elements in order.
final class Notes<Element: Sendable>: Sendable {
  private let written = Mutex<[Element]>([])

  var all: [Element] { written.withLock { $0 } }

  func note(_ element: Element) { written.withLock { $0.append(element) } }
}

/// Records arrivals from many tasks at once.
///
/// An actor, because ThreadSanitizer reports false races on a contended `Mutex`.
actor Attendance<Element: Hashable & Sendable> {
  private(set) var present: Set<Element> = []

  /// Returns whether the element has arrived for the first time.
  func note(_ element: Element) -> Bool { present.insert(element).inserted }
}
