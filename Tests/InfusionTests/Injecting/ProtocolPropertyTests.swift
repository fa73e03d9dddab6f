import Infusion
import Testing

private protocol Named: AnyObject { var name: String { get } }
private protocol Counted: AnyObject { var count: Int { get } }
private class Base {}
private final class Left: Base, Named, Counted {
  let name = "left"
  let count = 1
  let ending: (() -> Void)?
  init(ending: (() -> Void)? = nil) { self.ending = ending }
  deinit { ending?() }
}
private final class Right: Base, Named, Counted {
  let name = "right"
  let count = 2
}

private final class Holder: Injectable {
  var one: (any Named)!
  var both: (any Named & Counted)?
  var based: (any Base & Counted)?
  var untyped: AnyObject?
  static var requires: Requirements { requiring(\.one, \.both, \.based, \.untyped) }
}

/// After some injections, values are stored where the property lies: a protocol type takes a
/// reference and its witness tables.
struct ProtocolPropertyTests {
  private static let numberOfInjections = 50

  private func makeInjector(_ make: @escaping @Sendable () -> any Base & Named & Counted) throws
    -> Injector
  {
    try Injector { binder in
      binder.bind((any Named).self).to { make() }
      binder.bind((any Named & Counted).self).to { make() }
      binder.bind((any Base & Counted).self).to { make() }
      binder.bind(AnyObject.self).to { make() }
    }
  }

  @Test func aPropertyOfAProtocolTypeTakesObjectsOfEveryClass() throws {
    let left = try makeInjector { Left() }
    let right = try makeInjector { Right() }
    let holder = Holder()
    for number in 0..<Self.numberOfInjections {
      try (number % 2 == 0 ? left : right).injectDependencies(into: holder)
      let (name, count) = number % 2 == 0 ? ("left", 1) : ("right", 2)
      #expect(holder.one.name == name)
      #expect(holder.both?.name == name)
      #expect(holder.both?.count == count)
      #expect(holder.based?.count == count)
      #expect(holder.untyped is Left == (number % 2 == 0))
    }
  }

  @Test func theOldObjectEndsOnce() throws {
    let right = try makeInjector { Right() }
    let holder = Holder()
    var endings = 0
    for number in 1...Self.numberOfInjections {
      holder.both = Left { endings += 1 }
      try right.injectDependencies(into: holder)
      #expect(endings == number)
      #expect(holder.both?.count == 2)
    }
  }

  @Test func nothingEmptiesAPropertyOfAProtocolType() throws {
    let left = try makeInjector { Left() }
    let nothing = try Injector { binder in
      binder.bind((any Named).self).to { Left() }
      binder.bind((any Named & Counted).self).toNothing()
      binder.bind((any Base & Counted).self).toNothing()
      binder.bind(AnyObject.self).toNothing()
    }
    let holder = Holder()
    for _ in 0..<Self.numberOfInjections {
      try left.injectDependencies(into: holder)
      #expect(holder.both != nil)
      try nothing.injectDependencies(into: holder)
      #expect(holder.both == nil)
      #expect(holder.based == nil)
      #expect(holder.untyped == nil)
    }
  }
}
