import Infusion
import Testing

private protocol Open {}
private protocol Other {}
private protocol Bound: AnyObject {}
private protocol Generic<Element> {
  associatedtype Element
}
private final class Leaf: DefaultInitializable {}
private struct Refused: Error {}

private class Base: Injectable, AwakesFromInjection {
  var leaf: Leaf?
  var awakeCount = 0
  class var requires: Requirements { requiring(\.leaf) }
  func awakeFromInjection() throws { awakeCount += 1 }
}
private final class Impl: Base, Open, Other, Bound, Generic { typealias Element = Int }
private final class Refusing: Base, Open, Other, Bound, Generic {
  typealias Element = Int
  override func awakeFromInjection() throws { throw Refused() }
}

private enum Choice: Open, Equatable { case first, second(Int) }
private struct Nothing: Open {}
private struct Aligned: Open, Equatable {
  var vector = SIMD4<Float>(1, 2, 3, 4)
  var byte: UInt8 = 5
}

private final class Owner<Value>: Injectable {
  var value: Value?
  static var requires: Requirements { requiring(\.value) }
}

/// Requests a value in every way, whatever its type: directly, as an Optional, through a property,
/// through a child, in a closure.
private func onEveryWay<Value>(
  _ scope: Scope, _ make: @escaping () throws -> Value, _ body: (() throws -> Value) throws -> Void
) throws {
  let injector = try Injector { binder in
    binder.bind(Value.self).to { try make() }.in(scope)
    binder.bind(Value.self, named: "asking").to { try $0.resolve(Value.self) }
    binder.contribute(Value.self, named: "collected").to { try make() }.in(scope)
  }
  let child = try injector.makeChild { $0.bind(Leaf.self).to { Leaf() } }
  for injector in [injector, child] {
    for _ in 0..<2 {
      try body { try injector.resolve(Value.self) }
      try body { try #require(try injector.resolve(Value?.self)) }
      try body { try #require(try injector.resolveIfBound(Value.self)) }
      try body { try injector.resolve(Value.self, named: "asking") }
      try body { try injector.resolve(Provider<Value>.self).get() }
      try body { try #require(try injector.resolve([Value].self, named: "collected").first) }
      try body {
        let owner = Owner<Value>()
        try injector.injectDependencies(into: owner)
        return try #require(owner.value)
      }
    }
  }
}

/// Protocol types and values of every memory layout.
struct ProtocolCompositionTests {
  private static let scopes = [Scope.unscoped, .singleton, .graph, .weak]

  @Test(arguments: scopes)
  func anObjectIsInjectedWhateverCompositionItIsBoundAs(_ scope: Scope) throws {
    func check<Value>(_ make: @escaping () -> Value) throws {
      try onEveryWay(scope, make) { ask in
        let object = try #require(try ask() as? Impl)
        #expect(object.leaf != nil, "\(Value.self)")
        #expect(object.awakeCount == 1, "\(Value.self)")
      }
    }
    try check { Impl() as any Open & Other }
    try check { Impl() as any Open & AnyObject }
    try check { Impl() as any Open & Other & Bound }
    try check { Impl() as any Base & Open }
    try check { Impl() as any Generic<Int> & Bound }
    try check { Impl() as any Generic<Int> & Open }
    try check { Impl() as any Generic }
    try check { Impl() as Base }
  }

  @Test(arguments: scopes)
  func aFailedObjectIsReleasedWhateverTypeItIsBoundAs(_ scope: Scope) throws {
    func check<Value>(_ cast: @escaping (Refusing) -> Value) throws {
      weak var made: Refusing?
      let make = { () -> Value in
        let object = Refusing()
        made = object
        return cast(object)
      }
      try onEveryWay(scope, make) { ask in
        #expect(throws: InjectionError.self) { _ = try ask() }
        #expect(made == nil, "\(Value.self)")
      }
    }
    try check { $0 }
    try check { $0 as any Open }
    try check { $0 as any Bound }
    try check { $0 as any Open & Other }
    try check { $0 as any Generic<Int> }
    try check { $0 as AnyObject }
    try check { $0 as Any }
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func aValueIsHandedOutAsItIsWhateverItsLayout(_ scope: Scope) throws {
    func check<Value>(_ value: Value, _ isRight: @escaping (Value) -> Bool) throws {
      try onEveryWay(scope, { value }) { ask in
        let received = try ask()
        #expect(isRight(received), "\(Value.self)")
      }
    }
    try check(Nothing()) { _ in true }
    try check(Aligned()) { $0 == Aligned() }
    try check(Choice.first) { $0 == .first }
    try check(true) { $0 }
    try check("a text that is too long to be stored in place") { $0.hasSuffix("place") }
    try check(Int.self) { $0 == Int.self }
    try check(Impl.self as any Open.Type) { $0 == Impl.self }
    try check({ 5 } as () -> Int) { $0() == 5 }
    try check((1, Leaf())) { $0.0 == 1 }
    for value: any Open in [Nothing(), Aligned(), Choice.first, Choice.second(3)] {
      try check(value) { type(of: $0) == type(of: value) }
    }
    try check(Aligned() as Any) { $0 as? Aligned == Aligned() }
    try check([Impl()] as Any) { ($0 as? [Impl])?.count == 1 }
    try check(Impl.self as Any) { $0 is Impl.Type }
  }
}
