import Infusion
import Testing

private final class Part: Sendable {}
private protocol Engine: AnyObject {}
private final class Motor: Engine, DefaultInitializable { init() {} }
@MainActor private final class Panel {
  init(part: Part) {}
}

/// The number of objects that the closures of ``BadgeModule`` have made.
@MainActor private var made = 0

@MainActor private final class Badge {
  init() { made += 1 }
}

private struct BadgeProvider: ProviderProtocol {
  func provide(from injector: Injector) -> Part { Part() }
}

/// A module of the main actor, as in a target whose default isolation is the main actor.
@MainActor private struct BadgeModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Part.self).to(instance: Part())
    binder.bind(Badge.self).to { Badge() }
    binder.bind(Badge.self, named: "kept").to { Badge() }.in(.singleton)
    binder.bind(Badge.self, named: "injector").to { _ in Badge() }
    binder.bind(Badge.self, named: "arguments").to { (_, _: Int) in Badge() }
    binder.bind(Badge.self, named: "uses").to(uses: Part.self) { Badge() }
    binder.bind(Badge.self, named: "keys").to(uses: Key(Part.self)) { _ in Badge() }
    binder.bind(Badge.self, named: "stored").to(Self.make)
    binder.bind(Badge?.self, named: "optional").to { Badge() }
    binder.bind(Panel.self).toInitializer(Panel.init(part:))
    binder.bind((any Engine).self).to(Motor.self) { $0 }
    binder.bind(Part.self, named: "provider").to(provider: BadgeProvider())
    binder.contribute(Badge.self).to { Badge() }
  }

  private static let make: () -> Badge = { Badge() }

  /// A request for each binding that has a closure.
  nonisolated static let requests: [@Sendable (Injector) throws -> Void] = [
    { _ = try $0.resolve(Badge.self) },
    { _ = try $0.resolve(Badge.self, named: "kept") },
    { _ = try $0.resolve(Badge.self, named: "injector") },
    { _ = try $0.resolve(Badge.self, named: "arguments", arguments: 1) },
    { _ = try $0.resolve(Badge.self, named: "uses") },
    { _ = try $0.resolve(Badge.self, named: "keys") },
    { _ = try $0.resolve(Badge.self, named: "stored") },
    { _ = try $0.resolve(Badge.self, named: "optional") },
    { _ = try $0.resolve(Panel.self) },
    { _ = try $0.resolve((any Engine).self) },
    { _ = try $0.resolve(Part.self, named: "provider") },
    { _ = try $0.resolve([Badge].self) },
  ]
}

/// A module of the main actor that says when it is equal to another.
@MainActor private final class EqualModule: @MainActor Module, @MainActor Hashable {
  static var calls = 0
  let number = 1
  func configure(_ binder: Binder) {}
  static func == (left: EqualModule, right: EqualModule) -> Bool {
    calls += 1
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) {
    Self.calls += 1
    hasher.combine(number)
  }
}

@globalActor private actor Archive {
  static let shared = Archive()

  func configured() throws -> Injector {
    let injector = try Injector()
    let number = 7
    try injector.update { $0.bind(Int.self).to { number } }
    return injector
  }
}

/// Each form of binding that keeps code, in code of a global actor.
@Archive private struct ArchiveForms {
  static let all: [@Archive (Binder) -> Void] = [
    { $0.bind(Part.self).to { Part() } },
    { $0.bind(Part.self).to { _ in Part() } },
    { $0.bind(Part.self).to { (_, _: Int) in Part() } },
    { $0.bind(Part.self).to(Self.make) },
    { $0.bind((any Engine).self).to(Motor.self) { $0 } },
    { $0.bind(Part.self).toInitializer(Self.make) },
    { $0.bind(Part.self).to(provider: BadgeProvider()) },
    { $0.bind(Holder.self).injecting(\.part) },
    { $0.extend(Holder.self).injecting(\.part) },
  ]
  private static func make() -> Part { Part() }

  static func code(_ form: Int) -> InjectionError.Code? {
    do {
      try Injector().update { Self.all[form]($0) }
      return nil
    } catch {
      return error.code
    }
  }

  static func configure(_ binder: Binder) { binder.bind(Part.self).to(instance: Part()) }
}

