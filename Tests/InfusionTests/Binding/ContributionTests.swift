import Infusion
import Testing

private protocol Plugin: AnyObject { var id: String { get } }
private final class Simple: Plugin, AwakesFromInjection {
  let id: String
  var awakes = 0
  init(_ id: String) { self.id = id }
  func awakeFromInjection() { awakes += 1 }
}
private final class OnDemand: Plugin, DefaultInitializable {
  var id: String { "on demand" }
  init() {}
}
private final class Host: Injectable, DefaultInitializable {
  var plugins: [any Plugin] = []
  var optional: [any Plugin]?
  var named: [any Plugin] = []
  @Injected var marked: [any Plugin]
  init() {}
  static var requires: Requirements {
    requiring(\.plugins, \.optional) + requiring(\.named, named: "named")
  }
}
private final class Store: InstanceStore, @unchecked Sendable {
  var values: [Key: Any] = [:]
  func value(for key: Key) -> Any? { values[key] }
  func publish(_ value: Any, for key: Key) { values[key] = value }
}
private struct First: Module {
  func configure(_ binder: Binder) { binder.contribute((any Plugin).self).to { Simple("first") } }
}
private struct Second: Module {
  func configure(_ binder: Binder) { binder.contribute((any Plugin).self).to { Simple("second") } }
}
private func ids(_ injector: Injector, named name: Name? = nil) throws -> [String] {
  try injector.resolve([any Plugin].self, named: name).map(\.id)
}

struct ContributionTests {
  @Test(arguments: Arrangement.allCases)
  func contributionsAreCollectedInTheOrderOfTheirBindings(_ arrangement: Arrangement) throws {
    let instance = Simple("c")
    let injector = try arrangement.makeInjector { binder in
      binder.contribute((any Plugin).self).to { Simple("a") }
      binder.contribute((any Plugin).self).to { _ in Simple("b") }.in(.singleton)
      binder.contribute((any Plugin).self).to(instance: instance)
      binder.contribute((any Plugin).self).to(OnDemand.self) { $0 }
      binder.contribute((any Plugin).self, named: "named").to { Simple("n") }
    }
    #expect(try ids(injector) == ["a", "b", "c", "on demand"])
    #expect(try ids(injector, named: "named") == ["n"])
    let host = try injector.resolve(Host.self)
    #expect(host.plugins.map(\.id) == ["a", "b", "c", "on demand"])
    #expect(host.optional?.count == 4)
    #expect(host.marked.count == 4)
    #expect(host.named.map(\.id) == ["n"])
    #expect((host.plugins[0] as? Simple)?.awakes == 1)
    #expect((host.plugins[2] as? Simple)?.awakes == 0)
    #expect(host.plugins[0] !== host.marked[0])
    #expect(host.plugins[1] === host.marked[1])
  }

