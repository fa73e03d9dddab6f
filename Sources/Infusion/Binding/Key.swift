/// What a binding is found by: a type and an optional name.
///
/// Keys are exact. An Optional type is unwrapped by the injector: `X?` and `X!` ask for `X`.
///
/// `Sendable`; equal when type and name are equal. Contributions to one collection have keys of
/// their own for an ``InstanceStore``, each of which keeps an instance: those are equal to
/// themselves only.
public struct Key: Hashable, Sendable, CustomStringConvertible {
  /// The type that is asked for.
  public let type: Any.Type

  /// The name, if the request has one.
  public let name: Name?

  /// Tells the contributions to a collection apart, where each keeps an instance of its own; 0 for
  /// any other key.
  let contribution: Int

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
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

  /// Compares type and name, and of contributions which one it is.
  ///
  /// - Parameters:
  ///   - left: A key.
  ///   - right: Another key.
  /// - Returns: Whether both ask for the same.
  public static func == (left: Key, right: Key) -> Bool {
    left.type == right.type && left.name == right.name && left.contribution == right.contribution
  }

  /// Hashes what is compared.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(addressHash)
    if contribution != 0 { hasher.combine(contribution) }
  }
}
