/// An event that an ``InjectionObserver`` receives.
///
/// `Sendable`.
public struct InjectionEvent: Sendable {
  /// The key of the value that is created or handed out; for an existing object, its class.
  public let key: Key
  /// How long the instance is kept.
  public let scope: Scope
  /// How many objects under construction need this one; zero for the requested value.
  public let depth: Int
  /// The time since the work on it started.
  public let duration: Duration?
}
