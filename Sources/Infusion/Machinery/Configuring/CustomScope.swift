/// The name and the store of a custom scope.
///
/// It is a class, so that copies of one scope are equal, and different scopes are not.
///
/// `@unchecked Sendable`: immutable. The closure is the user's; the documentation of `Scope` says
/// that several threads may call it at once, unless it belongs to the main actor.
final class CustomScope: Hashable, @unchecked Sendable {
  let name: String
  /// Whether a closure finds the store, and may ask the injector for anything.
  let asksFreely: Bool
  private let find: Function<any InstanceStore, Injector>
  private let owner: CodeOwner?

  init(
    name: String, asksFreely: Bool,
    store: @escaping @isolated(any) (Injector) throws -> any InstanceStore,
    writtenOn caller: (any Actor)? = nil
  ) {
    self.name = name
    self.asksFreely = asksFreely
    find = KeptFunction(function: store).unchecked
    let passed = PassedStore(find: store)
    owner = CodeOwner(
      ClosureContext.actor(store.isolation, or: caller, ofCodeIn: passed), writtenOn: nil)
  }

  /// Holds the closure as it was passed.
  private struct PassedStore {
    let find: @isolated(any) (Injector) throws -> any InstanceStore
  }

  var requiresMainActor: Bool { owner?.isMainActor == true }

  /// Finds the current store for the instance of a declaration.
  func store(
    for declaration: BindingDeclaration, _ injector: Injector
  ) throws -> any InstanceStore {
    if let refusal = refusal(for: declaration) { throw refusal }
    return try find.call(injector)
  }

  /// The error of a search here for the store; nil where the caller may run the closure.
  func refusal(for declaration: BindingDeclaration) -> InjectionError? {
    owner?.refusal(
      of: .scope(name, declaration.isExplicit ? BindingFacts(declaration) : nil),
      for: declaration.key)
  }

  static func == (left: CustomScope, right: CustomScope) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
