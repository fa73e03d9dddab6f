/// Keeps the instances of a custom ``Scope``.
///
/// ```swift
/// final class RequestStore: InstanceStore {
///   private var instances: [Key: Any] = [:]
///   func value(for key: Key) -> Any? { instances[key] }
///   func publish(_ value: Any, for key: Key) { instances[key] = value }
/// }
/// ```
///
/// The injector publishes complete objects only, and asks for one creation at a time per key and
/// store. It calls the store without holding a lock: a store that several threads use protects
/// itself.
public protocol InstanceStore: AnyObject {
  /// The instance kept for a key.
  ///
  /// - Parameter key: The key of the binding.
  /// - Returns: What was published for the key, or nil when nothing was.
  /// - Throws: Any error; the request fails with ``InjectionError/Code/providerFailed``.
  func value(for key: Key) throws -> Any?

  /// Keeps a complete instance.
  ///
  /// - Parameters:
  ///   - value: The instance, set and awoken.
  ///   - key: The key of the binding.
  /// - Throws: Any error; the request fails with ``InjectionError/Code/providerFailed``.
  func publish(_ value: Any, for key: Key) throws

  /// Takes an instance back that was published just before.
  ///
  /// Objects that refer to one another are kept together or not at all. When they belong to several
  /// stores and one of those fails to publish its own, the others are asked to forget theirs. A
  /// store that does nothing keeps an object whose partner was let go.
  ///
  /// - Parameter key: The key of the binding.
  func withdraw(_ key: Key)
}

extension InstanceStore {
  /// Keeps what was published.
  public func withdraw(_ key: Key) {}
}
