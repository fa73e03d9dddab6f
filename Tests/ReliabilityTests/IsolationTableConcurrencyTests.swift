import Infusion
import Testing

/// Counts calls of user code that belongs to the main actor.
private let ran = Counter()

// MARK: - Classes of the main actor

private protocol Piece: AnyObject, Sendable {}

@MainActor private final class Closed: Piece {
  init() { ran.increment() }
}
@MainActor private final class Created: Piece, @MainActor DefaultInitializable {
  init() { ran.increment() }
}
@MainActor private final class Kept: Piece, @MainActor DefaultInitializable, @MainActor Scoped {
  init() { ran.increment() }
  static var scope: Scope {
    ran.increment()
    return .singleton
  }
}
private final class OddlyScoped: Piece, DefaultInitializable, @MainActor Scoped {
  init() { ran.increment() }
  @MainActor static var scope: Scope {
    ran.increment()
    return .unscoped
  }
}
@MainActor private final class Initialized: Piece, @MainActor InitializerDeclaring {
  init(_ number: Int) { ran.increment() }
  static var initializer: Initializer {
    ran.increment()
    return Initializer(Initialized.init)
  }
}
private final class HalfInitialized: Piece, InitializerDeclaring {
  @MainActor init(_ number: Int) { ran.increment() }
  static var initializer: Initializer { Initializer(HalfInitialized.init) }
}
@MainActor private final class Listed: Piece, @MainActor Injectable {
  private var number: Int!
  nonisolated init() { ran.increment() }
  static var requires: Requirements {
    ran.increment()
    return requiring(\.number)
  }
}
@MainActor private final class Named: Piece, @MainActor NamedInjectable {
  private var number: Int!
  nonisolated init() { ran.increment() }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Named>> {
    ran.increment()
    return ["number": \.number]
  }
}
@MainActor private final class Awakening: Piece, @MainActor AwakesFromInjection {
  nonisolated init() { ran.increment() }
  func awakeFromInjection() { ran.increment() }
}
@MainActor private struct ClosedProvider: @MainActor ProviderProtocol {
  func provide(from injector: Injector) -> Closed { Closed() }
}

// MARK: - Kinds of requests

private final class Holder<Value: Piece>: Injectable, Sendable {
  nonisolated(unsafe) private var value: Value!
  static var requires: Requirements { requiring(\.value) }
}
private final class LazyOwner<Value: Piece>: Injectable {
  var value: Lazy<Value>!
  static var requires: Requirements { requiring(\.value) }
}
private final class ProviderOwner<Value: Piece>: Injectable {
  var value: Provider<Value>!
  static var requires: Requirements { requiring(\.value) }
}
private final class MarkedOwner<Value: Piece> {
  @Injected var value: Value
}

private enum Way: CaseIterable {
  case resolve, optional, named, property, marker, lazy, provider, collection, link, closure
  case child, derived, updated, create, sequence, factory

  func ask<Value: Piece>(_ injector: Injector, for type: Value.Type) throws {
    switch self {
    case .resolve: _ = try injector.resolve(type)
    case .optional: _ = try injector.resolve(Value?.self)
    case .named, .updated: _ = try injector.resolve(type, named: "late")
    case .property: try injector.injectDependencies(into: Holder<Value>())
    case .marker: try injector.injectDependencies(into: MarkedOwner<Value>())
    case .lazy:
      let owner = LazyOwner<Value>()
      try injector.injectDependencies(into: owner)
      _ = try owner.value.get()
    case .provider:
      let owner = ProviderOwner<Value>()
      try injector.injectDependencies(into: owner)
      _ = try owner.value.get()
    case .collection: _ = try injector.resolve([any Piece].self)
    case .link: _ = try injector.resolve((any Piece).self)
    case .closure: _ = try injector.resolve(Holder<Value>.self)
    case .child: _ = try injector.makeChild().resolve(type)
    case .derived: _ = try injector.resolve(type, named: "derived")
    case .create: _ = try injector.create { Holder<Value>() }
    case .sequence:
      try injector.injectDependencies(intoEach: [Holder<Value>(), Holder<Value>()])
    case .factory: _ = try injector.resolve(ObjectFactory.self).resolve(type)
    }
  }
}

