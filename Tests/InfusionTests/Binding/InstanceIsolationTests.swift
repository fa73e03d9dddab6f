import Infusion
import Testing

@globalActor private actor Archive {
  static let shared = Archive()
}

private protocol Showing { static func open() }
private protocol Listing<Item> { associatedtype Item = Int }
private protocol ClassListing<Item>: AnyObject { associatedtype Item = Int }
private protocol Window: AnyObject {}
private protocol Marked {}
@MainActor private protocol Display: AnyObject {}

/// Conforms on the main actor to what any thread may use.
@MainActor
private final class Screen: @MainActor Showing, @MainActor Listing, @MainActor ClassListing,
  @MainActor Window, Display, nonisolated Marked
{
  nonisolated init() {}
  static func open() {}
}
private final class Plain: Showing, Listing, Window, Marked {
  static func open() {}
}
@Archive private final class Shelf: @Archive Showing {
  nonisolated init() {}
  static func open() {}
}

/// Binds an instance under each protocol whose conformance belongs to the main actor.
@MainActor private func bindIsolated(_ binder: Binder, _ screen: Screen) {
  binder.bind((any Showing).self).to(instance: screen)
  binder.bind((any Listing<Int>).self).to(instance: screen)
  binder.bind((any ClassListing<Int>).self).to(instance: screen)
  binder.bind((any Window).self).to(instance: screen)
  binder.bind((any Window & Marked).self).to(instance: screen)
  binder.bind((any Marked & Showing).self).to(instance: screen)
  binder.bind((any Showing.Type).self).to(instance: Screen.self)
  binder.bind((any Window)?.self, named: "optional").to(instance: screen)
  binder.bind((any Window)??.self, named: "optional twice").to(instance: screen)
  binder.bind((any Window).self, named: "weak").to(weak: screen)
  binder.bind((any Window).self, named: "injected").to(instance: screen, injecting: true)
  binder.bind([any Window].self, named: "array").to(instance: [screen])
  binder.bind([any Window].self, named: "second").to(instance: [Plain(), screen])
  binder.bind([any Window]?.self, named: "optional array").to(instance: [screen])
  binder.bind([(any Window)?].self).to(instance: [nil, screen])
  binder.bind([[any Window]].self).to(instance: [[], [screen]])
  binder.bind([any Listing<Int>].self).to(instance: [screen])
  binder.bind([any Showing.Type].self).to(instance: [Screen.self])
  binder.contribute((any Window).self).to(instance: screen)
  binder.bind([any Window].self, named: "kept").in(.singleton)
  binder.contribute((any Window).self, named: "kept").to(instance: screen)
}
private let isolatedRequests: [@Sendable (Injector) throws -> Void] = [
  { _ = try $0.resolve((any Showing).self) },
  { _ = try $0.resolve((any Listing<Int>).self) },
  { _ = try $0.resolve((any ClassListing<Int>).self) },
  { _ = try $0.resolve((any Window).self) },
  { _ = try $0.resolve((any Window & Marked).self) },
  { _ = try $0.resolve((any Marked & Showing).self) },
  { _ = try $0.resolve((any Showing.Type).self) },
  { _ = try $0.resolve((any Window).self, named: "optional") },
  { _ = try $0.resolve((any Window).self, named: "optional twice") },
  { _ = try $0.resolve((any Window).self, named: "weak") },
  { _ = try $0.resolve((any Window).self, named: "injected") },
  { _ = try $0.resolve([any Window].self, named: "array") },
  { _ = try $0.resolve([any Window].self, named: "second") },
  { _ = try $0.resolve([any Window].self, named: "optional array") },
  { _ = try $0.resolve([(any Window)?].self) },
  { _ = try $0.resolve([[any Window]].self) },
  { _ = try $0.resolve([any Listing<Int>].self) },
  { _ = try $0.resolve([any Showing.Type].self) },
  { _ = try $0.resolve(Lazy<[any Window]>.self, named: "array").get() },
  { _ = try $0.resolve([any Window].self) },
  { _ = try $0.resolve([any Window].self, named: "kept") },
  { _ = try $0.resolve(Lazy<any Window>.self).get() },
  { try $0.injectDependencies(into: WindowOwner()) },
]
private final class WindowOwner: Injectable {
  var window: (any Window)?
  static var requires: Requirements { requiring(\.window) }
}

