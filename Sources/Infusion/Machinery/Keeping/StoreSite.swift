/// One instance per store of a custom scope.
///
/// Two requests for a key in one store, from any threads and injectors, have to meet at one site. A
/// site lives for as long as a thread builds or waits at it.
final class StoreSite: Site {
  let store: any InstanceStore
  private let key: Key
  private let recipe: Recipe

  /// The sites at which something is under construction.
  private static let sites = Guarded<[Identity: Reference]>([:])

  private struct Identity: Hashable {
    let store: ObjectIdentifier
    let key: Key
  }

  // Swift 6.3.1 misreads an Optional of a structure that has a weak reference.
  private final class Reference {
    weak var site: StoreSite?
    let identity: ObjectIdentifier

    init(_ site: StoreSite) {
      self.site = site
      identity = ObjectIdentifier(site)
    }
  }

  /// The site of a key in a store.
  static func of(_ key: Key, in store: any InstanceStore, _ recipe: Recipe) -> StoreSite {
    let identity = Identity(store: ObjectIdentifier(store), key: key)
    return sites.withLock { sites in
      if let site = sites[identity]?.site { return site }
      let site = StoreSite(store, key, recipe)
      sites[identity] = Reference(site)
      return site
    }
  }

  private init(_ store: any InstanceStore, _ key: Key, _ recipe: Recipe) {
    self.store = store
    self.key = key
    self.recipe = recipe
  }

  /// Removes the entry of the site, unless another has replaced it.
  ///
  /// The other one is not touched: if this were the last reference to it, its end would come under
  /// this lock.
  deinit {
    let identity = Identity(store: ObjectIdentifier(store), key: key)
    Self.sites.withLock { sites in
      if sites[identity]?.identity == ObjectIdentifier(self) { sites[identity] = nil }
    }
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
    // Nothing is published as a nil of this type. A nil of another one, in a protocol type, is a value.
    if type(of: value) == Any?.self, let form = value as? any OptionalForm, form.optional == nil {
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

  /// Takes back the published instance: another instance of the cycle has failed, or has to wait.
  func withdraw() { store.withdraw(key) }
}
