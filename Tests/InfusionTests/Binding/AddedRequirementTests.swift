import Infusion
import Testing

private final class Store: DefaultInitializable { init() {} }
private final class Clock: DefaultInitializable { init() {} }

private class Legacy {
  var store: Store!
  var clock: Clock!
  init() {}
}
private final class Node {
  var next: Node?
}
private class Base: AwakesFromInjection {
  let journal: Journal
  var store: Store? { didSet { journal.note("store") } }
  init(_ journal: Journal) { self.journal = journal }
  func awakeFromInjection() { journal.note("awake") }
}
private class Derived: Base {
  var clock: Clock? { didSet { journal.note("clock") } }
}
private class Own: Injectable, AwakesFromInjection {
  let journal: Journal
  var first: Store? { didSet { journal.note("first") } }
  var second: Store? { didSet { journal.note("second") } }
  var third: Store? { didSet { journal.note("third") } }
  init(_ journal: Journal) { self.journal = journal }
  class var requires: [AnyKeyPath] { [\Own.second] }
  func awakeFromInjection() { journal.note("awake") }
}
private final class OwnChild: Own {
  var fourth: Store? { didSet { journal.note("fourth") } }
  override class var requires: [AnyKeyPath] { [\OwnChild.fourth] }
}
private struct Refused: Error {}
private struct StoreExtension: Module {
  func configure(_ binder: Binder) { binder.extend(Legacy.self).injecting(\.store) }
}

