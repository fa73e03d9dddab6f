/// A type that can list the properties to inject.
///
/// `[PartialKeyPath<Class>]`, `[AnyKeyPath]` and ``Requirements`` conform. Do not conform types of
/// your own.
public protocol RequirementList {
  /// The list in the form that the injector works with.
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
