import Infusion
import Testing

private protocol Role: AnyObject {}
private final class A: Injectable, DefaultInitializable, Role {
  var b: B!
  static var requires: [PartialKeyPath<A>] { [\.b] }
}
private final class B: Injectable, DefaultInitializable {
  weak var a: A!
  static var requires: [PartialKeyPath<B>] { [\.a] }
}
private final class SubjectOfItself: Injectable, DefaultInitializable {
  weak var own: SubjectOfItself!
  static var requires: Requirements { requiring(\.own) }
}
private final class One: Injectable, DefaultInitializable {
  var two: Two!
  static var requires: Requirements { requiring(\.two) }
}
private final class Two: Injectable, DefaultInitializable {
  var three: Three!
  static var requires: Requirements { requiring(\.three) }
}
private final class Three: Injectable, DefaultInitializable {
  weak var one: One!
  static var requires: Requirements { requiring(\.one) }
}
private final class Player: Injectable, Role {
  var partner: Partner!
  static var requires: Requirements { requiring(\.partner) }
}
private final class Partner: Injectable, DefaultInitializable {
  weak var role: (any Role)!
  static var requires: Requirements { requiring(\.role) }
}
private class Document: Injectable {
  var editor: Editor!
  class var requires: Requirements { requiring(\.editor) }
}
private final class KeptDocument: Document, DefaultInitializable, Scoped {
  required override init() {}
  static var scope: Scope { .singleton }
}
private final class Editor: Injectable, DefaultInitializable {
  var document: Document?
  static var requires: Requirements { accepting(\.document) }
}
private protocol Plugin: AnyObject {
  var host: Host! { get }
}
private final class Host: Injectable, DefaultInitializable {
  var plugins: [any Plugin] = []
  static var requires: Requirements { requiring(\.plugins) }
}
private final class HostedPlugin: Plugin, Injectable, DefaultInitializable {
  weak var host: Host!
  static var requires: Requirements { requiring(\.host) }
}
private final class Curious: AwakesFromInjection, DefaultInitializable {
  @Injected var injector: Injector
  weak var found: Curious?
  func awakeFromInjection() throws { found = try injector.resolve(Curious.self) }
}

private final class InitA: InitializerDeclaring {
  init(b: InitB) {}
  static var initializer: Initializer { Initializer(InitA.init(b:)) }
}
private final class InitB: InitializerDeclaring {
  init(a: InitA) {}
  static var initializer: Initializer { Initializer(InitB.init(a:)) }
}
private final class InitOne: InitializerDeclaring {
  init(two: InitTwo) {}
  static var initializer: Initializer { Initializer(InitOne.init(two:)) }
}
private final class InitTwo: InitializerDeclaring {
  init(three: InitThree) {}
  static var initializer: Initializer { Initializer(InitTwo.init(three:)) }
}
private final class InitThree: InitializerDeclaring {
  init(one: InitOne) {}
  static var initializer: Initializer { Initializer(InitThree.init(one:)) }
}
private final class LateA: InitializerDeclaring {
  let b: LateB
  init(b: LateB) { self.b = b }
  static var initializer: Initializer { Initializer(LateA.init(b:)) }
}
private final class LateB: InitializerDeclaring {
  let a: Lazy<LateA>
  let another: Provider<LateA>
  init(a: Lazy<LateA>, another: Provider<LateA>) {
    self.a = a
    self.another = another
  }
  static var initializer: Initializer { Initializer(LateB.init(a:another:)) }
}
private final class Doll {
  let inner: Doll?
  init(inner: Doll?) { self.inner = inner }
}
private final class Endless: AwakesFromInjection, DefaultInitializable {
  @Injected var factory: ObjectFactory
  func awakeFromInjection() throws {
    _ = try factory.create { Endless() }
  }
}

/// An injector whose requests with arguments nest dolls `depth` deep.
private func makeDolls(options: Injector.Options = .init()) throws -> Injector {
  try Injector(options: options) { binder in
    binder.bind(Doll.self).to { (injector, depth: Int) in
      guard depth > 1 else { return Doll(inner: nil) }
      return Doll(inner: try injector.resolve(Doll.self, arguments: depth - 1))
    }
  }
}

private func recurseEndlessly() throws {
  _ = try makeDolls().resolve(Doll.self, arguments: Int.max)
}

