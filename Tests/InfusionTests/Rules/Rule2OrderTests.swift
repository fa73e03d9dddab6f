import Infusion
import Testing

private final class Part: DefaultInitializable {}

/// Records each marker that is set, through the description of its order of resolution.
private class Root: Injectable, NamedInjectable {
  let journal = Journal()
  var rootFirst: Part! {
    didSet { journal.note("root.first") }
  }
  var rootNamed: Part! {
    didSet { journal.note("root.named") }
  }
  var rootLast: Part! {
    didSet { journal.note("root.last") }
  }
  var rootMapped: Part! {
    didSet { journal.note("root.mapped") }
  }
  @Injected var rootMarked: Marked
  class var requires: Requirements {
    requiring(\.rootFirst) + requiring(\.rootNamed, named: "n") + requiring(\.rootLast)
  }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["n": \Root.rootMapped] }
}
private class Leaf: Root, AwakesFromInjection {
  var leafFirst: Part! {
    didSet { journal.note("leaf.first") }
  }
  var leafMapped: Part! {
    didSet { journal.note("leaf.mapped") }
  }
  @Injected("leaf") var leafMarked: Marked
  override class var requires: Requirements { requiring(\.leafFirst) }
  override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["n": \Leaf.leafMapped] }
  func awakeFromInjection() {
    journal.note(
      "awake, markers \(($leafMarked.isSet && $rootMarked.isSet) ? "set" : "not set")")
  }
}
private final class Redeclaring: Leaf {
  var own: Part! {
    didSet { journal.note("own") }
  }
  override class var requires: Requirements {
    requiring(\.own) + Root.requiring(\.rootLast, named: "n") + Leaf.requiring(\.leafFirst)
      + Root.requiring(\.rootFirst)
  }
}
private final class Marked {}

extension Injected {
  /// Whether the marker has a value: without one, it would have to resolve it, and no injector is
  /// current.
  fileprivate var isSet: Bool { (try? resolve()) != nil }
}

private final class OneClass: Injectable, NamedInjectable {
  @Injected var marked: Part
  @Injected var second: Part
  var mapped: Part!
  var listed: Part!
  static var requires: Requirements { requiring(\.listed) }
  static var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["n": \OneClass.mapped] }
}

/// Rule 2: superclass before subclass; per class `requires` as written, then `requiresNamed`, then
/// `@Injected`; a re-declared property keeps its first position.
///
/// `awakeFromInjection` comes last.
struct Rule2OrderTests {
  private static let chain = [
    "root.first", "root.named", "root.last", "root.mapped", "leaf.first", "leaf.mapped",
  ]

  private func makeInjector(_ journal: Journal = Journal()) throws -> Injector {
    try Injector { binder in
      binder.bind(Part.self).to { () -> Part in
        journal.note("part")
        return Part()
      }
      binder.bind(Part.self, named: "n").to { () -> Part in
        journal.note("named part")
        return Part()
      }
      binder.bind(Marked.self).to { () -> Marked in
        journal.note("root marker")
        return Marked()
      }
      binder.bind(Marked.self, named: "leaf").to { () -> Marked in
        journal.note("leaf marker")
        return Marked()
      }
    }
  }

  @Test func rule2SuperclassPropertiesAreSetBeforeSubclassProperties() throws {
    let leaf = Leaf()
    try makeInjector().injectDependencies(into: leaf)
    #expect(leaf.journal.entries.dropLast() == Self.chain[...])
  }

  @Test func rule2AwakeComesLast() throws {
    let leaf = Leaf()
    try makeInjector().injectDependencies(into: leaf)
    #expect(leaf.journal.entries.last == "awake, markers set")
    #expect(leaf.journal.entries.count == Self.chain.count + 1)
  }

  @Test func rule2RedeclaredPropertyKeepsItsFirstPosition() throws {
    let object = Redeclaring()
    try makeInjector().injectDependencies(into: object)
    #expect(object.journal.entries == Self.chain + ["own", "awake, markers set"])
  }

  @Test func rule2ValuesAreResolvedInTheOrderInWhichTheyAreSet() throws {
    let journal = Journal()
    try makeInjector(journal).injectDependencies(into: Leaf())
    #expect(
      journal.entries == [
        "part", "named part", "part", "named part", "root marker", "part", "named part",
        "leaf marker",
      ])
  }

  @Test func rule2MarkersOfAClassComeAfterItsListsInTheOrderOfTheirDeclaration() throws {
    let counter = Counter()
    var made: [ObjectIdentifier] = []
    let injector = try Injector { binder in
      let make = { () -> Part in
        counter.next()
        let part = Part()
        made.append(ObjectIdentifier(part))
        return part
      }
      binder.bind(Part.self).to(make)
      binder.bind(Part.self, named: "n").to(make)
    }
    let object = OneClass()
    try injector.injectDependencies(into: object)
    let expected = [object.listed, object.mapped, object.marked, object.second].map {
      $0.map { ObjectIdentifier($0) }
    }
    #expect(expected == made)
  }

  @Test func rule2NamedRequirementKeepsItsPositionInItsList() throws {
    let root = Root()
    try makeInjector().injectDependencies(into: root)
    #expect(root.journal.entries == ["root.first", "root.named", "root.last", "root.mapped"])
  }
}
