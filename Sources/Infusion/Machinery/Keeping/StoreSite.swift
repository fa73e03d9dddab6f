/// One instance per store of a custom scope.
final class StoreSite: Site {
  let store: any InstanceStore
  private let key: Key
  private let recipe: Recipe

  fileprivate init(_ store: any InstanceStore, _ key: Key, _ recipe: Recipe) {
    self.store = store
    self.key = key
    self.recipe = recipe
  }

  deinit {
    StoreSites.shared.forget(ObjectIdentifier(self), store, key)
  }

  override func copy(into memory: UnsafeMutableRawPointer) throws(InjectionError) -> Answer? {
    try unsafe Self.copy(key, of: store, recipe, into: memory)
  }

  /// Initializes the memory with an instance that a store keeps; nil when it keeps none.
  static func copy(
    _ key: Key, of store: any InstanceStore, _ recipe: Recipe,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer? {
    let found = try InjectionError.wrapping(.store(key)) { try store.value(for: key) }
    guard let value = found else { return nil }
    // Some protocol types hold an Optional, so nothing is looked for before a value.
    if TypeRepresentation.isOptional(type(of: value)), let optional = value as? any OptionalForm,
      optional.isAbsent
    {
      return .nothing
    }
    if unsafe recipe.initialize(memory, withAny: value) { return .ready }
    throw InjectionError(.storedTypeMismatch(key, found: type(of: value)))
  }

  /// Makes the instance visible to all that ask the store.
  ///
  /// User code, which may fail.
  func publish(_ instance: CompletedInstance) throws(InjectionError) {
    try InjectionError.wrapping(.store(key)) {
      try store.publish(instance.box.erased ?? Any?.none as Any, for: key)
    }
  }

  /// Takes back the published instance, since another instance of the cycle cannot be published.
  func withdraw() { store.withdraw(key) }
}

/// The sites of custom scopes at which something is under construction.
///
/// Two requests for a key in one store, from any threads and injectors, have to meet at one site. A
/// site lives for as long as a thread builds or waits at it.
///
/// `@unchecked Sendable`: the table is guarded by the lock.
final class StoreSites: @unchecked Sendable {
  static let shared = StoreSites()

  private struct Identity: Hashable {
    let store: ObjectIdentifier
    let key: Key
  }

  private final class Reference {
    weak var site: StoreSite?
    let identity: ObjectIdentifier

    init(_ site: StoreSite) {
      self.site = site
      identity = ObjectIdentifier(site)
    }
  }

  private let lock = Lock()
  private var sites: [Identity: Reference] = [:]

  func site(for store: any InstanceStore, _ key: Key, _ recipe: Recipe) -> StoreSite {
    let identity = Identity(store: ObjectIdentifier(store), key: key)
    return lock.withLock {
      if let site = sites[identity]?.site { return site }
      let site = StoreSite(store, key, recipe)
      sites[identity] = Reference(site)
      return site
    }
  }

  /// Removes the entry of a site that is gone, unless another has replaced it.
  ///
  /// The other one is not touched: if it were the last reference, its end would come under this
  /// lock.
  fileprivate func forget(_ site: ObjectIdentifier, _ store: any InstanceStore, _ key: Key) {
    let identity = Identity(store: ObjectIdentifier(store), key: key)
    lock.withLock {
      if sites[identity]?.identity == site { sites[identity] = nil }
    }
  }
}