/// Binds what any thread may have.
@MainActor private func bindFree(_ binder: Binder, _ screen: Screen) {
  binder.bind(Screen.self).to(instance: screen)
  binder.bind((any Marked).self).to(instance: screen)
  binder.bind((any Display).self).to(instance: screen)
  binder.bind(AnyObject.self).to(instance: screen)
  binder.bind(Any.self).to(instance: screen)
  binder.bind((any Showing).self).to(instance: Plain())
  binder.bind((any Showing & Window & Marked).self).to(instance: Plain())
  binder.bind((any Listing<Int>).self).to(instance: Plain())
  binder.bind((any Showing.Type).self).to(instance: Plain.self)
  binder.bind((any Error).self).to(instance: CancellationError())
  binder.bind([any Window].self).to(instance: [Plain(), Plain()])
  binder.bind([any Window]?.self, named: "optional").to(instance: [Plain()])
  binder.bind([any Window].self, named: "empty").to(instance: [])
  binder.bind([any Marked].self).to(instance: [screen])
  binder.bind([any Display].self).to(instance: [screen])
  binder.bind([Screen].self).to(instance: [screen])
}
private let freeRequests: [@Sendable (Injector) throws -> Void] = [
  { _ = try $0.resolve(Screen.self) },
  { _ = try $0.resolve((any Marked).self) },
  { _ = try $0.resolve((any Display).self) },
  { _ = try $0.resolve(AnyObject.self) },
  { _ = try $0.resolve(Any.self) },
  { _ = try $0.resolve((any Showing).self) },
  { _ = try $0.resolve((any Showing & Window & Marked).self) },
  { _ = try $0.resolve((any Listing<Int>).self) },
  { _ = try $0.resolve((any Showing.Type).self) },
  { _ = try $0.resolve((any Error).self) },
  { _ = try $0.resolve([any Window].self) },
  { _ = try $0.resolve([any Window].self, named: "optional") },
  { _ = try $0.resolve([any Window].self, named: "empty") },
  { _ = try $0.resolve([any Marked].self) },
  { _ = try $0.resolve([any Display].self) },
  { _ = try $0.resolve([Screen].self) },
]

/// How nonisolated code keeps what a closure of the main actor has made.
private enum Keeping: CaseIterable {
  case singleton, weak, store, provider, initializer, optional, array, metatype

  private struct Asking: ProviderProtocol {
    func provide(from injector: Injector) throws -> any Window { try injector.resolve() }
  }
  private static func same(_ window: any Window) -> any Window { window }

  func bind(_ binder: Binder) {
    let bound = binder.bind((any Window).self, named: "kept")
    switch self {
    case .singleton: bound.to { try $0.resolve((any Window).self) }.in(.singleton)
    case .weak: bound.to { try $0.resolve((any Window).self) }.in(.weak)
    case .store:
      bound.to { try $0.resolve((any Window).self) }.in(Scope("kept", in: ScopeStore()))
    case .provider: bound.to(provider: Asking()).in(.singleton)
    case .initializer: bound.toInitializer(Self.same).in(.singleton)
    case .optional:
      binder.bind((any Window)?.self, named: "kept").to { try $0.resolve((any Window).self) }
        .in(.singleton)
    case .array:
      binder.bind([any Window].self, named: "kept").to { [try $0.resolve((any Window).self)] }
        .in(.singleton)
    case .metatype:
      binder.bind((any Showing.Type).self, named: "kept")
        .to { try $0.resolve((any Showing.Type).self) }.in(.singleton)
    }
  }

  func request(_ injector: Injector) throws -> Any {
    switch self {
    case .singleton, .weak, .store, .provider, .initializer, .optional:
      try injector.resolve((any Window).self, named: "kept")
    case .array: try injector.resolve([any Window].self, named: "kept")
    case .metatype: try injector.resolve((any Showing.Type).self, named: "kept")
    }
  }
}

/// Calls of the functions that are bound as instances.
@MainActor private var calls = 0

@MainActor private func bindFunctions(_ binder: Binder) {
  binder.bind((() -> Void).self).to(instance: { calls += 1 })
  binder.bind(((Int) throws -> Int).self).to(instance: { number in
    calls += number
    return calls
  })
  binder.bind((() -> Int)?.self).to(instance: { calls })
  binder.bind((() -> Int).self, named: "not injected").to(instance: { calls }, injecting: false)
  binder.bind([() -> Int].self).to(instance: [{ calls }])
  binder.bind([(() -> Int)?]?.self).to(instance: [{ calls }])
  // The compiler checks these, wherever they are called.
  binder.bind((@MainActor () -> Void).self).to(instance: { calls += 1 })
  binder.bind((@Sendable () -> Int).self).to(instance: { 1 })
  binder.bind((() async -> Void).self).to(instance: { calls += 1 })
  binder.bind([@Sendable () -> Int].self).to(instance: [{ 1 }])
  binder.bind([() async -> Void].self).to(instance: [{ calls += 1 }])
}
private let functionRequests: [@Sendable (Injector) throws -> Void] = [
  { try $0.resolve((() -> Void).self)() },
  { _ = try $0.resolve(((Int) throws -> Int).self)(1) },
  { _ = try $0.resolve((() -> Int).self)() },
  { _ = try $0.resolve((() -> Int).self, named: "not injected")() },
  { _ = try $0.resolve([() -> Int].self)[0]() },
  { _ = try $0.resolve([(() -> Int)?].self)[0]?() },
]

