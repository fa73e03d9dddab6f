/// A type and an optional name that identify a binding.
///
/// A request finds a binding only if their keys are equal. Bindings and requests unwrap an Optional
/// type: `X?` and `X!` ask for `X`.
///
/// `Sendable`. Keys are equal if type and name are equal. In an ``InstanceStore``, each
/// contribution to a collection has its own key, which is equal only to itself.
public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// The requested type.
  public let type: Any.Type

  /// The name, if the request has one.
  public let name: Name?

  /// Distinguishes the contributions to a collection, each of which keeps an instance of its own; 0
  /// for any other key.
  let contribution: Int

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name, if the request has one.
  public init(_ type: Any.Type, named name: Name? = nil) {
    self.init(type, named: name, contribution: 0)
  }

  init(_ type: Any.Type, named name: Name?, contribution: Int) {
    self.type = type
    self.name = name
    self.contribution = contribution
  }

  /// The type, and the name as a literal: `Headlight named "Left"`.
  public var description: String {
    let text = TypeText(type).text
    return if let name { "\(text) named \(name.literal)" } else { text }
  }

  /// Compares the types, the names, and the contributions that the keys belong to.
  ///
  /// - Parameters:
  ///   - left: A key.
  ///   - right: Another key.
  /// - Returns: Whether the keys are equal.
  public static func == (left: Key, right: Key) -> Bool {
    left.type == right.type && left.name == right.name && left.contribution == right.contribution
  }

  /// Hashes the parts that `==` compares.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(addressHash)
    if contribution != 0 { hasher.combine(contribution) }
  }
}

/// Distinguishes bindings of one type.
///
/// Write names as string literals, with interpolation if you like, or declare them once:
///
/// ```swift
/// extension Name {
///   static let left: Name = "LeftHeadlight"
/// }
/// ```
///
/// A named request never falls back to the binding without a name. A singleton that is created on
/// demand has an instance for each requested name, so request a limited number of names. `Sendable`.
/// Names are equal if their strings are equal.
public struct Name: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
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
