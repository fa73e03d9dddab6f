import Infusion
import Testing

private final class Session {}
private final class Plain {}
private final class Radio: Injectable {
  var session: Session!
  static var requires: Requirements { requiring(\.session) }
}
private final class Car: Injectable {
  var radio: Radio?
  static var requires: Requirements { accepting(\.radio) }
}
private final class Holder {
  let store = ScopeStore()
}

private protocol Part: AnyObject {}
private final class Numbered: Part {
  init(number: Int) {}
}
private final class Coded: Part, InitializerDeclaring {
  init(code: Int) {}
  static var initializer: Initializer { Initializer(Coded.init(code:), .argument) }
}
private final class Assembly: Injectable {
  var part: (any Part)!
  static var requires: Requirements { requiring(\.part) }
}
private final class User: Injectable {
  var plain: Plain!
  static var requires: Requirements { requiring(\.plain) }
}
private final class Accepting: Injectable {
  var user: User?
  static var requires: Requirements { accepting(\.user) }
}
private final class LaterUser: Injectable {
  var plain: Lazy<Plain>!
  static var requires: Requirements { requiring(\.plain) }
}
private actor Agent {
  nonisolated(unsafe) var plain: Plain!
}
private actor ListedAgent: Injectable {
  nonisolated(unsafe) var plain: Plain!
  static var requires: Requirements { requiring(\.plain) }
}
private struct EagerModule: Module {
  let configuration: @Sendable (Binder) -> Void
  func configure(_ binder: Binder) { configuration(binder) }
}

/// What a validation finds is what a request throws, and nothing else.
struct ValidationAgreementTests {
  /// The errors of a module that is examined before an injector exists, and those of creating the
  /// injector.
  private func errors(
    ofCreating configuration: @escaping @Sendable (Binder) -> Void
  ) throws -> (examined: [InjectionError], created: [InjectionError]) {
    let module = EagerModule(configuration: configuration)
    let examined = try Injector.examine(
      [module], options: .init(), including: [], at: CodeLocation(fileID: "App/M.swift", line: 1)
    ).errors
    do throws(InjectionError) {
      _ = try Injector(module)
      return (examined, [])
    } catch {
      return (examined, error.errors.isEmpty ? [error] : error.errors)
    }
  }

  // MARK: - Bindings to nothing

