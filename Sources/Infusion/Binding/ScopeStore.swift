/// Keeps the instances of a custom ``Scope`` until it is reset.
///
/// ```swift
/// let login = ScopeStore()
///
/// struct LoginModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Account.self).to { Account() }.in(Scope("login", in: login))
///   }
/// }
/// func logOut() { login.reset() }
/// ```
///
/// Several scopes, and several injectors, may share a store. They then share its instances, one for
/// each key.
///
/// `Sendable`: any thread may use and reset it. The instances have to be safe for all threads that
/// receive them, like any shared object.
public final class ScopeStore: InstanceStore {
  private let instances = Guarded(KeptInstances())

  /// Creates an empty store.
  public init() {}

  /// The instance kept for a key.
  ///
  /// - Parameter key: The key of the binding.
  /// - Returns: The instance that was published since the last ``reset()``, or nil.
  public func value(for key: Key) -> Any? { instances.withLock { $0.byKey[key] } }

  /// Keeps an instance.
  ///
  /// - Parameters:
  ///   - value: The instance.
  ///   - key: The key of the binding.
  public func publish(_ value: Any, for key: Key) {
    // The old value is released outside the lock: its deinitializer may ask the store.
    _ = instances.withLock { $0.byKey.updateValue(value, forKey: key) }
  }

  /// Forgets an instance that was published just before.
  ///
  /// - Parameter key: The key of the binding.
  public func withdraw(_ key: Key) { _ = instances.withLock { $0.byKey.removeValue(forKey: key) } }

  /// Forgets every instance.
  ///
  /// The next request creates a new instance. Objects that refer to an old instance keep it. The
  /// store does not call ``ReleasesFromInjection/releaseFromInjection()``.
  public func reset() {
    _ = instances.withLock { instances in
      defer { instances = KeptInstances() }
      return instances
    }
  }
}
