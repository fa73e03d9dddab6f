/// Keeps the instances of a custom ``Scope``.
///
/// For most scopes, use a ``ScopeStore``. Write your own store only if it has to decide what it
/// keeps, and for how long. It has to protect its contents, for example with a lock:
///
/// ```swift
/// import Synchronization
///
/// final class RecentStore: InstanceStore {
///   private struct Kept: @unchecked Sendable {
///     var instances: [Key: Any] = [:]
///   }
///   private let kept = Mutex(Kept())
///
///   func value(for key: Key) -> Any? {
///     kept.withLock { Kept(instances: $0.instances) }.instances[key]
///   }
///   func publish(_ value: Any, for key: Key) {
///     let published = Kept(instances: [key: value])
///     // Old instances are released outside the lock: they may ask the store.
///     _ = kept.withLock { kept in
///       defer {
///         if kept.instances.count == 100 { kept.instances = [:] }
///         kept.instances.merge(published.instances) { $1 }
///       }
///       return kept
///     }
///   }
/// }
/// ```
///
/// A store is `Sendable`: any thread may use it. The injector publishes only complete objects, and
/// creates one object at a time per key and store. It holds no lock while it calls the store.
public protocol InstanceStore: AnyObject, Sendable {
  /// The instance kept for a key.
  ///
  /// - Parameter key: The key of the binding.
  /// - Returns: The instance that was published for the key, or nil.
  /// - Throws: Any error. The request fails with ``InjectionError/Code/providerFailed``, or with the
  ///   ``InjectionError`` that was thrown.
  func value(for key: Key) throws -> Any?

  /// Keeps a complete instance.
  ///
  /// - Parameters:
  ///   - value: The instance, injected and awoken.
  ///   - key: The key of the binding.
  /// - Throws: Any error. The request fails with ``InjectionError/Code/providerFailed``, or with the
  ///   ``InjectionError`` that was thrown.
  func publish(_ value: Any, for key: Key) throws

  /// Withdraws an instance that was just published.
  ///
  /// Objects that refer to one another are kept together or not at all. If they belong to several
  /// stores, and one store fails to publish its object, the injector withdraws the other objects.
  /// If a store asks for an unfinished object while it publishes, the injector withdraws what was
  /// published, and publishes it again when that object is complete. A store that ignores this call
  /// may keep an object whose dependency no store keeps.
  ///
  /// - Parameter key: The key of the binding.
  func withdraw(_ key: Key)
}

extension InstanceStore {
  /// Does nothing: the store keeps the instance.
  public func withdraw(_ key: Key) {}
}

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
/// each key. A contribution has a key of its own in each injector that declares it.
///
/// `Sendable`: any thread may use and reset it. Like any shared object, an instance has to be safe
/// for all threads that receive it.
public final class ScopeStore: InstanceStore {
  private let instances = Guarded<[Key: Any]>([:])

  /// Creates an empty store.
  public init() {}

  /// The instance kept for a key.
  ///
  /// - Parameter key: The key of the binding.
  /// - Returns: The instance that was published since the last ``reset()``, or nil.
  public func value(for key: Key) -> Any? { instances.withLock { $0[key] } }

  /// Keeps an instance.
  ///
  /// - Parameters:
  ///   - value: The instance.
  ///   - key: The key of the binding.
  public func publish(_ value: Any, for key: Key) {
    // The old value is released outside the lock: its deinitializer may ask the store.
    _ = instances.withLock { $0.updateValue(value, forKey: key) }
  }

  /// Forgets an instance that was just published.
  ///
  /// - Parameter key: The key of the binding.
  public func withdraw(_ key: Key) { _ = instances.withLock { $0.removeValue(forKey: key) } }

  /// Forgets every instance.
  ///
  /// The next request creates a new instance. Objects that refer to an old instance keep it. The
  /// store does not call ``ReleasesFromInjection/releaseFromInjection()``.
  public func reset() {
    _ = instances.withLock { instances in
      defer { instances = [:] }
      return instances
    }
  }
}
