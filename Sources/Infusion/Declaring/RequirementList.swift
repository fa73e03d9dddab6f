/// A list of properties to inject, in one of its three spellings.
///
/// `[PartialKeyPath<Class>]`, `[AnyKeyPath]` and ``Requirements`` conform. Do not conform types of
/// your own.
public protocol RequirementList {
  /// The list in the form the injector works with.
  var requirements: Requirements { get }
}

/// An array of key paths is a ``RequirementList``.
extension Array: RequirementList where Element: AnyKeyPath {
  /// The key paths as requirements without a name and without a source location.
  public var requirements: Requirements {
    Requirements(elements: map { RequirementElement(keyPath: $0) })
  }
}

extension Requirements: RequirementList {
  /// The list itself.
  public var requirements: Requirements { self }
}
