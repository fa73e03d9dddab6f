import Infusion
import Testing

private protocol Engine: AnyObject {}
private final class V8: Engine, ReleasesFromInjection {
  let journal: Journal?
  init(_ journal: Journal? = nil) { self.journal = journal }
  func releaseFromInjection() { journal?.note("released") }
}
private final class Other {}

/// `releaseSingletons(of:named:)`.
struct ReleaseOfOneKeyTests {
  @Test(arguments: Arrangement.allCases)
  func theInstanceOfOneKeyIsForgotten(_ arrangement: Arrangement) throws {
    let journal = Journal()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).to { V8(journal) }.in(.singleton)
      binder.bind(V8.self, named: "named").to { V8(journal) }.in(.singleton)
      binder.bind(Other.self).to { Other() }.in(.singleton)
    }
    let (first, named) = (
      try injector.resolve(V8.self), try injector.resolve(V8.self, named: "named")
    )
    let other = try injector.resolve(Other.self)
    var next: Injector? = injector
    while let one = next {
      #expect(one.releaseSingletons(of: V8.self).isEmpty)
      next = one.parent
    }
    #expect(journal.entries == ["released"])
    #expect(try injector.resolve(V8.self) !== first)
    #expect(try injector.resolve(V8.self, named: "named") === named)
    #expect(try injector.resolve(Other.self) === other)
  }

  @Test func aLinkLeadsToTheInstanceAndAnArrayToThoseOfItsContributions() throws {
    let injector = try Injector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind(V8.self).to { V8() }.in(.singleton)
      binder.contribute(Other.self).to { Other() }.in(.singleton)
    }
    let engine = try injector.resolve((any Engine).self)
    let others = try injector.resolve([Other].self)
    injector.releaseSingletons(of: [Other].self)
    #expect(try injector.resolve((any Engine).self) === engine)
    #expect(try injector.resolve([Other].self)[0] !== others[0])
    injector.releaseSingletons(of: (any Engine).self)
    #expect(try injector.resolve((any Engine).self) !== engine)
  }

  @Test func aRingOfLinksHasNothingToRelease() throws {
    let injector = try Injector { binder in
      binder.bind(V8.self).to(V8.self, named: "a") { $0 }
      binder.bind(V8.self, named: "a").to(V8.self) { $0 }
    }
    #expect(injector.releaseSingletons(of: V8.self).isEmpty)
  }

  @Test func anInstanceOfTheParentStays() throws {
    let parent = try Injector { $0.bind(Other.self).to { Other() }.in(.singleton) }
    let child = try parent.makeChild()
    let other = try child.resolve(Other.self)
    child.releaseSingletons(of: Other.self)
    #expect(try child.resolve(Other.self) === other)
  }
}