/// Rule 7: property cycles close on the object under construction.
struct Rule7CycleTests {
  private static let scopes = [Scope.unscoped, .singleton, .graph, .weak]

  // MARK: - Cycles of properties

  @Test(arguments: scopes)
  func rule7PropertyCycleOfTwoClosesOnTheObjectUnderConstruction(scope: Scope) throws {
    let injector = try Injector([], options: .init(onDemandScope: scope))
    let a = try injector.resolve(A.self)
    #expect(a.b.a === a)
  }

  @Test(arguments: scopes)
  func rule7PropertyCycleOfThreeClosesOnTheObjectUnderConstruction(scope: Scope) throws {
    let injector = try Injector([], options: .init(onDemandScope: scope))
    let one = try injector.resolve(One.self)
    #expect(one.two.three.one === one)
  }

  @Test(arguments: scopes)
  func rule7PropertyCycleOfOneClosesOnTheObjectUnderConstruction(scope: Scope) throws {
    let injector = try Injector([], options: .init(onDemandScope: scope))
    let object = try injector.resolve(SubjectOfItself.self)
    #expect(object.own === object)
  }

  @Test func rule7SingletonsOfACycleAreOneObjectEach() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    let two = try injector.resolve(Two.self)
    let one = try injector.resolve(One.self)
    let three = try injector.resolve(Three.self)
    #expect(one.two === two)
    #expect(two.three === three)
    #expect(three.one === one)
  }

  @Test func rule7UnscopedCyclesOfTwoCallsAreSeparate() throws {
    let injector = try Injector()
    let first = try injector.resolve(A.self)
    let second = try injector.resolve(A.self)
    #expect(first !== second)
    #expect(first.b !== second.b)
    #expect(second.b.a === second)
  }

  @Test func rule7CycleOfASingletonAndAnUnscopedObjectCloses() throws {
    let unscopedLast = try Injector { $0.bind(A.self).in(.singleton) }
    let a = try unscopedLast.resolve(A.self)
    #expect(a.b.a === a)
    let unscopedFirst = try Injector { $0.bind(B.self).in(.singleton) }
    let other = try unscopedFirst.resolve(A.self)
    #expect(other.b.a === other)
    #expect(try unscopedFirst.resolve(B.self) === other.b)
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func rule7CycleThroughLinkedBindingsCloses(scope: Scope) throws {
    let injector = try Injector { binder in
      binder.bind((any Role).self).to(Player.self) { $0 }
      binder.bind(Player.self).to { Player() }.in(scope)
    }
    let role = try injector.resolve((any Role).self)
    let player = try #require(role as? Player)
    #expect(player.partner.role === player)
    let direct = try injector.resolve(Player.self)
    #expect(direct.partner.role === direct)
    let partner = try injector.resolve(Partner.self)
    _ = partner
  }

  @Test func rule7CycleThroughASingletonLinkCloses() throws {
    let injector = try Injector { binder in
      binder.bind((any Role).self).to(Player.self) { $0 }.in(.singleton)
      binder.bind(Player.self).to { Player() }
    }
    let player = try #require(try injector.resolve((any Role).self) as? Player)
    #expect(player.partner.role === player)
    #expect(try injector.resolve((any Role).self) === player)
  }

  @Test func rule7CycleThroughTwoLinksCloses() throws {
    let injector = try Injector { binder in
      binder.bind((any Role).self).to(Player.self, named: "link") { $0 }
      binder.bind(Player.self, named: "link").to(Player.self, named: "target") { $0 }
      binder.bind(Player.self, named: "target").to { Player() }
    }
    let player = try #require(try injector.resolve((any Role).self) as? Player)
    #expect(player.partner.role === player)
  }

  @Test func rule7CycleThroughACollectionCloses() throws {
    let injector = try Injector { binder in
      binder.contribute((any Plugin).self).to(HostedPlugin.self) { $0 }
      binder.contribute((any Plugin).self).to { HostedPlugin() }
    }
    let host = try injector.resolve(Host.self)
    #expect(host.plugins.count == 2)
    #expect(host.plugins.allSatisfy { $0.host === host })
  }

  @Test func rule7NameIsPartOfTheKeyEvenInACycle() throws {
    let injector = try Injector { $0.bind(A.self, named: "x").to { A() } }
    let x = try injector.resolve(A.self, named: "x")
    // The unnamed A that B requires has another key, so it is another object.
    #expect(x.b.a !== x)
  }

  // MARK: - Cycles of closures

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func rule7ClosureReceivesTheUnfinishedObjectThatExists(scope: Scope) throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(A.self).in(scope)
      binder.bind(B.self).to { injector in
        let b = B()
        let a = try injector.resolve(A.self)
        journal.note(a.b == nil ? "unfinished" : "finished")
        b.a = a
        return b
      }.in(scope)
    }
    let a = try injector.resolve(A.self)
    #expect(a.b.a === a)
    #expect(journal.entries == ["unfinished"])
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph, .weak])
  func rule7ClosureThatStillRunsIsACyclicDependency(scope: Scope) throws {
    let injector = try Injector { binder in
      binder.bind(A.self).to { injector in
        let a = A()
        a.b = try injector.resolve(B.self)
        return a
      }.in(scope)
      binder.bind(B.self).in(scope)
    }
    let error = try failure { _ = try injector.resolve(A.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("A → B → A"))
    #expect(!error.description.contains("A → B → A → "))
  }

  @Test func rule7ClosureThatAsksForItselfIsACyclicDependency() throws {
    let injector = try Injector { binder in
      binder.bind(A.self).to { try $0.resolve(A.self) }
    }
    let error = try failure { _ = try injector.resolve(A.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("A → A"))
  }

  @Test func rule7ClosuresOfThreeAreACyclicDependencyWithTheChain() throws {
    let injector = try Injector { binder in
      binder.bind(One.self).to { injector in
        _ = try injector.resolve(Two.self)
        return One()
      }
      binder.bind(Two.self).to { injector in
        _ = try injector.resolve(Three.self)
        return Two()
      }
      binder.bind(Three.self).to { injector in
        _ = try injector.resolve(One.self)
        return Three()
      }
    }
    let error = try failure { _ = try injector.resolve(Two.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("Two → Three → One → Two"))
  }

  @Test func rule7AwakeThatAsksForItsOwnClassReceivesItself() throws {
    let curious = try Injector().resolve(Curious.self)
    #expect(curious.found === curious)
  }

  // MARK: - Cycles of initializers

  @Test func rule7InitializerCycleOfTwoPrintsItsChain() throws {
    let error = try failure { _ = try Injector().resolve(InitA.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("InitA → InitB → InitA"))
  }

  @Test func rule7InitializerCycleOfThreePrintsItsChain() throws {
    for scope in [Scope.unscoped, .singleton] {
      let injector = try Injector([], options: .init(onDemandScope: scope))
      let error = try failure { _ = try injector.resolve(InitTwo.self) }
      #expect(error.code == .cyclicDependency)
      #expect(error.description.contains("InitTwo → InitThree → InitOne → InitTwo"))
    }
  }

  @Test func rule7ChainBeginsWhereTheCycleDoes() throws {
    final class Outside: Injectable {
      var a: InitA?
      static var requires: Requirements { requiring(\.a) }
    }
    let error = try failure { try Injector().injectDependencies(into: Outside()) }
    #expect(error.description.contains("InitA → InitB → InitA"))
    #expect(!error.description.contains("Outside → InitA"))
    #expect(error.description.contains("Outside.a"))
  }

  @Test func rule7LinksInARingAreACyclicDependency() throws {
    let injector = try Injector { binder in
      binder.bind(A.self, named: "x").to(A.self, named: "y") { $0 }
      binder.bind(A.self, named: "y").to(A.self, named: "x") { $0 }
    }
    let error = try failure { _ = try injector.resolve(A.self, named: "x") }
    #expect(error.code == .cyclicDependency)
    let withArguments = try failure { _ = try injector.resolve(A.self, named: "x", arguments: 1) }
    #expect(withArguments.code == .cyclicDependency)
  }

  @Test func rule7LinksIntoARingAreACyclicDependency() throws {
    let injector = try Injector { binder in
      // Of what it keeps, a link asks the actor of its end.
      binder.bind(A.self, named: "kept").to(A.self, named: "x") { $0 }.in(.singleton)
      binder.bind(A.self, named: "x").to(A.self, named: "y") { $0 }
      binder.bind(A.self, named: "y").to(A.self, named: "z") { $0 }
      binder.bind(A.self, named: "z").to(A.self, named: "x") { $0 }
    }
    let error = try failure { _ = try injector.resolve(A.self, named: "kept") }
    #expect(error.code == .cyclicDependency)
  }

  @Test func rule7LazyAndProviderLeadOutOfACycleOfInitializers() throws {
    let a = try Injector([], options: .init(onDemandScope: .singleton))
    let late = try a.resolve(LateA.self)
    #expect(try late.b.a.get() === late)
    #expect(try late.b.another.get() === late)
  }

  // MARK: - Existing objects

  @Test func rule7ExistingObjectCountsAsUnderConstruction() throws {
    let injector = try Injector()
    let a = A()
    try injector.injectDependencies(into: a)
    #expect(a.b.a === a)
    let one = One()
    try injector.injectDependencies(into: one)
    #expect(one.two.three.one === one)
  }

  @Test func rule7EachExistingObjectOfASequenceCountsWhileItIsInjected() throws {
    let objects = [A(), A(), A()]
    try Injector().injectDependencies(intoEach: objects)
    #expect(objects.allSatisfy { $0.b.a === $0 })
    #expect(objects[0].b !== objects[1].b)
  }

  @Test func rule7CreatedObjectCountsAsUnderConstruction() throws {
    let a = try Injector().create { A() }
    #expect(a.b.a === a)
  }

  @Test func rule7ExistingObjectCountsIfItsClassIsBoundUnscoped() throws {
    let injector = try Injector { $0.bind(A.self).to { A() } }
    let a = A()
    try injector.injectDependencies(into: a)
    #expect(a.b.a === a)
  }

  @Test func rule7ExistingObjectCountsIfItsClassIsUnboundAndCannotBeCreated() throws {
    final class Decoded: Injectable {
      var child: DecodedChild!
      static var requires: Requirements { requiring(\.child) }
    }
    final class DecodedChild: Injectable, DefaultInitializable {
      weak var parent: Decoded?
      static var requires: Requirements { requiring(\.parent) }
    }
    let object = Decoded()
    try Injector().injectDependencies(into: object)
    #expect(object.child.parent === object)
    let explicit = Decoded()
    try Injector(options: .init(requiresExplicitBindings: true)) {
      $0.bind(DecodedChild.self).in(.unscoped)
    }.injectDependencies(into: explicit)
    #expect(explicit.child.parent === explicit)
  }

  @Test func rule7ExistingObjectDoesNotReplaceASingleton() throws {
    let injector = try Injector { $0.bind(A.self).to { A() }.in(.singleton) }
    let a = A()
    try injector.injectDependencies(into: a)
    let single = try injector.resolve(A.self)
    #expect(single !== a)
    #expect(a.b.a === single)
  }

  @Test func rule7ExistingObjectDoesNotReplaceABoundInstance() throws {
    let bound = A()
    let injector = try Injector { $0.bind(A.self).to(instance: bound).in(.unscoped) }
    let a = A()
    try injector.injectDependencies(into: a)
    #expect(a.b.a === bound)
  }

  @Test func rule7ExistingObjectDoesNotAnswerARequestWithArguments() throws {
    final class Asking: AwakesFromInjection {
      let injector: Injector
      var isAnswered = false
      var failure: InjectionError.Code?
      init(_ injector: Injector) { self.injector = injector }
      func awakeFromInjection() throws {
        isAnswered = try injector.resolve(Asking.self) === self
        failure = code { _ = try injector.resolve(Asking.self, arguments: 1) }
      }
    }
    let injector = try Injector()
    let asking = Asking(injector)
    try injector.injectDependencies(into: asking)
    #expect(asking.isAnswered)
    #expect(asking.failure == .missingBinding)
  }

  @Test func rule7ExistingObjectDoesNotReplaceANamedOne() throws {
    final class Named: Injectable, DefaultInitializable {
      var other: NamedOther!
      static var requires: Requirements { requiring(\.other) }
    }
    final class NamedOther: Injectable, DefaultInitializable {
      var named: Named!
      static var requires: Requirements { requiring(\.named, named: "other") }
    }
    let object = Named()
    try Injector().injectDependencies(into: object)
    #expect(object.other.named !== object)
    object.other.named.other = nil
  }

  @Test func rule7ExistingObjectReachesAClosureThatAsksForIt() throws {
    let injector = try Injector { binder in
      binder.bind(B.self).to { injector in
        let b = B()
        b.a = try injector.resolve(A.self)
        return b
      }.asIs()
    }
    let a = A()
    try injector.injectDependencies(into: a)
    #expect(a.b.a === a)
  }

  @Test func rule7ObjectThatAClosureInjectsCannotNeedTheResultOfTheClosure() throws {
    final class Result {}
    final class Needy: Injectable {
      var result: Result!
      static var requires: Requirements { requiring(\.result) }
    }
    var calls = 0
    let injector = try Injector { binder in
      binder.bind(Result.self).to { injector in
        calls += 1
        try injector.injectDependencies(into: Needy())
        return Result()
      }
    }
    #expect(code { _ = try injector.resolve(Result.self) } == .cyclicDependency)
    #expect(calls == 1)
  }

  @Test func rule7ExistingObjectReachesALinkToItsClass() throws {
    let injector = try Injector { $0.bind((any Role).self).to(Player.self) { $0 } }
    let player = Player()
    try injector.injectDependencies(into: player)
    #expect(player.partner.role === player)
  }

  /// Only an object that would be new for each request.
  @Test(arguments: LinkedDocument.allCases)
  func rule7ExistingObjectReplacesNothingKeptBehindALink(linked: LinkedDocument) throws {
    let injector = try Injector { binder in
      binder.bind(Document.self).to(Document.self, named: "main") { $0 }
      let main = binder.bind(Document.self, named: "main")
      switch linked {
      case .unscoped: main.to { Document() }
      case .link: main.to(KeptDocument.self) { $0 }
      case .singleton: main.to { Document() }.in(.singleton)
      case .instance: main.to(instance: Document())
      }
    }
    let document = Document()
    try injector.injectDependencies(into: document)
    #expect((document.editor.document === document) == (linked == .unscoped))
    document.editor.document?.editor = nil
  }

  /// What a link keeps must not be an object that the injector has not created.
  @Test(arguments: [.singleton, .weak, .graph, Scope("kept", in: ScopeStore())] as [Scope])
  func rule7ExistingObjectIsNotKeptByALink(scope: Scope) throws {
    let parent = try Injector { binder in
      binder.bind(Player.self).to { Player() }
      binder.bind((any Role).self, named: "behind").to(Player.self) { $0 }
      binder.bind((any Role).self).to(Player.self) { $0 }.in(scope)
    }
    for injector in [parent, try parent.makeChild()] {
      let player = Player()
      try injector.injectDependencies(into: player)
      #expect((player.partner.role === player) == (scope == .graph))
      if scope != .graph { #expect(try injector.resolve((any Role).self) !== player) }
    }
  }

  /// Nor what a collection keeps, or a link to a class that nothing provides.
  @Test func rule7ExistingObjectIsNotKeptOnOtherWays() throws {
    let collecting = try Injector { binder in
      binder.bind(Player.self).to { Player() }
      binder.contribute((any Role).self).to(Player.self) { $0 }
      binder.bind([any Role].self).in(.singleton)
      binder.bind((any Role).self).to(uses: [any Role].self) { try $0.resolve([any Role].self)[0] }
    }
    let player = Player()
    try collecting.injectDependencies(into: player)
    #expect(player.partner.role !== player)
    let linking = try Injector { $0.bind((any Role).self).to(Player.self) { $0 }.in(.singleton) }
    #expect(code { try linking.injectDependencies(into: player) } == .missingBinding)
    #expect(
      validationErrors(of: linking, including: Player.self).map(\.code) == [.missingBinding])
  }

  enum LinkedDocument: CaseIterable { case unscoped, link, singleton, instance }

  @Test func rule7ExistingObjectIsNotGivenWhereItsClassIsBoundToNothing() throws {
    let injector = try Injector { $0.bind(Document.self).toNothing() }
    let document = Document()
    try injector.injectDependencies(into: document)
    #expect(document.editor.document == nil)
  }

  // MARK: - Options

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func rule7EveryCycleIsAnErrorWhereCyclesAreForbidden(scope: Scope) throws {
    let injector = try Injector(
      [], options: .init(onDemandScope: scope, forbidsCycles: true))
    let error = try failure { _ = try injector.resolve(One.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("One → Two → Three → One"))
  }

  @Test func rule7ForbiddenCyclesIncludeThoseOfExistingObjectsAndClosures() throws {
    let injector = try Injector(options: .init(forbidsCycles: true)) { binder in
      binder.bind(B.self).to { injector in
        let b = B()
        b.a = try injector.resolve(A.self)
        return b
      }
    }
    let a = A()
    let existing = try failure { try injector.injectDependencies(into: a) }
    #expect(existing.code == .cyclicDependency)
    #expect(a.b == nil)
    let closure = try failure { _ = try injector.resolve(A.self) }
    #expect(closure.code == .cyclicDependency)
  }

  @Test func rule7ForbiddingCyclesLeavesSharedDependenciesAlone() throws {
    final class Left: Injectable, DefaultInitializable {
      var shared: Doll!
      static var requires: Requirements { requiring(\.shared) }
    }
    final class Diamond: Injectable {
      var left: Left!
      var shared: Doll!
      var again: Left!
      static var requires: Requirements { requiring(\.left, \.shared, \.again) }
    }
    let injector = try Injector(
      options: .init(onDemandScope: .singleton, forbidsCycles: true)
    ) { $0.bind(Doll.self).to { Doll(inner: nil) }.in(.singleton) }
    let diamond = Diamond()
    try injector.injectDependencies(into: diamond)
    #expect(diamond.left.shared === diamond.shared)
    #expect(diamond.left === diamond.again)
  }

  // MARK: - Nesting

  @Test func rule7NestedRequestWithArgumentsIsRecursionAndNoCycle() throws {
    var doll: Doll? = try makeDolls().resolve(Doll.self, arguments: 200)
    var count = 0
    while let present = doll {
      count += 1
      doll = present.inner
    }
    #expect(count == 200)
  }

  @Test func rule7RecursionMayLeadThroughALink() throws {
    let injector = try Injector { binder in
      binder.bind(AnyObject.self).to(Doll.self) { $0 }
      binder.bind(Doll.self).to { (injector, depth: Int) in
        let inner = depth > 1 ? try injector.resolve(AnyObject.self, arguments: depth - 1) : nil
        return Doll(inner: inner as? Doll)
      }
    }
    let doll = try injector.resolve(AnyObject.self, arguments: 3) as? Doll
    #expect(doll?.inner?.inner != nil)
    #expect(doll?.inner?.inner?.inner == nil)
  }

  @Test func rule7EndlessRecursionEndsWithAnError() throws {
    let error = try failure { try recurseEndlessly() }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("200"))
  }

  @Test func rule7EndlessRecursionEndsWithAnErrorOnASmallStackToo() async {
    // In its own process, because an overflow would end all tests.
    await #expect(processExitsWith: .success) {
      let error = try failure { try onSmallStack { try recurseEndlessly() } }
      #expect(error.code == .cyclicDependency)
    }
  }

  @Test func rule7MaximumNestingIsAnOption() throws {
    let injector = try makeDolls(options: .init(maximumNesting: 10))
    _ = try injector.resolve(Doll.self, arguments: 10)
    let error = try failure { _ = try injector.resolve(Doll.self, arguments: 100) }
    #expect(error.code == .cyclicDependency)
    // The limit applies to the nesting, not to the number of requests.
    for _ in 0..<50 { _ = try injector.resolve(Doll.self, arguments: 5) }
  }

  @Test func rule7EndlessCreationInAwakeEndsWithAnError() throws {
    let error = try failure { _ = try Injector().resolve(Endless.self) }
    #expect(error.code == .cyclicDependency)
  }

  @Test func rule7EndlessCreationInAwakeEndsWithAnErrorOnASmallStackToo() async {
    await #expect(processExitsWith: .success) {
      let error = try failure { try onSmallStack { _ = try Injector().resolve(Endless.self) } }
      #expect(error.code == .cyclicDependency)
      #expect(error.description.contains("on a thread with a larger stack"))
    }
  }

  @Test func rule7NestingIsCountedAcrossInjectors() throws {
    final class Chain: AwakesFromInjection, DefaultInitializable {
      func awakeFromInjection() throws { _ = try Injector().resolve(Chain.self) }
    }
    let error = try failure { _ = try Injector().resolve(Chain.self) }
    #expect(error.code == .cyclicDependency)
  }
}