private protocol Marked: AnyObject {}
extension Badge: Marked {}
@MainActor private final class OnDemandBadge: @MainActor DefaultInitializable, Marked {
  init() {}
}
/// A nonisolated class with an initializer of the main actor.
private final class PlainBadge: InitializerDeclaring, Marked, Sendable {
  static var initializer: Initializer { Initializer(PlainBadge.init) }
  @MainActor init() {}
}
private struct KeptLinkModule: Module {
  let scope: Scope
  func configure(_ binder: Binder) {
    binder.bind((any Marked).self).to(Badge.self) { $0 }.in(scope)
    binder.bind((any Marked).self, named: "on demand").to(OnDemandBadge.self) { $0 }.in(scope)
    binder.bind((any Marked).self, named: "initializer").to(PlainBadge.self) { $0 }.in(scope)
    binder.bind((any Marked).self, named: "own").to(PlainBadge.self, named: "own") { $0 }.in(scope)
    binder.bind(PlainBadge.self, named: "own")
  }
  static let requests: [@Sendable (Injector) throws -> Void] = [
    { _ = try $0.resolve((any Marked).self) },
    { _ = try $0.resolve((any Marked).self, named: "on demand") },
    { _ = try $0.resolve((any Marked).self, named: "initializer") },
    { _ = try $0.resolve((any Marked).self, named: "own") },
  ]
}
private struct ProviderModule<Providing: ProviderProtocol<Part>>: Module {
  let provider: Providing
  func configure(_ binder: Binder) { binder.bind(Part.self).to(provider: provider) }
}
private struct BaseModule: Module {
  func configure(_ binder: Binder) {}
}
@MainActor private final class ReplacementModule: @MainActor UnloadableModule {
  var unloads = 0
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) { unloads += 1 }
}

@MainActor private struct PanelProvider: @MainActor ProviderProtocol {
  func provide(from injector: Injector) -> Part {
    made += 1
    return Part()
  }
}

@Suite(.serialized) @MainActor struct ClosureIsolationTests {
  @Test(arguments: BadgeModule.requests.indices)
  func aClosureWrittenOnTheMainActorRunsThereOnly(_ form: Int) async throws {
    let injector = try Injector(BadgeModule())
    let request = BadgeModule.requests[form]
    let before = made
    #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
    #expect(made == before)
    try request(injector)
    let after = made
    // The same is true after the closure has run on the main actor.
    #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
    #expect(made == after)
  }

  @Test(arguments: 0..<9)
  func codeOfAnotherGlobalActorCannotBeKept(_ form: Int) async throws {
    #expect(await ArchiveForms.code(form) == .actorIsolated)
  }

  @Test func aClosureThatNamesAnotherActorIsNoneOfTheMainActor() throws {
    let forms: [(Binder) -> Void] = [
      { $0.bind(Part.self).to { @Archive (_, _: Int?) in Part() } },
      { $0.bind(Part.self).to { Part() }.completing { @Archive _ in } },
      { $0.extend(Part.self).completing { @Archive _ in } },
    ]
    for form in forms {
      #expect(try failure { try Injector().update { form($0) } }.code == .actorIsolated)
    }
  }

