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
private final class OddlyInitialized: Piece, @MainActor InitializerDeclaring {
  init(_ number: Int) { ran.increment() }
  @MainActor static var initializer: Initializer {
    ran.increment()
    return Initializer(OddlyInitialized.init)
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
@MainActor private final class Marked: Piece, @MainActor DefaultInitializable {
  @Injected var number: Int
  nonisolated init() { ran.increment() }
}
@MainActor private final class MarkedAndKept: Piece, @MainActor Scoped {
  @Injected var number: Int
  nonisolated init() { ran.increment() }
  static var scope: Scope { .singleton }
}
/// Used by a single test: `requires` is read once in a process.
@MainActor private final class Unmet: Piece, @MainActor Injectable {
  private var number: Int!
  nonisolated init() {}
  static var requires: Requirements {
    ran.increment()
    return requiring(\.number)
  }
}
@MainActor private struct ClosedProvider: @MainActor ProviderProtocol {
  func provide(from injector: Injector) -> Closed { Closed() }
}

// MARK: - Classes of no actor

/// Belongs to the main actor only by what is bound or added there.
private class Free: Piece, @unchecked Sendable {
  var number = 0

  static func counted() -> Free {
    ran.increment()
    return Free()
  }

  @discardableResult
  static func bind(_ binder: Binder, named name: Name? = nil) -> BindingBuilder<Free> {
    binder.bind(Free.self, named: name).to(counted)
  }
}
/// Shows that it belongs to the main actor when an object has been made.
private final class Hidden: Free, @MainActor AwakesFromInjection, @unchecked Sendable {
  @MainActor func awakeFromInjection() { ran.increment() }

  @discardableResult
  static func bindHidden(_ binder: Binder) -> BindingBuilder<Free> {
    binder.bind(Free.self).to { Hidden() }
  }
}
private final class Extended: Piece, @unchecked Sendable {
  var number = 0

  static func bind(_ binder: Binder) {
    binder.bind(Extended.self).to {
      ran.increment()
      return Extended()
    }
  }

  static func extend(_ binder: Binder) -> ExtensionBuilder<Extended> {
    bind(binder)
    return binder.extend(Extended.self)
  }
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
    case .resolve, .child, .updated: _ = try injector.resolve(type)
    case .optional: _ = try injector.resolve(Value?.self)
    case .named: _ = try injector.resolve(type, named: "name")
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
    binder.bind(Value.self, named: "name").to(Value.self) { $0 }
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
  let makeInjector: @MainActor @Sendable (Way) throws -> Injector
  let ask: @Sendable (Way, Injector) throws -> Void

  init<Value: Piece>(
    _ name: String, _ type: Value.Type, _ bind: @escaping @MainActor @Sendable (Binder) -> Void
  ) {
    testDescription = name
    makeInjector = { way in
      let configure = { (binder: Binder) in
        bind(binder)
        binder.install(Surroundings<Value>())
      }
      if way == .child { return try Injector(configure).makeChild() }
      guard way == .updated || way == .derived else { return try Injector(configure) }
      let injector = try Injector()
      try injector.update(configure)
      return way == .updated ? injector : try injector.adding(DerivedModule<Value>())
    }
    ask = { way, injector in try way.ask(injector, for: type) }
  }

  /// A kind whose bindings are made by code that belongs to no actor.
  init<Value: Piece>(
    _ type: Value.Type, _ name: String? = nil,
    nonisolated bind: @escaping @Sendable (Binder) -> Void = { _ in }
  ) {
    self.init(name ?? "\(type)", type) { binder in bind(binder) }
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
    Kind("closure with argument", Closed.self) {
      $0.bind(Closed.self).to { (_, _: Int?) in Closed() }
    },
    Kind(Closed.self, "annotated closure") {
      $0.bind(Closed.self).to { @MainActor (_, _: Int?) in Closed() }
    },
    Kind("function", Free.self) { $0.bind(Free.self).toInitializer(Free.counted) },
    Kind("link", Free.self) { binder in
      Free.bind(binder, named: "target")
      binder.bind(Free.self).to(Free.self, named: "target") { $0 }
    },
    Kind("store", Free.self) { binder in
      let store = ScopeStore()
      let scope = Scope("store") { _ in
        ran.increment()
        return store
      }
      Free.bind(binder).in(scope)
    },
    Kind("injecting", Free.self) { Free.bind($0).injecting(\.number) },
    Kind("completing", Free.self) { Free.bind($0).completing { _ in ran.increment() } },
    Kind("hidden", Free.self) { Hidden.bindHidden($0) },
    Kind(Free.self, "hidden with additions") { Hidden.bindHidden($0).injecting(\.number) },
    Kind("extension", Extended.self) { binder in
      Extended.bind(binder)
      binder.extend(Extended.self).injecting(\.number)
    },
    Kind("completed extension", Extended.self) { binder in
      // The type of the closure does not tell its actor.
      let complete: (Extended) -> Void = { _ in ran.increment() }
      Extended.extend(binder).completing(complete)
    },
    Kind(Extended.self, "annotated completion") {
      Extended.extend($0).completing { @MainActor _ in ran.increment() }
    },
    Kind(Closed.self) { $0.onMainActor.bind(Closed.self).to { Closed() } },
    Kind(Initialized.self, "bound initializer") {
      $0.bind(Initialized.self).toInitializer(Initialized.init)
    },
    Kind(Created.self), Kind(Kept.self), Kind(OddlyScoped.self), Kind(Initialized.self),
    Kind(OddlyInitialized.self), Kind(HalfInitialized.self),
    Kind(Marked.self) { $0.bind(Marked.self).to { Marked() } },
    Kind(MarkedAndKept.self) { $0.bind(MarkedAndKept.self).to { MarkedAndKept() } },
    Kind(Listed.self) { $0.bind(Listed.self).to { Listed() } },
    Kind(Named.self) { $0.bind(Named.self).to { Named() } },
    Kind(Awakening.self) { $0.bind(Awakening.self).to { Awakening() }.in(.singleton) },
  ]
}

/// The codes of calls off the main actor.
private func codesElsewhere(
  _ call: @escaping @Sendable () throws -> Void
) async -> [InjectionError.Code?] {
  await withTaskGroup(of: InjectionError.Code?.self) { group in
    for _ in 0..<4 { group.addTask { @concurrent in code(call) } }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

private let refusals: [InjectionError.Code?] = Array(repeating: .mainActorRequired, count: 4)

@Suite(.serialized) struct IsolationTableConcurrencyTests {
  /// Off the main actor, a request is refused before any user code of the main actor runs, even
  /// after the object was used there, and after an update; on the main actor, it succeeds.
  @Test(arguments: Kind.all, Way.allCases)
  fileprivate func objectsOfTheMainActorAreRejectedElsewhere(_ kind: Kind, _ way: Way)
    async throws
  {
    let injector = try await kind.makeInjector(way)
    for round in 0..<3 {
      if round == 2 { try injector.update { $0.bind(String.self).to { "" } } }
      let before = ran.value
      #expect(await codesElsewhere { try kind.ask(way, injector) } == refusals)
      #expect(ran.value == before)
      try await MainActor.run { try kind.ask(way, injector) }
    }
  }

  /// The same for objects that exist, or that the caller makes.
  @Test(arguments: Subject.all, Handover.allCases)
  fileprivate func objectsOfTheMainActorAreInjectedThereOnly(
    _ subject: Subject, _ handover: Handover
  ) async throws {
    let injector = try await MainActor.run {
      try Injector { binder in
        Surroundings<Extended>().configure(binder)
        binder.extend(Extended.self).injecting(\.number)
      }
    }
    for _ in 0..<2 {
      let before = ran.value
      #expect(await codesElsewhere { try subject.hand(over: handover, injector) } == refusals)
      #expect(ran.value == before)
      try await MainActor.run { try subject.hand(over: handover, injector) }
    }
  }
}

private enum Handover: CaseIterable {
  case alone, inSequence, created
}

private struct Subject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let hand: @Sendable (Handover, Injector) throws -> Void

  init<Value: Piece>(_ object: Value) {
    testDescription = "\(Value.self)"
    hand = { handover, injector in
      switch handover {
      case .alone: try injector.injectDependencies(into: object)
      case .inSequence: try injector.injectDependencies(intoEach: [object])
      case .created:
        _ = try injector.create {
          ran.increment()
          return object
        }
      }
    }
  }

  func hand(over handover: Handover, _ injector: Injector) throws { try hand(handover, injector) }

  static let all = [
    Subject(Listed()), Subject(Named()), Subject(Awakening()), Subject(Marked()),
    Subject(MarkedAndKept()), Subject(Unmet()), Subject(Extended()),
  ]
}
