import Infusion
import Testing

private class Service {
  let builder: Injector
  let text: String
  init(_ builder: Injector, _ text: String = "") {
    self.builder = builder
    self.text = text
  }
}
private final class Clock: DefaultInitializable { init() {} }
private final class Registry: Injectable, DefaultInitializable, Scoped {
  var text: String?
  var injector: Injector!
  init() {}
  static var scope: Scope { .singleton }
  static var requires: Requirements { accepting(\.text) + requiring(\.weakInjector) }
  private weak var kept: Injector?
  var weakInjector: Injector! {
    get { kept }
    set { kept = newValue }
  }
}
private final class WeakRegistry: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .weak }
}
private final class Reader: Injectable, DefaultInitializable {
  var text: String!
  init() {}
  static var requires: [PartialKeyPath<Reader>] { [\.text] }
}
private struct Texts: Module {
  let text: String
  func configure(_ binder: Binder) { binder.bind(String.self).to(instance: text) }
}
private struct Failing: Module {
  struct Refused: Error {}
  func configure(_ binder: Binder) throws {
    binder.bind(String.self).to { "failing" }
    throw Refused()
  }
}

private struct OneService: Module {
  func configure(_ binder: Binder) { binder.rescope(Service.self, to: .singleton) }
}

struct ChildInjectorTests {
  @Test(arguments: [Arrangement.child, .adding, .update])
  func aChildGivesABindingOfItsParentAnotherLifetime(_ arrangement: Arrangement) throws {
    let parent = try Injector { $0.bind(Service.self).to { Service($0) } }
    let child =
      switch arrangement {
      case .child: try parent.makeChild { $0.rescope(Service.self, to: .singleton) }
      case .adding: try parent.makeChild().adding(OneService())
      default: try parent.makeChild()
      }
    if arrangement == .update { try child.update { $0.install(OneService()) } }
    for child in [child, try child.adding(Texts(text: ""))] {
      let service = try child.resolve(Service.self)
      #expect(try child.resolve(Service.self) === service)
      #expect(service.builder === child)
    }
    #expect(try parent.resolve(Service.self) !== parent.resolve(Service.self))
  }

  @Test func aChildSeesEverythingOfItsParent() throws {
    let parent = try Injector { binder in
      binder.bind(String.self).to { "parent" }
      binder.bind(Int.self, named: "n").to { 1 }
      binder.bind(Clock.self).in(.singleton)
    }
    let child = try parent.makeChild()
    #expect(child.parent === parent)
    #expect(parent.parent == nil)
    #expect(try child.resolve(String.self) == "parent")
    #expect(try child.resolve(Int.self, named: "n") == 1)
    #expect(child.hasBinding(Clock.self))
    #expect(try child.resolve(Reader.self).text == "parent")
  }

  @Test func aBindingOfAChildIsSeenByTheChildOnly() throws {
    let parent = try Injector(Texts(text: "parent"))
    let child = try parent.makeChild { binder in
      binder.bind(String.self).to { "child" }
      binder.bind(Int.self).to { 2 }
    }
    let sibling = try parent.makeChild()
    #expect(try child.resolve(String.self) == "child")
    #expect(try child.resolve(Reader.self).text == "child")
    #expect(try parent.resolve(String.self) == "parent")
    #expect(try parent.resolve(Reader.self).text == "parent")
    #expect(try sibling.resolve(String.self) == "parent")
    #expect(!parent.hasBinding(Int.self))
    #expect(!sibling.hasBinding(Int.self))
    #expect(throws: InjectionError.self) { try parent.resolve(Int.self) }
  }

  @Test func aChildMayHideWithNothing() throws {
    let parent = try Injector(Texts(text: "parent"))
    let child = try parent.makeChild { $0.bind(String.self).toNothing() }
    #expect(try child.resolve(String?.self) == nil)
    #expect(try parent.resolve(String?.self) == "parent")
  }

