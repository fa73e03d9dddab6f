/// A value that is set once, by the thread that comes first, and read without a lock.
///
/// `@unchecked Sendable`: the reference is atomic, and what it refers to never changes.
final class OnceValue<Value>: @unchecked Sendable {
  private final class Box {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box = OnceReference<Box>()

  var value: Value? { box.load()?.value }

  /// Keeps the value unless there is one already; returns the one that is kept.
  func keepFirst(_ value: Value) -> Value { box.storeIfEmpty(Box(value)).value }
}