/// The bindings beside the part itself, from a module that belongs to no actor.
private struct Surroundings<Value: Piece>: Module {
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to { 1 }
    binder.bind(Int.self, named: "number").to { 2 }
    binder.bind((any Piece).self).to(Value.self) { $0 }
    binder.bind(Holder<Value>.self).to { injector in
      _ = try injector.resolve(Value.self)
      return Holder()
    }
    binder.contribute((any Piece).self).to(Value.self) { $0 }
  }
}
private struct DerivedModule<Value: Piece>: Module {
  func configure(_ binder: Binder) {
    binder.bind(Value.self, named: "derived").to { try $0.resolve(Value.self) }
  }
}

private struct Kind: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let makeInjector: @MainActor @Sendable () throws -> Injector
  let ask: @Sendable (Way, Injector) throws -> Void

  init<Value: Piece>(
    _ name: String, _ type: Value.Type, _ bind: @escaping @MainActor @Sendable (Binder) -> Void
  ) {
    testDescription = name
    makeInjector = {
      let injector = try Injector { binder in
        bind(binder)
        binder.install(Surroundings<Value>())
      }.adding(DerivedModule<Value>())
      try injector.update(Self.bindLate(type))
      return injector
    }
    ask = { way, injector in try way.ask(injector, for: type) }
  }

  /// A kind whose bindings are made by code that belongs to no actor.
  init<Value: Piece>(
    _ type: Value.Type, nonisolated bind: @escaping @Sendable (Binder) -> Void = { _ in }
  ) {
    self.init("\(type)", type) { binder in bind(binder) }
  }

  private static func bindLate<Value: Piece>(_ type: Value.Type) -> (Binder) -> Void {
    { $0.bind(type, named: "late").to(type) { $0 } }
  }

  static let all = [
    Kind("closure", Closed.self) { $0.bind(Closed.self).to { Closed() } },
    Kind("kept", Closed.self) { $0.bind(Closed.self).to { Closed() }.in(.singleton) },
    Kind("graph", Closed.self) { $0.bind(Closed.self).to { Closed() }.in(.graph) },
    Kind("weak", Closed.self) { $0.bind(Closed.self).to { Closed() }.in(.weak) },
    Kind("closure with injector", Closed.self) { $0.bind(Closed.self).to { _ in Closed() } },
    Kind("closure with uses", Closed.self) {
      $0.bind(Closed.self).to(uses: Int.self) { Closed() }
    },
    Kind("optional", Closed.self) { $0.bind(Closed?.self).to { Closed() } },
    Kind("initializer", Initialized.self) {
      $0.bind(Initialized.self).toInitializer(Initialized.init)
    },
    Kind("provider", Closed.self) { $0.bind(Closed.self).to(provider: ClosedProvider()) },
    Kind("store", Closed.self) { binder in
      let store = ScopeStore()
      binder.bind(Created.self).in(Scope("nonisolated", in: store))
      binder.bind(Closed.self).to { Closed() }.in(Scope("store") { _ in store })
    },
    Kind(Closed.self) { $0.onMainActor.bind(Closed.self).to { Closed() } },
    Kind(Initialized.self) { $0.bind(Initialized.self).toInitializer(Initialized.init) },
    Kind(Created.self), Kind(Kept.self), Kind(OddlyScoped.self), Kind(Initialized.self),
    Kind(HalfInitialized.self),
    Kind(Listed.self) { $0.bind(Listed.self).to { Listed() } },
    Kind(Named.self) { $0.bind(Named.self).to { Named() } },
    Kind(Awakening.self) { $0.bind(Awakening.self).to { Awakening() }.in(.singleton) },
  ]
}

private func code(_ body: () throws -> Void) -> InjectionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InjectionError)?.code
  }
}

@Suite(.serialized) struct IsolationTableConcurrencyTests {
  /// Off the main actor, a request is refused before any user code runs, even after the object was
  /// used on the main actor; there, it succeeds.
  @Test(arguments: Kind.all, Way.allCases)
  fileprivate func objectsOfTheMainActorAreRejectedElsewhere(_ kind: Kind, _ way: Way)
    async throws
  {
    let injector = try await kind.makeInjector()
    for _ in 0..<2 {
      let before = ran.value
      let codes = await withTaskGroup(of: InjectionError.Code?.self) { group in
        for _ in 0..<4 {
          group.addTask { @concurrent in code { try kind.ask(way, injector) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes == Array(repeating: .mainActorRequired, count: 4))
      #expect(ran.value == before)
      try await MainActor.run { try kind.ask(way, injector) }
    }
  }
}
