/// A list of properties to inject, each with the name of its binding.
///
/// `KeyValuePairs` from ``Name`` to key paths conforms. Do not conform types of your own.
public protocol NamedRequirementList {
  /// The list in the form that the injector works with.
  var requirements: Requirements { get }
}

/// Pairs of names and key paths are a ``NamedRequirementList``.
extension KeyValuePairs: NamedRequirementList where Key == Name, Value: AnyKeyPath {
  /// The pairs as named requirements without a source location.
  public var requirements: Requirements {
    Requirements(elements: map { RequirementElement(keyPath: $0.value, name: $0.key) })
  }
}
