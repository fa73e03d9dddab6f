import Infusion

/// A value; each request receives a new one.
struct SerialNumber: CustomStringConvertible {
  let description: String
}

/// Counts the parts.
///
/// The class declares its own scope: all parts share one counter.
final class SerialNumbers: DefaultInitializable, Scoped {
  private var last = 0

  static var scope: Scope { .singleton }

  func next() -> SerialNumber {
    last += 1
    return SerialNumber(description: "no. \(last)")
  }
}
