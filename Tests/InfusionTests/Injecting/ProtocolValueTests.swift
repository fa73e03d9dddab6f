import Infusion
import Testing

private protocol Bound: AnyObject {}
private protocol Open {}
private protocol Generic<Element> {
  associatedtype Element
}
private final class Leaf: DefaultInitializable {}

private final class Impl: Bound, Open, Generic, Error, Injectable, AwakesFromInjection {
  typealias Element = Int
  nonisolated(unsafe) var leaf: Leaf?
  nonisolated(unsafe) var awakeCount = 0
  static var requires: [PartialKeyPath<Impl>] { [\.leaf] }
  func awakeFromInjection() { awakeCount += 1 }
}

private struct Small: Open, Generic, Error {
  typealias Element = Int
  let number: Int
}

private struct Large: Open {
  let numbers: (Int, Int, Int, Int, Int)
  let leaf: Leaf
}

/// Receives values; each property has its own link.
private final class Owner: Injectable {
  var bound: (any Bound)?
  var open: (any Open)?
  var generic: (any Generic<Int>)?
  var error: (any Error)?
  var object: AnyObject?
  var anything: Any?
  static var requires: Requirements {
    requiring(\.bound, \.open, \.generic, \.error, \.object, \.anything)
  }
}

/// An object is injected whatever protocol type it is bound as, and a value that is not an object
/// is left alone; protocol types differ in their memory layouts.
struct ProtocolValueTests {
  private func injector(_ scope: Scope, _ leafless: Bool = false) throws -> Injector {
    try Injector { binder in
      binder.bind((any Bound).self).to { Impl() }.in(scope)
      binder.bind((any Open).self).to { Impl() }.in(scope)
      binder.bind((any Generic<Int>).self).to { Impl() }.in(scope)
      binder.bind((any Error).self).to { Impl() }.in(scope)
      binder.bind(AnyObject.self).to { Impl() }.in(scope)
      binder.bind(Any.self).to { _ in Impl() as Any }.in(scope)
    }
  }

  private func check(_ value: Any?, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let impl = try #require(value as? Impl, sourceLocation: sourceLocation)
    #expect(impl.leaf != nil, sourceLocation: sourceLocation)
    #expect(impl.awakeCount == 1, sourceLocation: sourceLocation)
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph, .weak])
  func anObjectIsInjectedWhateverProtocolTypeItIsBoundAs(_ scope: Scope) throws {
    let injector = try injector(scope)
    for _ in 0..<3 {
      try check(try injector.resolve((any Bound).self))
      try check(try injector.resolve((any Open).self))
      try check(try injector.resolve((any Generic<Int>).self))
      try check(try injector.resolve((any Error).self))
      try check(try injector.resolve(AnyObject.self))
      try check(try injector.resolve(Any.self))
    }
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph, .weak])
  func aPropertyOfAProtocolTypeReceivesAnInjectedObject(_ scope: Scope) throws {
    let injector = try injector(scope)
    for _ in 0..<3 {
      let owner = Owner()
      try injector.injectDependencies(into: owner)
      try check(owner.bound)
      try check(owner.open)
      try check(owner.generic)
      try check(owner.error)
      try check(owner.object)
      try check(owner.anything)
    }
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func aValueThatIsNoObjectIsHandedOutAsItIs(_ scope: Scope) throws {
    let leaf = Leaf()
    let injector = try Injector { binder in
      binder.bind((any Open).self, named: "small").to { Small(number: 1) }.in(scope)
      binder.bind((any Open).self, named: "large").to {
        Large(numbers: (1, 2, 3, 4, 5), leaf: leaf)
      }.in(scope)
      binder.bind((any Generic<Int>).self).to { Small(number: 2) }.in(scope)
      binder.bind((any Error).self).to { Small(number: 3) }.in(scope)
      binder.bind(Any.self).to { _ in Large(numbers: (5, 4, 3, 2, 1), leaf: leaf) as Any }.in(scope)
      binder.bind(Int.self).to { 7 }.in(scope)
      binder.bind([Int].self).to { [1, 2, 3] }.in(scope)
    }
    for _ in 0..<3 {
      #expect((try injector.resolve((any Open).self, named: "small") as? Small)?.number == 1)
      let large = try injector.resolve((any Open).self, named: "large") as? Large
      #expect(large?.numbers.4 == 5 && large?.leaf === leaf)
      #expect((try injector.resolve((any Generic<Int>).self) as? Small)?.number == 2)
      #expect((try injector.resolve((any Error).self) as? Small)?.number == 3)
      #expect((try injector.resolve(Any.self) as? Large)?.numbers.0 == 5)
      #expect(try injector.resolve(Int.self) == 7)
      #expect(try injector.resolve([Int].self) == [1, 2, 3])
    }
  }

  @Test func nothingIsLeftBehindWhenAnObjectOfAProtocolTypeFails() throws {
    weak var made: Impl?
    let injector = try Injector(options: .init(requiresExplicitBindings: true)) { binder in
      binder.bind((any Open).self).to {
        let impl = Impl()
        made = impl
        return impl
      }
    }
    #expect(throws: InjectionError.self) { try injector.resolve((any Open).self) }
    #expect(made == nil)
  }
}
