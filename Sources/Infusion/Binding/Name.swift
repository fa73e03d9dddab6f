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
/// their texts are.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text of the name.
  public let description: String

  /// Creates a name from a text.
  ///
  /// - Parameter text: Any text. The empty text is a name, too.
  public init(_ text: String) {
    description = text
  }

  /// Creates a name from a literal.
  ///
  /// - Parameter value: The text of the name.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
