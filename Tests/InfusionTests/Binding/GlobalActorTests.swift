import Infusion
import Testing

@globalActor private actor Archive {
  static let shared = Archive()
}
@globalActor private enum Cellar {
  actor Keeper {}
  static let shared = Keeper()
}

// MARK: - What belongs to a global actor other than the main one

private protocol Furniture: Sendable {}
@Archive private final class Shelf: @Archive Injectable, Furniture {
  var number: Int!
  nonisolated init() {}
  static var requires: Requirements { requiring(\.number) }
}
private class Board: Furniture, @unchecked Sendable {}
@Archive private final class Plank: Board, @Archive Injectable, @unchecked Sendable {
  nonisolated override init() {}
  static var requires: [PartialKeyPath<Plank>] { [] }
}
@Archive private final class Drawer: @Archive DefaultInitializable {
  init() {}
}
@Archive private final class Label: @Archive NamedInjectable {
  var number: Int!
  nonisolated init() {}
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Label>> { ["label": \.number] }
}
private final class Ladder: DefaultInitializable, @Archive Scoped {
  @Archive static var scope: Scope { .unscoped }
}
/// Declares its needs to everybody, and its creation to the actor.
private final class Sheet: Injectable, @Archive DefaultInitializable {
  init(_ number: Int) {}
  @Archive init() {}
  static var requires: [PartialKeyPath<Sheet>] { [] }
}
private final class Card: @Archive Scoped {
  @Injected var number: Int
  @Archive static var scope: Scope { .unscoped }
}
@Archive private final class Cabinet: @Archive InitializerDeclaring {
  static var initializer: Initializer {
    Archive.assertIsolated()
    return Initializer(Cabinet.init(number:))
  }
  init(number: Int) { Archive.assertIsolated() }
}
@Cellar private struct Bottle: @Cellar Scoped, @Cellar InitializerDeclaring {
  static var scope: Scope { .unscoped }
  static var initializer: Initializer { Initializer(Bottle.init(number:)) }
  nonisolated init(number: Int) {}
}
@Archive private final class Crate<Content> {
  nonisolated init() {}
}
extension Crate: @Archive InjectionDeclaring, @Archive AwakesFromInjection
where Content: Equatable {
  func awakeFromInjection() {}
}
@Archive private final class Rack<each Content> {
  nonisolated init() {}
}
extension Rack: @Archive InjectionDeclaring, @Archive AwakesFromInjection
where repeat each Content: Equatable {
  func awakeFromInjection() {}
}
@Archive private struct NumberProvider: @Archive ProviderProtocol {
  func provide(from injector: Injector) -> Int { 1 }
}
private final class Book: ReleasesFromInjection, @unchecked Sendable {
  let release: () -> Void
  init(_ release: @escaping () -> Void) { self.release = release }
  func releaseFromInjection() { release() }
}
@Archive private final class Ledger: @Archive ReleasesFromInjection {
  private nonisolated(unsafe) let journal: Journal
  nonisolated init(_ journal: Journal) { self.journal = journal }
  func releaseFromInjection() {
    Archive.assertIsolated()
    journal.note("-ledger")
  }
}
@MainActor private final class Window: @MainActor ReleasesFromInjection {
  private nonisolated(unsafe) let journal: Journal
  nonisolated init(_ journal: Journal) { self.journal = journal }
  func releaseFromInjection() {
    MainActor.assertIsolated()
    journal.note("-window")
  }
}
@Archive private final class ArchiveModule: @Archive UnloadableModule {
  nonisolated(unsafe) let journal: Journal
  nonisolated init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) {
    Archive.assertIsolated()
    journal.note("unload")
  }
}
@MainActor private final class WindowModule: @MainActor UnloadableModule {
  nonisolated(unsafe) let journal: Journal
  nonisolated init(_ journal: Journal) { self.journal = journal }
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) { journal.note("unload on the main actor") }
}
private struct NumberModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to { 1 }
    binder.bind(Int.self, named: "label").to { 2 }
    binder.bind(Shelf.self).to { Shelf() }
    binder.bind(Shelf.self, named: "as it is").to { Shelf() }.asIs()
    binder.bind(Label.self).to { Label() }
    binder.bind(Crate<Int>.self).to { Crate() }
    binder.bind(Rack<Int, String>.self).to { Rack() }
  }
}
private struct ProviderModule<Providing: ProviderProtocol<Int>>: Module {
  let provider: Providing
  func configure(_ binder: Binder) { binder.bind(Int.self).to(provider: provider) }
}