@Suite(.serialized) struct InstanceIsolationTests {
  @Test(arguments: isolatedRequests.indices) @MainActor
  func anInstanceIsHandedOutOnTheActorOfItsConformance(_ form: Int) async throws {
    let screen = Screen()
    let injector = try Injector { bindIsolated($0, screen) }
    let request = isolatedRequests[form]
    #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
    try request(injector)
    #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
  }

  @Test(arguments: freeRequests.indices) @MainActor
  func anInstanceIsHandedOutAnywhereIfItsConformanceIsNonisolated(_ form: Int) async throws {
    let screen = Screen()
    let injector = try Injector { bindFree($0, screen) }
    let request = freeRequests[form]
    #expect(await codeElsewhere { try request(injector) } == nil)
    try request(injector)
  }

  @Test @Archive func anInstanceOfAnotherGlobalActorIsHandedOutThere() async throws {
    let injector = try Injector { $0.bind((any Showing).self).to(instance: Shelf()) }
    _ = try injector.resolve((any Showing).self)
    let request: @Sendable () throws -> Void = { _ = try injector.resolve((any Showing).self) }
    #expect(await codeElsewhere(request) == .actorIsolated)
  }

  @Test(arguments: Keeping.allCases) @MainActor
  fileprivate func whatIsPassedOnAndKeptStaysOnTheActorOfItsConformance(
    _ keeping: Keeping
  ) async throws {
    let injector = try Injector { binder in
      binder.bind((any Window).self).to { Screen() }
      binder.bind((any Showing.Type).self).to { Screen.self }
    }
    try injector.update { keeping.bind($0) }
    let kept = try keeping.request(injector)
    let request: @Sendable () throws -> Void = { _ = try keeping.request(injector) }
    #expect(await codeElsewhere(request) == .mainActorRequired)
    try request()
    withExtendedLifetime(kept) {}
  }

  @Test @MainActor func aHandleHandsOutWhatIsPassedOnOnTheActorOfItsConformance() async throws {
    let injector = try Injector { binder in
      binder.bind((any Window).self).to { Screen() }
    }
    try injector.update { binder in
      binder.bind((any Window).self, named: "passed").to { try $0.resolve((any Window).self) }
    }
    let lazy = try injector.resolve(Lazy<any Window>.self, named: "passed")
    _ = try lazy.get()
    #expect(await codeElsewhere { _ = try lazy.get() } == .mainActorRequired)
  }

  /// Another binding has made it.
  @Test @MainActor func whatAStoreKeepsStaysOnTheActorOfItsConformance() async throws {
    let scope = Scope("kept", in: ScopeStore())
    let injector = try Injector { $0.bind((any Window).self).to { Screen() }.in(scope) }
    _ = try injector.resolve((any Window).self)
    let request: @Sendable () throws -> Void = {
      try injector.update { $0.bind((any Window).self).to { Plain() }.in(scope) }
      _ = try injector.resolve((any Window).self)
    }
    #expect(await codeElsewhere(request) == .mainActorRequired)
  }

  @Test(arguments: functionRequests.indices) @MainActor
  func aFunctionThatIsWrittenOnTheMainActorIsHandedOutThere(_ form: Int) async throws {
    let injector = try Injector { bindFunctions($0) }
    let request = functionRequests[form]
    let before = calls
    #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
    #expect(calls == before)
    try request(injector)
  }

  @Test @MainActor func aFunctionThatTheCompilerChecksIsHandedOutAnywhere() async throws {
    let injector = try Injector { bindFunctions($0) }
    let request: @Sendable () throws -> Void = {
      _ = try injector.resolve((@MainActor () -> Void).self)
      _ = try injector.resolve((@Sendable () -> Int).self)()
      _ = try injector.resolve((() async -> Void).self)
      _ = try injector.resolve([@Sendable () -> Int].self)[0]()
      _ = try injector.resolve([() async -> Void].self)
    }
    #expect(await codeElsewhere(request) == nil)
  }

  @Test func aFunctionOfNonisolatedCodeIsHandedOutAnywhere() throws {
    let injector = try Injector { $0.bind((() -> Int).self).to(instance: { 1 }) }
    #expect(try injector.resolve((() -> Int).self)() == 1)
  }

  @Test func aFunctionThatBelongsToAnActorIsAnErrorAtTheBinding() async throws {
    #expect(await Office().codes == [.actorIsolated, .actorIsolated, nil])
  }
}

private actor Office {
  private var opened = 0

  var codes: [InjectionError.Code?] {
    let one = 1
    let functions: [() -> Int] = [
      { self.open() },
      { one + self.open() },
      { one },
    ]
    return functions.indices.map { index in
      code {
        try Injector().update {
          opened += 1
          $0.bind((() -> Int).self).to(instance: functions[index])
        }
      }
    }
  }

  private func open() -> Int {
    opened += 1
    return opened
  }
}