  @Test func aConfigurationOfAnotherActorDoesNotRunHere() throws {
    let parent = try Injector()
    #expect(try failure { _ = try Injector(ArchiveForms.configure) }.code == .actorIsolated)
    #expect(try failure { _ = try parent.makeChild(ArchiveForms.configure) }.code == .actorIsolated)
    #expect(
      try failure { _ = try ObjectFactory(ArchiveForms.configure) }.code == .actorIsolated)
  }

  @Test func aProviderWhoseConformanceBelongsToTheMainActorRunsThereOnly() async throws {
    let provider = PanelProvider()
    // The module that binds it belongs to no actor.
    let injector = try Injector(ProviderModule(provider: provider))
    #expect(await codeElsewhere { _ = try injector.resolve(Part.self) } == .mainActorRequired)
    _ = try injector.resolve(Part.self)
  }

  @Test(arguments: [.singleton, .weak, Scope("kept", in: ScopeStore())] as [Scope])
  func aLinkThatKeepsItsInstanceBelongsToTheActorOfItsEnd(_ scope: Scope) async throws {
    let injector = try Injector(BadgeModule(), KeptLinkModule(scope: scope))
    for request in KeptLinkModule.requests {
      #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
      let kept = try injector.resolve((any Marked).self)
      let keptOnDemand = try injector.resolve((any Marked).self, named: "on demand")
      let others = try ["initializer", "own"].map {
        try injector.resolve((any Marked).self, named: Name($0))
      }
      #expect(await codeElsewhere { try request(injector) } == .mainActorRequired)
      withExtendedLifetime((kept, keptOnDemand, others)) {}
    }
  }

  @Test func aHandleKeepsWhatAnInitializerOfTheMainActorHasMadeThere() async throws {
    let injector = try Injector { $0.bind((any Marked).self).to(PlainBadge.self) { $0 } }
    let handles = (
      try injector.resolve(Lazy<PlainBadge>.self), try injector.resolve(Lazy<any Marked>.self)
    )
    _ = (try handles.0.get(), try handles.1.get())
    #expect(await codeElsewhere { _ = try handles.0.get() } == .mainActorRequired)
    #expect(await codeElsewhere { _ = try handles.1.get() } == .mainActorRequired)
  }

  @Test func aModuleOfTheMainActorIsComparedThereOnly() async throws {
    let injector = try Injector(EqualModule())
    try injector.update { $0.install(EqualModule()) }
    #expect(injector.installedModules.count == 1)
    let calls = EqualModule.calls
    #expect(await codeElsewhere { try injector.update { $0.install(BaseModule()) } } == nil)
    #expect(
      await codeElsewhere { _ = try injector.removing(BaseModule.self) } == .mainActorRequired)
    #expect(EqualModule.calls == calls)
    #expect(try injector.removing(BaseModule.self).installedModules.count == 1)
  }

  @Test func aReplacementIsUnloadedWhereItBelongs() async throws {
    let module = ReplacementModule()
    let injector = try Injector(BaseModule().overriding(with: module))
    #expect(await codeElsewhere { try injector.shutdown() } == .mainActorRequired)
    #expect(module.unloads == 0)
    try injector.shutdown()
    #expect(module.unloads == 1)
  }

  @Test func aBindingWithoutAClosureWorksAnywhere() async throws {
    let injector = try Injector(BadgeModule())
    #expect(await codeElsewhere { _ = try injector.resolve(Part.self) } == nil)
  }

  @Test func anInitializerOfTheMainActorRunsThereOnly() async throws {
    // No code in this closure is written on the main actor.
    let injector = try await Task.detached {
      try Injector { binder in
        binder.bind(Part.self).to { Part() }
        binder.bind(Panel.self).toInitializer(Panel.init(part:))
        binder.bind(Badge.self).to { @MainActor (_, _: Int) in Badge() }
      }
    }.value
    #expect(await codeElsewhere { _ = try injector.resolve(Panel.self) } == .mainActorRequired)
    _ = try injector.resolve(Panel.self)
    let badge: @Sendable () throws -> Void = {
      _ = try injector.resolve(Badge.self, arguments: 1)
    }
    #expect(await codeElsewhere(badge) == .mainActorRequired)
    try badge()
  }

  @Test func anUpdateOnTheMainActorBindsForTheMainActor() async throws {
    let injector = try Injector()
    try injector.update { $0.bind(Badge.self).to { Badge() } }
    #expect(await codeElsewhere { _ = try injector.resolve(Badge.self) } == .mainActorRequired)
    _ = try injector.resolve(Badge.self)
  }

  @Test func requirementsAddedOnTheMainActorAreSetThere() async throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to(instance: Part())
      binder.bind(Holder.self).to(instance: Holder(), injecting: false)
      binder.bind(Holder.self, named: "own").injecting(\.part)
    }
    let request: @Sendable () throws -> Void = {
      _ = try injector.resolve(Holder.self, named: "own")
    }
    #expect(await codeElsewhere(request) == .mainActorRequired)
    try request()
    #expect(await codeElsewhere { _ = try injector.resolve(Holder.self) } == nil)
  }
}

private final class Holder: DefaultInitializable {
  var part: Part?
  init() {}
}

private final class Numbered {
  let number: Int
  init(number: Int) { self.number = number }
}

private protocol Drawer: Sendable {}
extension Drawer { fileprivate func look() {} }
private struct EmptyDrawer: Drawer {}
private func emptyDrawer() -> some Drawer { EmptyDrawer() }

