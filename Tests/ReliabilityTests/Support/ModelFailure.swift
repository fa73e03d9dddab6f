/// How a reference model fails.
struct ModelFailure<Key: Sendable>: Error {
  var code: String
  /// The key that nothing is bound to.
  var missing: Key?
  /// The injectors that keep what was being made.
  var keepers: [ObjectIdentifier] = []

  /// The failure of a call: what another injector's singleton lacks, and this one or a parent
  /// binds, has a code of its own.
  func requested<Injector: ModelInjector>(of injector: Injector) -> ModelFailure
  where Injector.Key == Key {
    guard let missing, injector.binds(missing),
      keepers.contains(where: { $0 != ObjectIdentifier(injector) })
    else { return self }
    return ModelFailure(code: "boundInChild")
  }
}

/// An injector of a reference model.
protocol ModelInjector: AnyObject {
  associatedtype Key: Sendable
  associatedtype Bound
  var parent: Self? { get }
  /// The binding of its own that is in force for a key.
  func own(_ key: Key) -> Bound?
}

extension ModelInjector {
  /// Whether it or a parent binds the key.
  func binds(_ key: Key) -> Bool { own(key) != nil || parent?.binds(key) == true }
}