struct AddedRequirementTests {
  @Test(arguments: Arrangement.allCases)
  func aBindingMayAddRequirements(_ arrangement: Arrangement) throws {
    let clock = Clock()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Legacy.self).to { Legacy() }.injecting(\.store, \.clock)
      binder.bind(Legacy.self, named: "bare").to { Legacy() }
      binder.bind(Clock.self).to(instance: clock)
    }
    let legacy = try injector.resolve(Legacy.self)
    #expect(legacy.store != nil)
    #expect(legacy.clock === clock)
    let bare = try injector.resolve(Legacy.self, named: "bare")
    #expect(bare.store == nil)
    #expect(bare.clock == nil)
    let existing = Legacy()
    try injector.injectDependencies(into: existing)
    #expect(existing.store == nil)
  }

  @Test func aBindingAddsToTheObjectsOfEachClassThatItMakes() throws {
    let journal = Journal()
    var makesDerived = false
    let injector = try Injector { binder in
      binder.bind(Base.self).to { makesDerived ? Derived(journal) : Base(journal) }
        .injecting(\.store)
    }
    for _ in 1...2 {
      for isDerived in [false, true] {
        makesDerived = isDerived
        let base = try injector.resolve(Base.self)
        #expect(base is Derived == isDerived)
        #expect(base.store != nil)
      }
    }
  }

  @Test(arguments: Arrangement.allCases)
  func anAddedRequirementMayBeNamed(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Node.self, named: "n1").to { Node() }.injecting(\.next, named: "n2")
      binder.bind(Node.self, named: "n2").to { Node() }.injecting(\.next, named: "n3")
      binder.bind(Node.self, named: "n3").toNothing()
    }
    let node = try injector.resolve(Node.self, named: "n1")
    #expect(node.next != nil)
    #expect(node.next?.next == nil)
  }

  @Test func requirementsOfABindingFollowThoseOfTheClassAndPrecedeAwake() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(OwnChild.self).to { OwnChild(journal) }.injecting(\.third).injecting(\.first)
    }
    _ = try injector.resolve(OwnChild.self)
    #expect(journal.entries == ["second", "fourth", "third", "first", "awake"])
  }

  @Test func aPropertyThatIsAddedAgainIsInjectedOnce() throws {
    let journal = Journal()
    let named = Store()
    let injector = try Injector { binder in
      binder.bind(Own.self).to { Own(journal) }.injecting(\.second, named: "n")
      binder.bind(Store.self, named: "n").to(instance: named)
    }
    let own = try injector.resolve(Own.self)
    #expect(journal.entries == ["second", "awake"])
    #expect(own.second === named)
  }

  @Test(arguments: Arrangement.allCases)
  func anExtensionReachesEveryObjectOfTheClassAndItsSubclasses(
    _ arrangement: Arrangement
  ) throws {
    final class Younger: Legacy {}
    let injector = try arrangement.makeInjector { binder in
      binder.extend(Legacy.self).injecting(\.store)
      binder.bind(Legacy.self).to { Legacy() }
      binder.bind(Younger.self).to { Younger() }
    }
    #expect(try injector.resolve(Legacy.self).store != nil)
    #expect(try injector.resolve(Younger.self).store != nil)
    #expect(try injector.create { Younger() }.store != nil)
    let existing = Legacy()
    try injector.injectDependencies(into: existing)
    #expect(existing.store != nil)
    #expect(existing.clock == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func extensionsAreMergedAlongTheChainAndCompletingPrecedesAwake(
    _ arrangement: Arrangement
  ) throws {
    let journal = Journal()
    let injector = try arrangement.makeInjector { binder in
      binder.extend(Derived.self).injecting(\.clock).completing {
        #expect($0.clock != nil)
        #expect($0.store != nil)
        journal.note("complete Derived")
      }
      binder.extend(Base.self).injecting(\.store).completing {
        #expect($0.store != nil)
        journal.note("complete Base")
      }
    }
    try injector.injectDependencies(into: Derived(journal))
    #expect(journal.entries == ["store", "clock", "complete Base", "complete Derived", "awake"])
  }

  @Test func severalExtensionsOfAClassAddUpInOrder() throws {
    let journal = Journal()
    let parent = try Injector { binder in
      binder.extend(Own.self).injecting(\.third).completing { _ in journal.note("one") }
      binder.extend(Own.self).injecting(\.first).completing { _ in journal.note("two") }
    }
    let child = try parent.makeChild { binder in
      binder.extend(Own.self).completing { _ in journal.note("child") }
    }
    try parent.injectDependencies(into: Own(journal))
    #expect(journal.entries == ["second", "third", "first", "one", "two", "awake"])
    let other = Journal()
    try child.injectDependencies(into: Own(other))
    #expect(other.entries == ["second", "third", "first", "awake"])
    #expect(Array(journal.entries.suffix(3)) == ["one", "two", "child"])
  }

  @Test func anExtensionMayNameItsRequirement() throws {
    let named = Store()
    let injector = try Injector { binder in
      binder.extend(Legacy.self).injecting(\.store, named: "n")
      binder.bind(Store.self, named: "n").to(instance: named)
    }
    #expect(try injector.create { Legacy() }.store === named)
  }

  @Test func anErrorOfACompletionFailsTheRequestAndSkipsAwake() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.extend(Base.self).completing { _ in throw Refused() }
    }
    let base = Base(journal)
    let error = try #require(throws: InjectionError.self) {
      try injector.injectDependencies(into: base)
    }
    #expect(error.code == .providerFailed)
    #expect(error.underlying is Refused)
    #expect(journal.entries.isEmpty)
  }

  @Test func anExtensionComesAndGoesWithItsModule() throws {
    let injector = try Injector()
    #expect(try injector.create { Legacy() }.store == nil)
    try injector.update { $0.install(StoreExtension()) }
    #expect(try injector.create { Legacy() }.store != nil)
    #expect(try injector.makeChild().create { Legacy() }.store != nil)
    try injector.update { $0.uninstall(StoreExtension.self) }
    #expect(try injector.create { Legacy() }.store == nil)
  }

  @Test func anExtensionStaysWhenAnotherOneOfTheClassGoes() throws {
    let injector = try Injector(
      StoreExtension(), Configuring { $0.extend(Legacy.self).injecting(\.clock) })
    try injector.update { $0.uninstall(StoreExtension.self) }
    let legacy = try injector.create { Legacy() }
    #expect(legacy.store == nil)
    #expect(legacy.clock != nil)
  }

  @Test func anExtensionOfAChildDoesNotReachItsParent() throws {
    let parent = try Injector()
    let child = try parent.makeChild(StoreExtension())
    #expect(try child.create { Legacy() }.store != nil)
    #expect(try parent.create { Legacy() }.store == nil)
    #expect(try parent.makeChild().create { Legacy() }.store == nil)
  }

  @Test func anExtensionOfAParentReachesAChildThatHasInjectedTheClassBefore() throws {
    let parent = try Injector()
    let child = try parent.makeChild()
    #expect(try child.create { Legacy() }.store == nil)
    try parent.update { $0.install(StoreExtension()) }
    #expect(try child.create { Legacy() }.store != nil)
  }

  @Test(arguments: Arrangement.allCases)
  func additionsThatDoNothingAreReportedInTheOrderInWhichTheyAreMade(
    _ arrangement: Arrangement
  ) throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        let first = binder.bind(Legacy.self, named: "first").to { Legacy() }
        binder.bind(Legacy.self, named: "second").to(instance: Legacy()).injecting(\.store)
        first.injecting(\.store).asIs()
        binder.contribute(Legacy.self, named: "third").to(instance: Legacy()).injecting(\.store)
        binder.bind(Legacy.self, named: "fourth").to(instance: Legacy()).injecting(\.store)
        // Another scope does not correct the mistake.
        binder.rescope(Legacy.self, named: "fourth", to: .singleton)
      }
    }
    #expect(error.errors.map(\.code) == Array(repeating: .notInjected, count: 4))
    let named = error.errors.map { error in
      ["first", "second", "third", "fourth"].first { error.description.contains("\"\($0)\"") }
    }
    #expect(named == ["second", "first", "third", "fourth"])
  }
}