/// An actor that makes bindings.
private actor Office {
  private var opened = 0

  private func error(_ body: (Binder) -> Void) -> InjectionError? {
    do {
      try Injector().update(body)
      return nil
    } catch { return error }
  }

  func bindItself() -> [InjectionError?] {
    let opening = { self.open() }
    let drawer = emptyDrawer()
    return [
      error { $0.bind(Part.self).to { self.open() } },
      error { $0.bind(Part.self).to { _ in self.open() } },
      error { $0.bind(Part.self).to { (_, _: Int) in self.open() } },
      error { $0.bind(Part.self).to(uses: Int.self) { self.open() } },
      error { $0.contribute(Part.self).to { self.open() } },
      error { $0.bind(Part.self).toInitializer { (_: Int) in self.open() } },
      error { $0.bind(Part.self).toInitializer(openNumbered) },
      // Only code that mentions the actor belongs to it.
      error {
        opened += 1
        $0.bind(Part.self).to(opening)
      },
      error {
        opened += 1
        $0.bind(Part.self).to { opening() }
      },
      error {
        opened += 1
        $0.bind(Part.self).toInitializer { (_: Int) in opening() }
      },
      // A capture of no size lies before the actor.
      error {
        opened += 1
        $0.bind(Part.self).to {
          drawer.look()
          return self.open()
        }
      },
    ]
  }

  /// Functions without arguments and results, whose names are the shortest, and arrays of functions.
  func bindFunctions(_ step: Int) -> [InjectionError?] {
    let open = { self.opened += step }
    return [
      error {
        opened += 1
        $0.bind(Part.self).to {
          open()
          return Part()
        }
      },
      error {
        opened += 1
        $0.bind((() -> Void).self).to(instance: open)
      },
      error {
        opened += 1
        $0.bind([() -> Void].self).to(instance: [{}, open])
      },
      error {
        opened += 1
        $0.bind([(() -> Void)?].self).to(instance: [nil, { self.opened += 1 }])
      },
    ]
  }

  /// Closures that know their isolation do not belong to the actor, but call one that does.
  func bindWhatCallsItself(_ number: Int, _ text: String) -> [InjectionError?] {
    let open = { self.open() }
    let openNumbered = { (_: Injector, _: Int) in self.open() }
    let openAny: @isolated(any) (Injector, Int) throws -> Part = { (_, _) in open() }
    let complete: (Part) throws -> Void = { _ in _ = open() }
    return [
      error {
        opened += 1
        $0.bind(Part.self).to { (_, _: Int) in open() }
      },
      error {
        opened += 1
        $0.bind(Part.self).to { (_, other: Int, _: String) in
          number + other + text.count > 0 ? open() : Part()
        }
      },
      error {
        opened += 1
        $0.bind(Part.self).to(uses: Int.self) { (_, _: Int) in open() }
      },
      error {
        opened += 1
        $0.bind(Part.self).to(uses: Key(Int.self)) { (_, _: Int) in open() }
      },
      error {
        opened += 1
        $0.contribute(Part.self).to { (_, _: Int?) in open() }
      },
      error {
        opened += 1
        $0.bind(Part.self).to(openNumbered)
      },
      error {
        opened += 1
        $0.bind(Part.self).to(openAny)
      },
      error {
        opened += 1
        $0.bind(Part.self).to { Part() }.completing { _ in _ = open() }
      },
      error {
        opened += 1
        $0.bind(Part.self).to { Part() }.completing(complete)
      },
    ]
  }

  func extendWhatCallsItself(_ number: Int) -> [InjectionError?] {
    let open = { self.open() }
    return [
      error {
        opened += 1
        $0.extend(Holder.self).completing { _ in _ = open() }
      },
      error {
        opened += 1
        $0.extend(Holder.self).completing { if number > 0 { $0.part = open() } }
      },
    ]
  }

  /// An injector whose configuration calls a closure of this actor.
  func configureWithItself() throws -> [Injector] {
    let open = { self.open() }
    opened += 1
    let configure = { (binder: Binder) in _ = binder.bind(Part.self).to(instance: open()) }
    let injector = try Injector { configure($0) }
    return [
      injector, try injector.makeChild { configure($0) },
      try Injector().adding { configure($0) },
      try Injector(BaseModule().overriding { configure($0) }),
    ]
  }

  /// A scope whose closure calls a closure of this actor.
  func scopeWithItself() -> Scope {
    let open = { self.open() }
    opened += 1
    return Scope("office") { _ in
      _ = open()
      return ScopeStore()
    }
  }

  private func open() -> Part {
    opened += 1
    return Part()
  }

  private func openNumbered(_ number: Int) -> Part { open() }

  func bindWhatItKnows(_ part: Part, _ number: Int) throws -> Injector {
    let injector = try Injector { $0.bind(Int.self).to { number } }
    let find = { part }
    let stored: (Injector, Int) throws -> Part = { (_, _) in find() }
    let complete: (Part) throws -> Void = { _ in _ = find() }
    try injector.update { binder in
      binder.bind(Part.self).to { part }
      binder.bind(Part.self, named: "new").to { Part() }
      binder.bind(Part.self, named: "argument").to { (_, _: Int) in part }
      binder.bind(Part.self, named: "arguments").to { (_, _: Int, _: String) in Part() }
      binder.bind(Part.self, named: "stored").to(stored)
      binder.bind(Part.self, named: "nested").to { (_, other: Int) in
        number < other ? part : find()
      }
      binder.bind(Part.self, named: "completed").to { part }
        .completing { _ in }.completing { _ in _ = find() }.completing(complete)
      binder.extend(Holder.self).completing { $0.part = find() }
      binder.bind((any Engine).self).to(Motor.self) { $0 }
      binder.bind(Holder.self).injecting(\.part)
      binder.bind(Numbered.self).toInitializer(Numbered.init(number:))
      binder.bind(Numbered.self, named: "closure").toInitializer { (other: Int) in
        Numbered(number: number + other)
      }
    }
    return try injector.makeChild { $0.bind(String.self).to { _ in "\(number)" } }
  }

  /// Gives a module with a closure of this actor to each method that configures modules.
  func replaceBindings() throws -> Int {
    let module = BaseModule().overriding { binder in
      self.opened += 1
      binder.bind(Int.self).to(instance: self.opened)
    }
    let injector = try Injector(module)
    _ = try Injector([module])
    let child = try Injector().makeChild(module)
    try Injector().update { $0.install(module) }
    _ = try injector.adding(BaseModule())
    _ = try child.removing(Replaced.self)
    return opened
  }
  private struct Replaced: Module { func configure(_ binder: Binder) {} }
}

