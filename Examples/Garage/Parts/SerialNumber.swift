import Infusion

/// A value; a new one each time somebody asks.
struct SerialNumber: CustomStringConvertible {
  let description: String
}

/// Counts the parts.
///
/// Says itself that there is one for all.
final class SerialNumbers: DefaultInitializable, Scoped {
  private var last = 0

  static var scope: Scope { .singleton }

  func next() -> SerialNumber {
    last += 1
    return SerialNumber(description: "no. \(last)")
  }
}