  @Test(arguments: Arrangement.allCases)
  func aContributionMayBeALinkToItsOwnType(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Simple.self).to { Simple("bound") }.in(.singleton)
      binder.contribute(Simple.self).to(Simple.self) { $0 }
      binder.contribute(OnDemand.self).to(OnDemand.self) { $0 }
    }
    let (single, collected) = (
      try injector.resolve(Simple.self), try injector.resolve([Simple].self)
    )
    #expect(collected.count == 1 && collected[0] === single)
    #expect(try injector.resolve([OnDemand].self).map(\.id) == ["on demand"])
    try injector.validate()
  }

  @Test(arguments: Arrangement.allCases)
  func noContributionsGiveAnEmptyCollection(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { _ in }
    #expect(try ids(injector).isEmpty)
    #expect(try ids(injector, named: "n").isEmpty)
    #expect(try injector.resolve([Int].self).isEmpty)
    #expect(!injector.hasBinding([any Plugin].self))
  }

  @Test(arguments: Arrangement.allCases)
  func contributionsLeaveTheTypeItselfUnbound(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(options: .init(forbidsRebinding: true)) {
      $0.contribute((any Plugin).self).to { Simple("a") }
      $0.contribute((any Plugin).self).to { Simple("b") }
    }
    #expect(!injector.hasBinding((any Plugin).self))
    #expect(injector.hasBinding([any Plugin].self))
    #expect(!injector.hasBinding([any Plugin].self, named: "n"))
    #expect(throws: InjectionError.self) { try injector.resolve((any Plugin).self) }
  }

  @Test(arguments: Arrangement.allCases)
  func anExplicitBindingOfTheCollectionWins(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind([any Plugin].self).to { [Simple("explicit")] }
      binder.contribute((any Plugin).self).to { Simple("a") }
    }
    #expect(try ids(injector) == ["explicit"])
  }

  @Test func contributionsOfAChildFollowItsParents() throws {
    let parent = try Injector(Second())
    let child = try parent.makeChild(First())
    let grandchild = try child.makeChild { $0.contribute((any Plugin).self).to { Simple("third") } }
    #expect(try ids(grandchild) == ["second", "first", "third"])
    #expect(try ids(child) == ["second", "first"])
    #expect(try ids(parent) == ["second"])
    #expect(try grandchild.resolve(Host.self).plugins.count == 3)
    #expect(try parent.resolve(Host.self).plugins.count == 1)
  }

  @Test func anExplicitCollectionOfAParentWinsOverContributionsOfAChild() throws {
    let parent = try Injector { $0.bind([any Plugin].self).to { [Simple("explicit")] } }
    #expect(try ids(parent.makeChild(First())) == ["explicit"])
  }

  @Test func anExplicitCollectionOfAChildHidesContributionsOfItsParent() throws {
    let parent = try Injector(First())
    let child = try parent.makeChild { $0.bind([any Plugin].self).to { [] } }
    #expect(try ids(child).isEmpty)
    #expect(try ids(parent) == ["first"])
  }

  @Test func aContributedSingletonOfAParentIsSharedWithItsChildren() throws {
    let parent = try Injector {
      $0.contribute((any Plugin).self).to { Simple("one") }.in(.singleton)
    }
    let fromChild = try parent.makeChild(First()).resolve([any Plugin].self)
    let fromParent = try parent.resolve([any Plugin].self)
    #expect(fromChild[0] === fromParent[0])
    #expect(try parent.makeChild().resolve([any Plugin].self)[0] === fromParent[0])
  }

  @Test func anUnscopedContributionOfAParentIsBuiltWithTheChild() throws {
    let parent = try Injector { binder in
      binder.contribute((any Plugin).self).to { Simple(try $0.resolve(String.self)) }
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild { $0.bind(String.self).to { "child" } }
    #expect(try ids(child) == ["child"])
    #expect(try ids(parent) == ["parent"])
  }

  @Test(arguments: Arrangement.allCases)
  func aContributionThatProvidesNothingIsLeftOut(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.contribute((any Plugin).self).to { Simple("a") }
      binder.contribute((any Plugin)?.self).to { nil }
      binder.contribute((any Plugin).self).toNothing()
      binder.contribute((any Plugin).self).to { Simple("b") }
    }
    #expect(try ids(injector) == ["a", "b"])
  }

  @Test(arguments: Arrangement.allCases)
  func contributionsKeepTheirOwnLifetimes(_ arrangement: Arrangement) throws {
    let store = Store()
    let request = Scope("request") { _ in store }
    let injector = try arrangement.makeInjector { binder in
      for scope in [Scope.singleton, .graph, .weak, request] {
        binder.contribute((any Plugin).self).to { Simple("\(scope) 1") }.in(scope)
        binder.contribute((any Plugin).self).to { Simple("\(scope) 2") }.in(scope)
      }
    }
    let first = try injector.resolve([any Plugin].self)
    let second = try injector.resolve([any Plugin].self)
    #expect(
      first.map(\.id) == [
        "singleton 1", "singleton 2", "graph 1", "graph 2", "weak 1", "weak 2", "request 1",
        "request 2",
      ])
    for index in first.indices {
      #expect((first[index] === second[index]) == (index / 2 != 1), "\(first[index].id)")
    }
  }

  @Test func aContributionInACustomScopeIsNotTheBindingOfItsType() throws {
    let store = Store()
    let request = Scope("request") { _ in store }
    let injector = try Injector { binder in
      binder.bind((any Plugin).self).to { Simple("bound") }.in(request)
      binder.contribute((any Plugin).self).to { Simple("contributed") }.in(request)
    }
    #expect(try injector.resolve((any Plugin).self).id == "bound")
    #expect(try ids(injector) == ["contributed"])
  }

  @Test(arguments: Arrangement.allCases)
  func anEagerContributionIsCreatedWithItsInjector(_ arrangement: Arrangement) throws {
    var count = 0
    let injector = try arrangement.makeInjector { binder in
      count = 0
      binder.contribute((any Plugin).self).to {
        count += 1
        return Simple("eager")
      }.asEagerSingleton()
    }
    #expect(count == 1)
    #expect(try ids(injector) == ["eager"])
    #expect(count == 1)
  }

  @Test func aContributedInstanceMayBeInjectedWhenTheInjectorIsCreated() throws {
    let instance = Simple("a")
    let injector = try Injector {
      $0.contribute((any Plugin).self).to(instance: instance, injecting: true)
    }
    #expect(instance.awakes == 1)
    #expect(try ids(injector) == ["a"])
    #expect(instance.awakes == 1)
  }

  @Test func contributionsComeAndGoInALiveInjector() throws {
    let injector = try Injector(First())
    let child = try injector.makeChild { $0.contribute((any Plugin).self).to { Simple("child") } }
    #expect(try ids(injector) == ["first"])
    #expect(try ids(child) == ["first", "child"])
    try injector.update { $0.install(Second()) }
    #expect(try ids(injector) == ["first", "second"])
    #expect(try ids(child) == ["first", "second", "child"])
    #expect(try injector.resolve(Host.self).plugins.count == 2)
    try injector.update { $0.uninstall(First.self) }
    #expect(try ids(injector) == ["second"])
    #expect(try ids(child) == ["second", "child"])
    #expect(try injector.resolve(Host.self).plugins.count == 1)
    try injector.update { $0.unbind([any Plugin].self) }
    #expect(try ids(injector).isEmpty)
    #expect(try ids(child) == ["child"])
  }

  @Test func anUpdateKeepsContributedSingletonsThatItDoesNotTouch() throws {
    let injector = try Injector {
      $0.contribute((any Plugin).self).to { Simple("one") }.in(.singleton)
    }
    let before = try injector.resolve([any Plugin].self)
    try injector.update { $0.install(Second()) }
    let after = try injector.resolve([any Plugin].self)
    #expect(after.map(\.id) == ["one", "second"])
    #expect(after[0] === before[0])
  }

  @Test func aFailingContributionFailsTheCollection() throws {
    struct Refused: Error {}
    let injector = try Injector { binder in
      binder.contribute((any Plugin).self).to { Simple("a") }
      binder.contribute((any Plugin).self).to { throw Refused() }
    }
    let error = try #require(throws: InjectionError.self) {
      try injector.resolve([any Plugin].self)
    }
    #expect(error.underlying is Refused)
  }

  @Test func aContributionThatCannotBeMadeIsAnErrorAndNotLeftOut() throws {
    let injector = try Injector { $0.contribute(Simple.self).in(.unscoped) }
    let error = try #require(throws: InjectionError.self) { try injector.resolve([Simple].self) }
    #expect(error.code == .missingBinding)
  }

  @Test func collectionsNestInHandles() throws {
    let injector = try Injector(First(), Second())
    #expect(try injector.resolve(Lazy<[any Plugin]>.self).get().count == 2)
    #expect(try injector.resolve(Provider<[any Plugin]>.self).get().count == 2)
  }
}