private let requests: [@Sendable (Injector) throws -> Void] = [
  { _ = try $0.resolve(Shelf.self) }, { _ = try $0.resolve(Drawer.self) },
  { _ = try $0.resolve(Crate<Int>.self) }, { _ = try $0.resolve(Cabinet.self) },
  { _ = try $0.resolve(Rack<Int, String>.self) },
  { try $0.injectDependencies(into: Shelf() as AnyObject) },
  { _ = try $0.resolve(Label.self) }, { _ = try $0.resolve(Ladder.self) },
  { try $0.injectDependencies(into: Sheet(1) as AnyObject) },
  { try $0.injectDependencies(into: Card() as AnyObject) },
]

extension Archive {
  /// The failure of a call on this actor.
  fileprivate func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

struct GlobalActorTests {
  /// The first use finds the actor, wherever it is.
  @Test(arguments: requests.indices)
  func aClassBelongsToTheActorOfItsConformance(_ index: Int) async throws {
    let (injector, request) = (try Injector(NumberModule()), requests[index])
    for _ in 0..<2 {
      let error = try failure { try request(injector) }
      #expect(error.code == .actorIsolated)
      #expect(error.description.contains("belongs to the actor 'Archive'"))
      #expect(
        try await MainActor.run { try failure { try request(injector) } }.code == .actorIsolated)
      #expect(await Archive.shared.failure { try request(injector) } == nil)
    }
  }

  @Test func anObjectThatIsHandedOutAsItIsBelongsToNoActor() throws {
    let injector = try Injector(NumberModule())
    #expect(throws: Never.self) { try injector.resolve(Shelf.self, named: "as it is") }
  }

  @Test func aHandleHandsOutWhatItKeepsOnTheActorOfTheValue() async throws {
    let injector = try Injector(NumberModule())
    let lazy = try injector.resolve(Lazy<Shelf>.self)
    @Archive func get() throws -> Shelf { try lazy.get() }
    let shelf = try await get()
    #expect(try failure { _ = try lazy.get() }.code == .actorIsolated)
    #expect(try await get() === shelf)
  }

  @Test func aKeptInstanceStaysOnItsActorWhenItsBindingMovesToAnother() async throws {
    let injector = try Injector { binder in
      binder.bind((any Furniture).self).to(Board.self) { $0 }.in(.singleton)
      binder.bind(Board.self).to(Plank.self) { $0 }
      binder.bind(Plank.self).to { Plank() }
    }
    @Archive func get() throws -> any Furniture { try injector.resolve((any Furniture).self) }
    #expect(try await get() is Plank)
    try injector.update { $0.onMainActor.bind(Board.self).to { @MainActor in Board() } }
    for _ in 1...2 {
      let error = try await MainActor.run {
        try failure { _ = try injector.resolve((any Furniture).self) }
      }
      #expect(error.code == .actorIsolated)
    }
  }