  @Test(arguments: Arrangement.allCases)
  func theClassOfABindingToNothingIsNotExamined(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Radio.self).toNothing() }
    #expect(validationErrors(of: injector, including: Car.self).isEmpty)
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.radio == nil)
    #expect(injector.graph.edges.isEmpty)
    #expect(try injector.validate().notExamined.isEmpty)
  }

  // MARK: - Scopes

  @Test(arguments: Arrangement.allCases)
  func aScopeWhoseClosureFindsTheStoreIsNotExamined(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Plain.self).to { Plain() }
        .in(Scope("session") { try $0.resolve(Holder.self).store })
      binder.bind(Session.self).to { Session() }.in(Scope("login", in: ScopeStore()))
    }
    #expect(
      try injector.validate().notExamined == [
        "Plain: what the closure of its scope asks for is not known"
      ])
    #expect(injector.graph.nodes.map(\.isExamined) == [false, true])
    let failure = #expect(throws: InjectionError.self) { _ = try injector.resolve(Plain.self) }
    #expect(failure?.key == Key(Holder.self))
  }

  // MARK: - Eager singletons

  @Test func anEagerSingletonThatNeedsArgumentsIsFound() throws {
    let found = try errors { binder in
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
        .asEagerSingleton()
    }
    #expect(found.examined.map(\.code) == [.argumentMismatch])
    #expect(found.examined.map(\.key) == [Key(Numbered.self)])
    #expect(found.examined.first?.path.map(\.subject) == ["eager singleton Numbered"])
    #expect(found.created.map(\.code) == [.argumentMismatch])
    #expect(found.created.map(\.key) == [Key(Numbered.self)])
  }

  @Test func anEagerSingletonThatNeedsAValueToPrepareIsFound() throws {
    let found = try errors { binder in
      binder.bind(Plain.self).toAsync { Plain() }
      binder.bind(User.self).to { User() }
      binder.bind(Accepting.self).to { Accepting() }.asEagerSingleton()
      binder.bind(LaterUser.self).to { LaterUser() }.asEagerSingleton()
    }
    #expect(found.examined.map(\.code) == [.notPrepared])
    #expect(found.examined.map(\.key) == [Key(Plain.self)])
    let examined = try #require(found.examined.first)
    #expect(
      examined.path.map(\.subject) == ["User.plain", "Accepting.user", "eager singleton Accepting"])
    // A preparation needs the injector, which cannot be created.
    let advice =
      "Write .in(.singleton) in place of asEagerSingleton(), and ask for it after prepare()"
    #expect(examined.description.contains(advice))
    #expect(!examined.description.contains("Prepare everything first"))
    #expect(found.created.map(\.code) == [.notPrepared])
    #expect(found.created.map(\.key) == [Key(Plain.self)])
    let eager = try errors { $0.bind(Plain.self).toAsync { Plain() }.asEagerSingleton() }
    #expect(eager.examined.map(\.code) == eager.created.map(\.code))
  }

  @Test func anEagerSingletonMayNeedWhatTheParentHasPrepared() async throws {
    let parent = try Injector { $0.bind(Plain.self).toAsync { Plain() } }
    try await parent.prepare()
    let child = try parent.makeChild { $0.bind(User.self).to { User() }.asEagerSingleton() }
    #expect(validationErrors(of: child).isEmpty)
  }

  // MARK: - Values that a closure receives

  @Test func anAsynchronousClosureCannotReceiveAValueThatNothingProvides() async throws {
    let injector = try Injector { binder in
      binder.bind(Plain.self).toAsync(uses: Session?.self) { _ in Plain() }
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.map(\.key) == [Key(Session.self)])
    let failure = await #expect(throws: InjectionError.self) { try await injector.prepare() }
    #expect(failure?.key == Key(Session.self))
    for error in [found.first, failure] {
      #expect(error?.description.contains("Session.self).toNothing()") == true)
    }
    let nothing = try Injector { binder in
      binder.bind(Session.self).toNothing()
      binder.bind(Plain.self).toAsync(uses: Session?.self) { _ in Plain() }
    }
    #expect(validationErrors(of: nothing).isEmpty)
    try await nothing.prepare()
    let asking = try Injector { binder in
      binder.bind(Plain.self).toAsync(uses: Key(Session?.self)) { (_: Injector) in Plain() }
    }
    #expect(validationErrors(of: asking).isEmpty)
  }

  @Test func anAsynchronousClosureCannotReceiveAValueThatNeedsArguments() async throws {
    let injector = try Injector { binder in
      binder.bind(Plain.self).toAsync(uses: Numbered.self) { _ in Plain() }
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found.map(\.key) == [Key(Numbered.self)])
    let failure = await #expect(throws: InjectionError.self) { try await injector.prepare() }
    #expect(failure?.code == .argumentMismatch)
    let asking = try Injector { binder in
      binder.bind(Plain.self).toAsync(uses: Key(Numbered.self)) { injector in
        _ = try injector.resolve(Numbered.self, arguments: 1)
        return Plain()
      }
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
    }
    #expect(validationErrors(of: asking).isEmpty)
    try await asking.prepare()
  }

  @Test func eachContributionThatNeedsAMissingValueIsListed() throws {
    let injector = try Injector { binder in
      for line: UInt in [3, 4] {
        binder.contribute(Session.self, fileID: "App/M.swift", line: line)
          .to(uses: Plain.self) { _ in Session() }
      }
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.flatMap(\.path).map(\.location?.line) == [3, 4])
  }

  // MARK: - Arguments

  @Test func aKeptLinkMayHoldWhatACallWithArgumentsHasCreated() throws {
    let injector = try Injector { binder in
      binder.bind((any Part).self).to(Numbered.self) { $0 }.in(.singleton)
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
      binder.bind(Assembly.self).to { Assembly() }
    }
    #expect(validationErrors(of: injector).isEmpty)
    let part = try injector.resolve((any Part).self, arguments: 1)
    #expect(try injector.resolve(Assembly.self).part === part)
  }

  @Test(arguments: Arrangement.allCases)
  func aContributionThatNeedsArgumentsIsFound(_ arrangement: Arrangement) throws {
    let created = try arrangement.makeInjector { _ = $0.contribute(Coded.self) }
    let linked = try arrangement.makeInjector {
      $0.contribute((any Part).self).to(Coded.self) { $0 }
    }
    let kept = try arrangement.makeInjector { $0.contribute(Coded.self).in(.singleton) }
    for injector in [created, linked, kept] {
      #expect(validationErrors(of: injector).map(\.code) == [.argumentMismatch])
    }
    let failures = [
      #expect(throws: InjectionError.self) { _ = try created.resolve([Coded].self) },
      #expect(throws: InjectionError.self) { _ = try linked.resolve([any Part].self) },
      #expect(throws: InjectionError.self) { _ = try kept.resolve([Coded].self) },
    ]
    #expect(failures.map { $0?.code } == [.argumentMismatch, .argumentMismatch, .argumentMismatch])
  }

  private final class Page: Injectable {
    var menu: Menu!
    var itself: Page?
    var laterMenu: LaterMenu!
    static var requires: Requirements { requiring(\.menu, \.itself) }
  }
  private final class Menu: Injectable, DefaultInitializable {
    weak var page: Page?
    static var requires: Requirements { requiring(\.page) }
  }
  private final class LaterMenu: Injectable, DefaultInitializable {
    var page: Lazy<Page>!
    static var requires: Requirements { requiring(\.page) }
  }

  @Test(arguments: Arrangement.allCases)
  func whatReceivesTheObjectUnderConstructionPassesNoArguments(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Page.self).to { (_, number: Int) in Page() }
    }
    let page = try injector.resolve(Page.self, arguments: 1)
    #expect(page.menu.page === page && page.itself === page)
    #expect(validationErrors(of: injector).isEmpty)
    // A menu of its own finds no page.
    let found = validationErrors(of: injector, including: Menu.self)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found.first?.path.map(\.subject) == ["Menu.page"])
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: Menu()) }
  }

  @Test(arguments: Arrangement.allCases)
  func aBoundMemberOfACycleMayAskForTheObjectWithArgumentsFirst(
    _ arrangement: Arrangement
  ) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Page.self).to { (_, number: Int) in Page() }
      binder.bind(Menu.self).to { Menu() }
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found.first?.path.map(\.subject) == ["Menu.page"])
    #expect(throws: InjectionError.self) { _ = try injector.resolve(Menu.self) }
  }

  private final class Folder: Injectable {
    var menu: Menu!
    static var requires: Requirements { requiring(\.menu) }
  }

  @Test(arguments: Arrangement.allCases)
  func whatLeadsIntoACycleMayAskForTheObjectWithArgumentsFirst(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Page.self).to { (_, number: Int) in Page() }
      binder.bind(Folder.self).to { Folder() }
    }
    #expect(validationErrors(of: injector).map(\.code) == [.argumentMismatch])
    #expect(throws: InjectionError.self) { _ = try injector.resolve(Folder.self) }
  }

  @Test func whatAsksForAnObjectWithArgumentsLaterIsFound() throws {
    let injector = try Injector { binder in
      binder.bind(Page.self).to { (_, number: Int) in Page() }.injecting(\.laterMenu)
    }
    #expect(validationErrors(of: injector).map(\.code) == [.argumentMismatch])
    let page = try injector.resolve(Page.self, arguments: 1)
    #expect(throws: InjectionError.self) { _ = try page.laterMenu.page.get() }
  }

  @Test(arguments: Arrangement.allCases)
  func aHandleThatAClosureDeclaresPassesNoArguments(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
      binder.bind(Plain.self).to(uses: Provider<Numbered>.self) { injector in
        _ = try injector.resolve(Provider<Numbered>.self).get()
        return Plain()
      }
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found.first?.path.map(\.subject) == ["Plain"])
    #expect(throws: InjectionError.self) { _ = try injector.resolve(Plain.self) }
    let asking = try arrangement.makeInjector { binder in
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
      binder.bind(Plain.self).to(uses: Numbered.self) { injector in
        _ = try injector.resolve(Numbered.self, arguments: 1)
        return Plain()
      }
    }
    #expect(validationErrors(of: asking).isEmpty)
    _ = try asking.resolve(Plain.self)
  }

  @Test func aLinkToABindingWithArgumentsIsAStepOfThePath() throws {
    final class Axle: Injectable {
      var part: (any Part)!
      static var requires: Requirements { requiring(\.part) }
    }
    let injector = try Injector { binder in
      binder.bind((any Part).self).to(Numbered.self) { $0 }
      binder.bind(Numbered.self).to { (_, number: Int) in Numbered(number: number) }
    }
    let found = try #require(validationErrors(of: injector, including: Axle.self).first)
    let failure = try #require(throws: InjectionError.self) {
      try injector.injectDependencies(into: Axle())
    }
    #expect(found.key == failure.key)
    // A request also says what was being created, and where it began.
    #expect(found.path.map(\.subject) == failure.path.dropFirst().dropLast().map(\.subject))
  }

  // MARK: - Actors

  @Test func propertiesOfAnActorAreFound() throws {
    let injector = try Injector { binder in
      binder.bind(Plain.self).to { Plain() }
      binder.bind(Agent.self).to { Agent() }
      binder.extend(Agent.self).injecting(\.plain)
    }
    #expect(validationErrors(of: injector).map(\.code) == [.actorIsolated])
    #expect(validationErrors(of: injector).map(\.key) == [Key(Agent.self)])
    #expect(
      validationErrors(of: injector, including: ListedAgent.self).map(\.key)
        == [Key(Agent.self), Key(ListedAgent.self)])
    let failures = [
      #expect(throws: InjectionError.self) { _ = try injector.resolve(Agent.self) },
      #expect(throws: InjectionError.self) {
        try injector.injectDependencies(into: ListedAgent())
      },
    ]
    #expect(failures.map { $0?.code } == [.actorIsolated, .actorIsolated])
  }

  // MARK: - Instances

  @Test func theElementsOfABoundArrayAreNotExamined() throws {
    let injector = try Injector { binder in
      binder.bind([Radio].self).to(instance: [Radio(), Radio()], injecting: true)
    }
    #expect(validationErrors(of: injector).isEmpty)
    #expect(injector.graph.edges.isEmpty)
    #expect(try injector.resolve([Radio].self)[0].session == nil)
    let one = try errors { $0.bind(Radio.self).to(instance: Radio(), injecting: true) }
    #expect(one.examined.map(\.key) == [Key(Session.self)])
    #expect(one.created.map(\.key) == [Key(Session.self)])
  }

  // MARK: - Cycles through what exists before

  private final class App: Injectable {
    var router: Router!
    static var requires: Requirements { requiring(\.router) }
  }
  private final class Router {
    let app: App
    init(app: App) { self.app = app }
  }
  private final class Window: Injectable {
    var router: Router!
    static var requires: Requirements { requiring(\.router) }
  }
  private final class Owner: Injectable {
    var window: Window!
    static var requires: Requirements { requiring(\.window) }
  }
  private final class Guest: Injectable {
    var app: App!
    var router: Lazy<Router>!
    static var requires: Requirements { requiring(\.app, \.router) }
  }

  @Test(arguments: Arrangement.allCases)
  func whatABoundObjectNeedsMayNeedTheObject(_ arrangement: Arrangement) throws {
    let app = App()
    let injector = try arrangement.makeInjector { binder in
      // Neither asks for the router before the object is injected.
      binder.bind(Window.self, named: "later").to { Window() }
      binder.bind(Guest.self).to { Guest() }.asEagerSingleton()
      binder.bind(Router.self).toInitializer(Router.init(app:))
      binder.bind(App.self).to(instance: app, injecting: true)
      binder.bind(Window.self).to { Window() }.asEagerSingleton()
    }
    #expect(app.router.app === app)
    #expect(validationErrors(of: injector).isEmpty)
    injector.releaseSingletons()
    #expect(try injector.resolve(Router.self).app === app)
  }

  @Test func aSingletonCannotNeedItBeforeTheBoundObjectIsInjected() throws {
    let found = try errors { binder in
      binder.bind(Window.self).to { Window() }.asEagerSingleton()
      binder.bind(Router.self).toInitializer(Router.init(app:))
      binder.bind(App.self).to(instance: App(), injecting: true)
    }
    #expect(found.examined.map(\.code) == [.cyclicDependency])
    #expect(found.created.map(\.code) == [.cyclicDependency])
    // Nor if it is what the object needs.
    let direct = try errors { binder in
      binder.bind(Router.self).toInitializer(Router.init(app:)).asEagerSingleton()
      binder.bind(App.self).to(instance: App(), injecting: true)
    }
    #expect(direct.examined.map(\.code) == [.cyclicDependency])
    #expect(direct.created.map(\.code) == [.cyclicDependency])
    // Nor through something else.
    let indirect = try errors { binder in
      binder.bind(Owner.self).to { Owner() }.asEagerSingleton()
      binder.bind(Window.self).to { Window() }
      binder.bind(Router.self).toInitializer(Router.init(app:))
      binder.bind(App.self).to(instance: App(), injecting: true)
    }
    #expect(indirect.examined.map(\.code) == [.cyclicDependency])
    #expect(indirect.created.map(\.code) == [.cyclicDependency])
  }

  @Test func aBoundObjectInACycleIsRefusedWhereCyclesAreForbidden() throws {
    let configure: (Binder) -> Void = { binder in
      binder.bind(App.self).to(instance: App(), injecting: true)
      binder.bind(Router.self).toInitializer(Router.init(app:))
    }
    let options = Injector.Options(forbidsCycles: true)
    let found = try Injector.examine(
      [Configuring(configure: configure)], options: options, including: [],
      at: CodeLocation(fileID: "App/M.swift", line: 1)
    ).errors
    let failure = #expect(throws: InjectionError.self) {
      _ = try Injector(options: options, configure)
    }
    let sentences = [found.first, failure].map { $0?.description.split(separator: "\n").first }
    #expect(found.map(\.code) == [.cyclicDependency])
    #expect(sentences[0] == sentences[1])
  }

  @Test(arguments: Arrangement.allCases)
  func whatAPreparedObjectNeedsMayNeedTheObject(_ arrangement: Arrangement) async throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(App.self).toAsync { App() }
      binder.bind(Router.self).toInitializer(Router.init(app:)).in(.singleton)
    }
    #expect(validationErrors(of: injector).isEmpty)
    let router = try await injector.prepared(Router.self)
    #expect(router.app.router === router)
  }

  @Test func whatAnAsynchronousClosureUsesCannotNeedItsResult() async throws {
    let injector = try Injector { binder in
      binder.bind(App.self).toAsync(uses: Plain.self) { _ in App() }
      binder.bind(Plain.self).toAsync(uses: Router.self) { _ in Plain() }
      binder.bind(Router.self).toInitializer(Router.init(app:))
    }
    #expect(validationErrors(of: injector).map(\.code) == [.cyclicDependency])
    let failure = await #expect(throws: InjectionError.self) { try await injector.prepare() }
    #expect(failure?.code == .cyclicDependency || failure?.code == .several)
  }

  // MARK: - Children

  /// The handle asks the parent, and knows nothing of the child.
  @Test func aSingletonOfTheParentThatAsksLaterDoesNotSeeTheChild() throws {
    let parent = try Injector { $0.bind(LaterUser.self).to { LaterUser() }.in(.singleton) }
    let child = try parent.makeChild { $0.bind(Plain.self).to { Plain() } }
    #expect(validationErrors(of: child).map(\.code) == [.boundInChild])
    let failure = #expect(throws: InjectionError.self) {
      _ = try child.resolve(LaterUser.self).plain.get()
    }
    #expect(failure?.code == .missingBinding)
  }
}
