/// How long an instance is kept, and which requests share it.
///
/// `Sendable`. Custom scopes are equal if one is a copy of the other.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    case unscoped
    case singleton
    case graph
    case weak
    case custom(CustomScope)
  }

  let kind: Kind

  /// Whether the injector itself keeps the instance, and its children share it.
  var isOfItsInjector: Bool { kind == .singleton || kind == .weak }

  /// Whether an instance that a link passes on is kept elsewhere: by an injector above, by a store, or
  /// by whatever holds what the injector keeps weakly.
  func isKeptElsewhere(isAbove: Bool) -> Bool {
    switch kind {
    case .unscoped, .graph: false
    case .singleton: isAbove
    case .weak, .custom: true
    }
  }

  /// A new instance for every request.
  ///
  /// This is the default. The injector does not keep the instance, so see <doc:DeclaringNeeds>
  /// before you inject it into a `weak var`.
  public static let unscoped = Scope(kind: .unscoped)

  /// One instance per injector.
  ///
  /// All children share a singleton of their parent.
  ///
  /// - Important: The compiler does not check that a singleton is safe for all threads that share
  ///   it. See <doc:ModulesAndScopes>.
  public static let singleton = Scope(kind: .singleton)

  /// One instance per outermost call.
  ///
  /// If a call asks an injector and its parent, each of them has its own instance.
  public static let graph = Scope(kind: .graph)

  /// One instance for as long as something else holds it.
  ///
  /// It applies to instances of classes only. A call that is under way may hold the instances that
  /// it has injected until it ends.
  public static let weak = Scope(kind: .weak)

  /// The name of the scope in messages and drawings.
  public var description: String {
    switch kind {
    case .unscoped: "unscoped"
    case .singleton: "singleton"
    case .graph: "graph"
    case .weak: "weak"
    case .custom(let custom): custom.name
    }
  }
}

extension Scope {
  /// Creates a custom scope that keeps its instances in a store.
  ///
  /// ```swift
  /// let login = ScopeStore()
  /// let loggedIn = Scope("login", in: login)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the scope, for messages and drawings.
  ///   - store: Keeps the instances, and decides for how long. A ``ScopeStore`` keeps them until it
  ///     is reset.
  public init(_ name: String, in store: some InstanceStore) {
    kind = .custom(CustomScope(name: name, asksFreely: false) { _ in store })
  }

  /// Creates a custom scope with a closure that finds the store at every request.
  ///
  /// ```swift
  /// final class Session: DefaultInitializable {
  ///   let instances = ScopeStore()
  /// }
  /// let request = Scope("session") { injector in
  ///   try injector.resolve(Session.self).instances
  /// }
  /// ```
  ///
  /// A closure that you write in main-actor code runs only on the main actor. A request off the
  /// main actor throws ``InjectionError/Code/mainActorRequired``.
  ///
  /// - Parameters:
  ///   - name: The name of the scope, for messages and drawings.
  ///   - store: Returns the current store. It runs at every request, possibly on several threads at
  ///     once, and may use the injector that creates the object.
  ///   - isolation: The caller's actor isolation; keep the default.
  public init(
    _ name: String, store: @escaping @isolated(any) (Injector) throws -> any InstanceStore,
    isolation: (any Actor)? = #isolation
  ) {
    kind = .custom(
      CustomScope(name: name, asksFreely: true, store: store, writtenOn: isolation))
  }
}
