/// A failure of a reference model.
struct ModelFailure<Key: Sendable>: Error {
  var code: String
  /// The unbound key.
  var missing: Key?
  /// The injectors that keep the values under construction.
  var keepers: [ObjectIdentifier] = []

  /// The failure of a call. If a value that an injector above keeps lacks a key that this injector or
  /// a parent binds, the failure has its own code.
  func requested<Injector: ModelInjector>(of injector: Injector) -> ModelFailure
  where Injector.Key == Key {
    guard let missing, injector.binds(missing), injector.parent?.standsOn(keepers) == true else {
      return self
    }
    return ModelFailure(code: "boundInChild")
  }
}

/// An injector of a reference model.
protocol ModelInjector: AnyObject {
  associatedtype Key: Sendable
  associatedtype Bound
  var parent: Self? { get }
  /// Its own binding of a key that is in force.
  func own(_ key: Key) -> Bound?
}

extension ModelInjector {
  /// Whether it or an ancestor is one of some injectors.
  func standsOn(_ injectors: [ObjectIdentifier]) -> Bool {
    injectors.contains(ObjectIdentifier(self)) || parent?.standsOn(injectors) == true
  }

  /// Whether it or an ancestor binds the key.
  func binds(_ key: Key) -> Bool { own(key) != nil || parent?.binds(key) == true }
}