  @Test func aSingletonOfTheParentIsBuiltByTheParentAndSharedByAll() throws {
    let parent = try Injector { binder in
      binder.bind(Service.self).to { Service($0, try $0.resolve(String.self)) }.in(.singleton)
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild(Texts(text: "child"))
    let sibling = try parent.makeChild()
    let service = try child.resolve(Service.self)
    #expect(service.builder === parent)
    #expect(service.text == "parent")
    #expect(try parent.resolve(Service.self) === service)
    #expect(try sibling.resolve(Service.self) === service)
  }

  @Test(arguments: [Scope.unscoped, .graph])
  func anUnscopedBindingOfTheParentIsBuiltWithTheChild(_ scope: Scope) throws {
    let parent = try Injector { binder in
      binder.bind(Service.self).to { Service($0, try $0.resolve(String.self)) }.in(scope)
      binder.bind(Service.self, named: "initializer").toInitializer {
        (injector: Injector, text: String) in Service(injector, text)
      }.in(scope)
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild(Texts(text: "child"))
    for name in [nil, "initializer"] as [Name?] {
      let service = try child.resolve(Service.self, named: name)
      #expect(service.builder === child)
      #expect(service.text == "child")
      #expect(try parent.resolve(Service.self, named: name).text == "parent")
    }
  }

  @Test func weakFollowsSingleton() throws {
    let parent = try Injector { binder in
      binder.bind(Service.self).to { Service($0, try $0.resolve(String.self)) }.in(.weak)
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild(Texts(text: "child"))
    let service = try child.resolve(Service.self)
    #expect(service.builder === parent)
    #expect(service.text == "parent")
    #expect(try parent.makeChild().resolve(Service.self) === service)
  }

  @Test func aSingletonOfAChildIsItsOwn() throws {
    let parent = try Injector()
    let configure = { (binder: Binder) in
      _ = binder.bind(Service.self).to { Service($0) }.in(.singleton)
    }
    let child = try parent.makeChild(configure)
    let sibling = try parent.makeChild(configure)
    let service = try child.resolve(Service.self)
    #expect(service.builder === child)
    #expect(try child.makeChild().resolve(Service.self) === service)
    #expect(try sibling.resolve(Service.self) !== service)
    #expect(!parent.hasBinding(Service.self))
  }

  @Test func onDemandSingletonsBelongToTheTopmostInjector() throws {
    let top = try Injector()
    let middle = try top.makeChild(Texts(text: "middle"))
    var bottom: Injector? = try middle.makeChild(Texts(text: "bottom"))
    let registry = try #require(try bottom?.resolve(Registry.self))
    let named = try #require(try bottom?.resolve(Registry.self, named: "n"))
    #expect(registry.weakInjector === top)
    #expect(registry.text == nil)
    bottom = nil
    #expect(try top.resolve(Registry.self) === registry)
    #expect(try middle.resolve(Registry.self) === registry)
    #expect(try top.makeChild().resolve(Registry.self, named: "n") === named)
  }

  @Test func onDemandSingletonsByOptionBelongToTheTopmostInjector() throws {
    let top = try Injector([], options: .init(onDemandScope: .singleton))
    let clock = try top.makeChild().makeChild().resolve(Clock.self)
    #expect(try top.resolve(Clock.self) === clock)
    #expect(try top.makeChild().resolve(Clock.self) === clock)
  }

  @Test func onDemandWeakInstancesBelongToTheTopmostInjector() throws {
    let top = try Injector()
    let weakly = try top.makeChild().resolve(WeakRegistry.self)
    #expect(try top.resolve(WeakRegistry.self) === weakly)
    #expect(try top.makeChild().makeChild().resolve(WeakRegistry.self) === weakly)
  }

  @Test func aKeyThatAnAncestorBindsIsNotCreatedOnDemandAtTheTop() throws {
    let top = try Injector()
    let middle = try top.makeChild { $0.bind(Registry.self).in(.singleton) }
    let registry = try middle.makeChild().resolve(Registry.self)
    #expect(try middle.resolve(Registry.self) === registry)
    #expect(try top.resolve(Registry.self) !== registry)
  }

  @Test func aBindingMadeLaterHidesAnOnDemandSingletonOfTheTop() throws {
    let top = try Injector()
    let child = try top.makeChild()
    let registry = try child.resolve(Registry.self)
    try child.update { $0.bind(Registry.self).in(.singleton) }
    #expect(try child.resolve(Registry.self) !== registry)
    #expect(try top.resolve(Registry.self) === registry)
  }

  @Test func threeLevelsShadowOneByOne() throws {
    let top = try Injector { binder in
      binder.bind(String.self).to { "top" }
      binder.bind(Reader.self).to { Reader() }
    }
    let middle = try top.makeChild(Texts(text: "middle"))
    let bottom = try middle.makeChild()
    let lowest = try bottom.makeChild(Texts(text: "lowest"))
    #expect(try bottom.resolve(Reader.self).text == "middle")
    #expect(try lowest.resolve(Reader.self).text == "lowest")
    #expect(try top.resolve(Reader.self).text == "top")
    #expect(try lowest.resolve(Injector.self) === lowest)
  }

  @Test func aParentSingletonRequestedThroughAChildSeesNothingOfTheChild() throws {
    let parent = try Injector { binder in
      binder.bind(Reader.self).in(.singleton)
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild(Texts(text: "child"))
    #expect(try child.resolve(Reader.self).text == "parent")
    let lonely = try Injector { $0.bind(Reader.self).in(.singleton) }
    let provider = try lonely.makeChild(Texts(text: "child"))
    let error = try #require(throws: InjectionError.self) { try provider.resolve(Reader.self) }
    #expect(error.code == .boundInChild)
    #expect(error.key == Key(String.self))
  }

  @Test func aChildProvidesItselfAndItsOwnFactory() throws {
    let parent = try Injector()
    let child = try parent.makeChild { $0.bind(Int.self).to { 3 } }
    #expect(try child.resolve(Injector.self) === child)
    #expect(try parent.resolve(Injector.self) === parent)
    #expect(try child.resolve(ObjectFactory.self).resolve(Int.self) == 3)
    #expect(throws: InjectionError.self) {
      try parent.resolve(ObjectFactory.self).resolve(Int.self)
    }
  }

  @Test func lazyAndProviderOfAnUnscopedParentBindingAskTheChild() throws {
    final class Late: Injectable {
      var lazy: Lazy<String>!
      var provider: Provider<String>!
      static var requires: [PartialKeyPath<Late>] { [\.lazy, \.provider] }
    }
    let parent = try Injector { binder in
      binder.bind(Late.self).to { Late() }
      binder.bind(Late.self, named: "one").to { Late() }.in(.singleton)
      binder.bind(String.self).to { "parent" }
    }
    let child = try parent.makeChild(Texts(text: "child"))
    let late = try child.resolve(Late.self)
    #expect(try late.lazy.get() == "child")
    #expect(try late.provider.get() == "child")
    let one = try child.resolve(Late.self, named: "one")
    #expect(try one.lazy.get() == "parent")
    #expect(try one.provider.get() == "parent")
  }

  @Test func optionsAreInherited() throws {
    let options = Injector.Options(
      onDemandScope: .graph, requiresExplicitBindings: true, forbidsRebinding: true,
      forbidsCycles: true, maximumNesting: 9)
    let child = try Injector([], options: options).makeChild().makeChild { _ in }
    #expect(child.options.onDemandScope == .graph)
    #expect(child.options.requiresExplicitBindings)
    #expect(child.options.forbidsRebinding)
    #expect(child.options.forbidsCycles)
    #expect(child.options.maximumNesting == 9)
  }

  @Test func hidingAParentIsNoRebinding() throws {
    let parent = try Injector([Texts(text: "parent")], options: .init(forbidsRebinding: true))
    #expect(try parent.makeChild(Texts(text: "child")).resolve(String.self) == "child")
  }

  @Test func aModuleOfTheParentMayBeInstalledInTheChildToo() throws {
    struct Clocks: Module {
      func configure(_ binder: Binder) { binder.bind(Clock.self).in(.singleton) }
    }
    let parent = try Injector(Clocks())
    let child = try parent.makeChild(Clocks())
    #expect(try child.resolve(Clock.self) !== parent.resolve(Clock.self))
  }

  @Test func aChildKeepsItsParent() throws {
    var parent: Injector? = try Injector(Texts(text: "parent"))
    weak let kept = parent
    var child = try parent?.makeChild()
    parent = nil
    #expect(kept != nil)
    #expect(try child?.resolve(String.self) == "parent")
    child = nil
    #expect(kept == nil)
  }

  @Test func aFailedChildLeavesItsParentAsItWas() throws {
    let parent = try Injector { binder in
      binder.bind(String.self).to { "parent" }
      binder.bind(Clock.self).in(.singleton)
    }
    let clock = try parent.resolve(Clock.self)
    #expect(throws: InjectionError.self) { _ = try parent.makeChild(Failing()) }
    #expect(throws: InjectionError.self) {
      _ = try parent.makeChild { binder in
        binder.extend(Reader.self).completing { _ in Issue.record("completed") }
        binder.contribute(Int.self).to { 1 }
        binder.bind(Int.self).to { throw Failing.Refused() }.asEagerSingleton()
      }
    }
    #expect(try parent.resolve(String.self) == "parent")
    #expect(try parent.resolve(Clock.self) === clock)
    #expect(try parent.resolve([Int].self).isEmpty)
    #expect(!parent.hasBinding(Int.self))
    #expect(try parent.resolve(Reader.self).text == "parent")
  }

  @Test func aChildSeesLaterBindingsOfItsParent() throws {
    let parent = try Injector(Texts(text: "parent"))
    let child = try parent.makeChild()
    #expect(try child.resolve(Reader.self).text == "parent")
    try parent.update { $0.bind(String.self).to { "later" } }
    #expect(try child.resolve(Reader.self).text == "later")
    try parent.update { $0.bind(String.self).to { "single" }.in(.singleton) }
    #expect(try child.resolve(Reader.self).text == "single")
    try parent.update { $0.bind(String.self).to { "again" } }
    #expect(try child.resolve(String.self) == "again")
    try parent.update { $0.unbind(String.self) }
    #expect(!child.hasBinding(String.self))
    #expect(throws: InjectionError.self) { try child.resolve(Reader.self) }
  }

  @Test func aParentMayBindAClassThatAChildCreatedOnDemand() throws {
    let parent = try Injector()
    let child = try parent.makeChild()
    _ = try child.resolve(Clock.self)
    let clock = Clock()
    try parent.update { $0.bind(Clock.self).to(instance: clock) }
    #expect(try child.resolve(Clock.self) === clock)
  }

  @Test func aChildThatUnbindsShowsItsParentAgain() throws {
    let parent = try Injector(Texts(text: "parent"))
    let child = try parent.makeChild { $0.bind(String.self).to { "child" } }
    #expect(try child.resolve(String.self) == "child")
    try child.update { $0.unbind(String.self) }
    #expect(try child.resolve(String.self) == "parent")
    try child.update { $0.unbind(String.self) }
    #expect(try child.resolve(String.self) == "parent")
  }

  @Test func aReleasedSingletonOfTheParentIsCreatedAgainForChildren() throws {
    let parent = try Injector { $0.bind(Clock.self).in(.singleton) }
    let child = try parent.makeChild()
    let clock = try child.resolve(Clock.self)
    child.releaseSingletons()
    #expect(try child.resolve(Clock.self) === clock)
    parent.releaseSingletons()
    let other = try child.resolve(Clock.self)
    #expect(other !== clock)
    #expect(try parent.resolve(Clock.self) === other)
  }

  @Test func aCreatedObjectIsInjectedByItsInjectorWhateverItsClosureAsks() throws {
    let injector = try Injector(Texts(text: "own"))
    let other = try Injector(Texts(text: "other"))
    let reader = try injector.create { () throws -> Reader in
      #expect(try other.resolve(String.self) == "other")
      return Reader()
    }
    #expect(reader.text == "own")
  }
}