  @Test func aPreparedObjectIsCompletedOnItsActor() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 7 }
      binder.bind(Shelf.self).toAsync { @Archive in Shelf() }
      // Only the object shows that its class belongs to an actor.
      binder.bind((any Furniture).self).toAsync { @Archive in Shelf() }
    }
    try await injector.prepare()
    @Archive func number() throws -> Int { try injector.resolve(Shelf.self).number }
    #expect(try await number() == 7)
    @Archive func hiddenNumber() throws -> Int? {
      (try injector.resolve((any Furniture).self) as? Shelf)?.number
    }
    #expect(try await hiddenNumber() == 7)
  }

  @Test func aGlobalActorMayBeAnotherTypeThanItsActor() async throws {
    let injector = try Injector(NumberModule())
    let error = try failure { _ = try injector.resolve(Bottle.self) }
    #expect(error.description.contains("The type 'Bottle' belongs to the actor 'Keeper'."))
    @Cellar func resolve() throws { _ = try injector.resolve(Bottle.self) }
    try await resolve()
  }

  @Test func aProviderOfAnotherActorCannotBeBound() async throws {
    // No code around the binding belongs to an actor.
    @Archive func error() throws -> InjectionError {
      let module = ProviderModule(provider: NumberProvider())
      return try failure { _ = try Injector(module) }
    }
    let error = try await error()
    #expect(error.code == .actorIsolated && error.key == Key(Int.self))
  }

  @Test func objectsAreReleasedOnTheirActorsInOrder() async throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "first").to { Resource("first", journal) }.in(.singleton)
      binder.bind(Ledger.self).to { Ledger(journal) }.in(.singleton)
      binder.bind(Window.self).to { Window(journal) }.in(.singleton)
      binder.bind(Ledger.self, named: "other").to { Ledger(journal) }.in(.singleton)
      binder.bind(Resource.self, named: "last").to { Resource("last", journal) }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self, named: "first")
    _ = try injector.resolve(Ledger.self)
    _ = try injector.resolve(Window.self)
    _ = try injector.resolve(Ledger.self, named: "other")
    _ = try injector.resolve(Resource.self, named: "last")
    journal.clear()
    let refusal = try failure { try injector.shutdown() }.code
    #expect(refusal == .actorIsolated || refusal == .mainActorRequired)
    #expect(!injector.isShutDown && journal.entries.isEmpty)
    try await injector.shutdownGracefully()
    #expect(journal.take() == "-last -ledger -window -ledger -first")
  }

  @Test func anObjectIsReleasedAtOnceOnItsActor() async throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Ledger.self).to { Ledger(journal) }.in(.singleton)
    }
    _ = try injector.resolve(Ledger.self)
    #expect(await Archive.shared.failure { try injector.shutdown() } == nil)
    #expect(journal.take() == "-ledger")
  }

  @Archive private static func inject(_ module: ArchiveModule) throws -> Injector {
    try Injector(module)
  }

  @Test func aModuleIsUnloadedOnItsActor() async throws {
    let journal = Journal()
    let injector = try await Self.inject(ArchiveModule(journal))
    #expect(try failure { try injector.shutdown() }.code == .actorIsolated)
    #expect(!injector.isShutDown)
    try await injector.shutdownGracefully()
    #expect(journal.take() == "unload")
  }

  /// The modules of one actor only are unloaded; the shutdown reports the others.
  @Test func modulesOfSeveralActorsAreReported() async throws {
    let journal = Journal()
    let injector = try await Self.inject(ArchiveModule(journal))
    let module = WindowModule(journal)
    try await MainActor.run { try injector.update { $0.install(module) } }
    let error = try await asyncFailure { try await injector.shutdownGracefully() }
    #expect(error.code == .providerFailed)
    #expect((error.underlying as? InjectionError)?.code == .mainActorRequired)
    #expect(journal.take() == "unload" && injector.isShutDown)
  }

  /// An actor that shuts down what it shares objects with has them released in its own code.
  private actor Office {
    func makeAndShutDown() async throws {
      let injector = try Injector()
      let book = Book { [unowned self] in self.assertIsolated() }
      try injector.update { $0.bind(Book.self).to { book }.in(.singleton) }
      _ = try injector.resolve(Book.self)
      try await injector.shutdownGracefully()
      #expect(injector.isShutDown)
    }
  }

  @Test func aShutdownThatAwaitsReleasesOnTheActorOfTheCaller() async throws {
    try await Office().makeAndShutDown()
  }
}