struct ActorClosureTests {
  @Test func aClosureThatBelongsToAnActorIsAnErrorAtTheBinding() async throws {
    let errors = await Office().bindItself()
    for (index, error) in errors.enumerated() {
      let error = try #require(error, "\(index)")
      #expect(error.code == .actorIsolated)
      #expect(error.key == Key(Part.self))
      #expect(error.bindingLocation?.fileID == #fileID)
    }
  }

  @Test func aClosureThatCallsOneOfAnActorIsAnErrorAtTheBinding() async throws {
    let (bound, extended) = await (
      Office().bindWhatCallsItself(7, "a"), Office().extendWhatCallsItself(7)
    )
    #expect(bound.map { $0?.code } == bound.map { _ in .actorIsolated })
    #expect(bound.map { $0?.key } == bound.map { _ in Key(Part.self) })
    #expect(extended.map { $0?.code } == extended.map { _ in .actorIsolated })
    #expect(extended.map { $0?.key } == extended.map { _ in Key(Holder.self) })
  }

  @Test func aFunctionThatBelongsToAnActorIsAnErrorAtTheBinding() async throws {
    let errors = await Office().bindFunctions(2)
    #expect(errors.map { $0?.code } == errors.map { _ in .actorIsolated })
  }

  @Test func aConfigurationThatCallsAClosureOfAnActorRunsThere() async throws {
    for injector in try await Office().configureWithItself() {
      #expect(try failure { _ = try injector.adding(BaseModule()) }.code == .actorIsolated)
    }
  }

  @Test func aScopeThatCallsAClosureOfAnActorRunsThere() async throws {
    let scope = await Office().scopeWithItself()
    let injector = try Injector { $0.bind(Part.self).to { Part() }.in(scope) }
    #expect(try failure { _ = try injector.resolve(Part.self) }.code == .actorIsolated)
  }

  @Test func aReplacementRunsOnTheActorThatItBelongsTo() async throws {
    #expect(try await Office().replaceBindings() == 6)
  }

  /// The type of the actor is a global actor, but this is another one of the type.
  @Test func bindingsMadeInAnotherActorOfAGlobalActorsTypeRunAnywhere() async throws {
    #expect(try await Archive().configured().resolve(Int.self) == 7)
  }

  @Test func bindingsMadeInAnActorsMethodRunAnywhere() async throws {
    let part = Part()
    let injector = try await Office().bindWhatItKnows(part, 7)
    #expect(try injector.resolve(Part.self) === part)
    #expect(try injector.resolve(Part.self, named: "new") !== part)
    for name in ["argument", "stored", "nested"] as [Name] {
      #expect(try injector.resolve(Part.self, named: name, arguments: 8) === part)
    }
    #expect(try injector.resolve(Part.self, named: "arguments", arguments: 8, "a") !== part)
    #expect(try injector.resolve(Part.self, named: "completed") === part)
    #expect(try injector.resolve((any Engine).self) is Motor)
    #expect(try injector.resolve(Holder.self).part === part)
    #expect(try injector.resolve(Int.self) == 7)
    #expect(try injector.resolve(String.self) == "7")
    #expect(try injector.resolve(Numbered.self).number == 7)
    #expect(try injector.resolve(Numbered.self, named: "closure").number == 14)
  }
}
