/// A value that is set once, by whoever comes first.
///
/// `@unchecked Sendable`: the value is read and written under the lock.
final class LockedMemory<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var stored: Value?

  var value: Value? { lock.withLock { stored } }

  /// Keeps the value unless there is one already; returns the one that is kept.
  func keepFirst(_ value: Value) -> Value {
    lock.withLock {
      if let stored { return stored }
      stored = value
      return value
    }
  }
}
