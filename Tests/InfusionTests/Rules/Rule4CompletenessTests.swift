import Infusion
import Testing

private final class Leaf: Injectable, AwakesFromInjection {
  let journal: Journal
  var number = 0
  var isComplete = false
  init(_ journal: Journal) { self.journal = journal }
  static var requires: Requirements { requiring(\.number) }
  func awakeFromInjection() {
    isComplete = true
    journal.note("leaf awakes")
  }
}
private final class Middle: Injectable, AwakesFromInjection {
  let journal: Journal
  var leaf: Leaf! {
    didSet { journal.note("leaf set, \(leaf.isComplete ? "complete" : "incomplete")") }
  }
  init(_ journal: Journal) { self.journal = journal }
  static var requires: Requirements { requiring(\.leaf) }
  func awakeFromInjection() { journal.note("middle awakes") }
}
private final class Top: Injectable, AwakesFromInjection {
  let journal: Journal
  var middle: Middle!
  var leaf: Leaf!
  init(_ journal: Journal) { self.journal = journal }
  static var requires: Requirements { requiring(\.middle, \.leaf) }
  func awakeFromInjection() { journal.note("top awakes") }
}
private final class Constructed {
  init(_ leaf: Leaf, _ journal: Journal) {
    journal.note("constructed with a leaf that is \(leaf.isComplete ? "complete" : "incomplete")")
  }
}
private final class RingA: Injectable, AwakesFromInjection {
  let journal: Journal
  var b: RingB!
  var isComplete = false
  init(_ journal: Journal) { self.journal = journal }
  static var requires: Requirements { requiring(\.b) }
  func awakeFromInjection() {
    isComplete = true
    journal.note("a awakes, b \(b.isComplete ? "complete" : "unfinished")")
  }
}
private final class RingB: Injectable, AwakesFromInjection {
  let journal: Journal
  weak var a: RingA!
  var isComplete = false
  init(_ journal: Journal) { self.journal = journal }
  static var requires: Requirements { requiring(\.a) }
  func awakeFromInjection() {
    isComplete = true
    journal.note("b awakes, a \(a.isComplete ? "complete" : "unfinished")")
  }
}

/// Rule 4: a dependency is complete (set and awoken) before its owner receives it.
struct Rule4CompletenessTests {
  private func makeInjector(_ journal: Journal, _ scope: Scope = .unscoped) throws -> Injector {
    try Injector { binder in
      binder.bind(Int.self).to { 7 }
      binder.bind(Leaf.self).to { Leaf(journal) }.in(scope)
      binder.bind(Middle.self).to { Middle(journal) }.in(scope)
      binder.bind(Top.self).to { Top(journal) }.in(scope)
      binder.bind(Constructed.self).to { Constructed(try $0.resolve(Leaf.self), journal) }
      binder.bind(Constructed.self, named: "initializer")
        .toInitializer { (leaf: Leaf) in Constructed(leaf, journal) }
      binder.bind(RingA.self).to { RingA(journal) }.in(scope)
      binder.bind(RingB.self).to { RingB(journal) }.in(scope)
    }
  }

  @Test func rule4ChildrenAwakeBeforeParents() throws {
    let journal = Journal()
    try makeInjector(journal).injectDependencies(into: Top(journal))
    #expect(
      journal.entries == [
        "leaf awakes", "leaf set, complete", "middle awakes", "leaf awakes", "top awakes",
      ])
  }

  @Test func rule4ChildrenAwakeBeforeParentsEvenAsSingletons() throws {
    let journal = Journal()
    _ = try makeInjector(journal, .singleton).resolve(Top.self)
    #expect(
      journal.entries == ["leaf awakes", "leaf set, complete", "middle awakes", "top awakes"])
  }

  @Test func rule4DependencyIsCompleteBeforeAClosureOrInitializerReceivesIt() throws {
    let journal = Journal()
    let injector = try makeInjector(journal)
    _ = try injector.resolve(Constructed.self)
    _ = try injector.resolve(Constructed.self, named: "initializer")
    #expect(
      journal.entries == [
        "leaf awakes", "constructed with a leaf that is complete",
        "leaf awakes", "constructed with a leaf that is complete",
      ])
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func rule4InsideACycleOnePartnerIsSeenUnfinished(scope: Scope) throws {
    let journal = Journal()
    let a = try makeInjector(journal, scope).resolve(RingA.self)
    #expect(a.b.a === a)
    #expect(journal.entries == ["b awakes, a unfinished", "a awakes, b complete"])
  }

  @Test func rule4OutsiderReceivesACycleOnlyWhenItIsComplete() throws {
    let journal = Journal()
    let injector = try makeInjector(journal, .singleton)
    final class Outsider: Injectable {
      let journal: Journal
      var b: RingB! {
        didSet { journal.note("outsider, \(b.isComplete && b.a.isComplete)") }
      }
      init(_ journal: Journal) { self.journal = journal }
      static var requires: Requirements { requiring(\.b) }
    }
    try injector.injectDependencies(into: Outsider(journal))
    #expect(journal.entries.last == "outsider, true")
    #expect(journal.entries.count == 3)
  }
}
