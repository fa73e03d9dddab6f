/// How long an instance is kept, and who shares it.
///
/// `Sendable`; custom scopes are equal when they are copies of one another.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    case unscoped
    case singleton
    case graph
    case weak
    case custom(CustomScope)
  }

  let kind: Kind

  var isCustom: Bool { if case .custom = kind { true } else { false } }

  /// A new instance for every request.
  ///
  /// The default.
  ///
  /// - Important: The injector does not keep the instance. Injected into a `weak var`, it vanishes at
  ///   once.
  public static let unscoped = Scope(kind: .unscoped)

  /// One instance per injector.
  ///
  /// A singleton of a parent is one object for all its children.
  ///
  /// - Important: The compiler does not see one singleton reach several isolations. What several
  ///   threads share has to be `Sendable`, or belong to an actor.
  public static let singleton = Scope(kind: .singleton)

  /// One instance per outermost call.
  public static let graph = Scope(kind: .graph)

  /// One instance for as long as somebody else holds it.
  ///
  /// Instances of classes only.
  public static let weak = Scope(kind: .weak)

  /// The name of the scope, as it stands in messages and drawings.
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
  /// Makes a custom scope.
  ///
  /// ```swift
  /// let requests = RequestStore()
  /// let request = Scope("request") { _ in requests }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the scope, for messages and drawings.
  ///   - store: Finds the store of the moment; it is asked at every request and may use the
  ///     injector that builds the object. It may be called from several threads at once.
  public init(_ name: String, store: @escaping (Injector) throws -> any InstanceStore) {
    kind = .custom(CustomScope(name: name, store: store))
  }
}
