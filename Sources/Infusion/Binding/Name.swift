/// Distinguishes bindings of one type.
///
/// Write names as string literals, or declare them once:
///
/// ```swift
/// extension Name {
///   static let left: Name = "LeftHeadlight"
/// }
/// ```
///
/// A named request never falls back to the binding without a name. `Sendable`. Names are equal if
/// their strings are equal.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as a string.
  public let description: String

  /// Creates a name from a string.
  ///
  /// - Parameter text: Any string. The empty string is a name, too.
  public init(_ text: String) {
    description = text
  }

  /// Creates a name from a literal.
  ///
  /// - Parameter value: The name as a string.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
