/// Tells bindings of one type apart.
///
/// Names are written as string literals, or declared once:
///
/// ```swift
/// extension Name {
///   static let left: Name = "LeftHeadlight"
/// }
/// ```
///
/// A named request never falls back to the binding without a name. `Sendable`; equal when the texts
/// are equal.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text of the name.
  public let description: String

  /// Makes a name from a text.
  ///
  /// - Parameter text: Any text; the empty text is a name too.
  public init(_ text: String) {
    description = text
  }

  /// Makes a name from a literal.
  ///
  /// - Parameter value: The text of the name.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
