/// What an ``InjectionObserver`` is told.
///
/// `Sendable`.
public struct InjectionEvent: Sendable {
  /// What is made or handed out; for an object that existed, its class.
  public let key: Key
  /// How long the instance is kept.
  public let scope: Scope
  /// How many other objects are under construction for which this one is needed; zero for what was
  /// asked for.
  public let depth: Int
  /// The time since the work on it began.
  public let duration: Duration?
}
