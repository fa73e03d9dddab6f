import Infusion
import Testing

/// The memory layout of closures, in which the library finds the actor that a closure belongs to.
struct ClosureAssumptionsTests {
  private struct Holder {
    let closure: (Int) throws -> Void

    var context: UInt {
      withUnsafeBytes(of: self) {
        $0.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
      }
    }
  }

  @Test func aClosureConsistsOfCodeAndCaptures() {
    #expect(MemoryLayout<Holder>.size == 2 * MemoryLayout<UInt>.size)
    let journal = Journal()
    #expect(Holder { journal.note("\($0)") }.context != 0)
    #expect(Holder { _ in }.context == 0)
  }

  /// A function whose isolation was erased, as a structure stores it.
  private struct Erased<each Input> {
    let function: @isolated(any) (repeat each Input) throws -> Int
  }
  private struct Plain<each Input> {
    let function: (repeat each Input) throws -> Int
  }

  private func isolation<each Input>(
    of function: @escaping @isolated(any) (repeat each Input) throws -> Int
  ) -> (any Actor)? {
    Erased(function: function).function.isolation
  }

  private func call<each Input>(
    _ function: @escaping @isolated(any) (repeat each Input) throws -> Int,
    _ input: repeat each Input
  ) throws -> Int {
    try unsafeBitCast(Erased(function: function), to: Plain<repeat each Input>.self)
      .function(repeat each input)
  }

  @Test func aFunctionRevealsItsIsolationAndIsCalledWithoutIt() throws {
    #expect(isolation { 1 } == nil)
    #expect(isolation { @MainActor in 1 } === MainActor.shared)
    #expect(isolation { @MainActor (_: Int, _: String) in 1 } === MainActor.shared)
    let number = 7
    #expect(try call { @MainActor in number } == 7)
    #expect(try call({ @MainActor (text: String, more: Int) in text.count + more }, "abc", 4) == 7)
  }

  private actor Owner {
    private var count = 0
    func look() -> (own: [Bool], others: [Bool]) {
      let (number, array) = (1, [1])
      let holder = OwnerHolder(self)
      var variable = 0
      let text: any CustomStringConvertible = "text"
      let absent = Optional<(Int, Int)>.none
      let (address, tuple, object) = (ObjectIdentifier(self), (self, 1), self as AnyObject)
      let count = { self.count }
      let nested = { array.count + count() }
      let other = { holder.number }
      let function: @convention(c) (Int32) -> Int32 = { -$0 }
      let nothing = makeNothing()
      let (flag, bytes, pair) = (true, (1, 2) as (UInt8, UInt8), (1, 2, 3) as (Int32, Int32, Int32))
      let own = [
        captures(self) { self.count }, captures(self) { self.count + number },
        captures(self) { array.count + self.count },
        captures(self) { array.count + number + holder.number + self.count },
        // Through another closure.
        captures(self) { count() }, captures(self) { count() + number },
        captures(self) { number + nested() }, captures(self, count),
        // Behind a value of no size.
        captures(self) { nothing.number + self.count },
      ]
      let others = [
        captures(self) { 1 }, captures(self) { number }, captures(self) { array.count + number },
        captures(self) { holder.number }, captures(self) { holder.number + number },
        captures(self) { other() + number }, captures(self) { [weak self] in self == nil },
        // A function without captures, and captures at any address.
        captures(self) { Int(function(-3)) + number },
        captures(self) { (flag ? bytes.0 : bytes.1) + UInt8(clamping: number) },
        captures(self) { flag ? pair.0 : pair.1 },
        captures(self) {
          variable += number
          return variable
        }, captures(self) { text.description + "\(number)" },
        captures(self) { absent == nil ? number : 0 }, captures(self) { nothing.number + number },
        // The actor, but not what the closure belongs to.
        captures(self) { address.hashValue + number },
        captures(self) { withExtendedLifetime(tuple.0) { tuple.1 } + number },
        captures(self) { withExtendedLifetime(object) { number } },
      ]
      return (own, others)
    }
  }

  /// A function may belong to the actor that it receives.
  private func look(on actor: isolated (any Actor)?) -> [Bool] {
    guard let present = actor else { return [] }
    let number = 1
    return [
      captures(present) { withExtendedLifetime(actor) { 1 } },
      captures(present) { withExtendedLifetime(actor) { number } },
    ]
  }

  @Test func aClosureThatBelongsToAnIsolatedParameterCapturesIt() async {
    #expect(await look(on: Owner()) == [true, true])
  }

  @Test func aFunctionOfCCapturesNothing() {
    struct FunctionHolder { let function: @convention(c) (Int32) -> Int32 }
    let holder = FunctionHolder { -$0 }
    #expect(!ClosureContext.captures(OwnerObject(), inContextOf: holder))
  }

  private final class OwnerHolder: Sendable {
    let owner: Owner
    let number = 1
    init(_ owner: Owner) { self.owner = owner }
  }

  @Test func aClosureThatBelongsToAnActorCapturesIt() async {
    let (own, others) = await Owner().look()
    #expect(own.allSatisfy { $0 }, "\(own)")
    #expect(!others.contains(true), "\(others)")
  }

  /// In a generic context, the size of a value may not be known.
  private actor GenericOwner<Element: Sendable> {
    private var count = 0
    func look(_ element: Element) -> (own: [Bool], others: [Bool]) {
      let (count, number) = ({ (_: Element) in self.count }, 1)
      let more = { (_: Element) in self.count + number }
      let other = { number }
      let own = [
        captures(self) { count(element) },
        captures(self) { withExtendedLifetime(element) { number + count(element) } },
        captures(self) { withExtendedLifetime(element) { more(element) } },
      ]
      return (
        own + lookThrough([element]) + lookThrough(1, "a", 2),
        [captures(self) { other() + number }]
      )
    }

    private func lookThrough<First, each Other>(
      _ first: First, _ others: repeat each Other
    ) -> [Bool] {
      [captures(self) { withExtendedLifetime((first, (repeat each others))) { self.count } }]
    }

    private func lookThrough<Other: Sendable>(_ others: [Other]) -> [Bool] {
      let count = { Counted(element: others[0], count: self.count) }
      return [captures(self, count), captures(self) { count() }]
    }
  }
  private struct Counted<Element> {
    let element: Element
    let count: Int
  }

  @Test func aClosureThatBelongsToAGenericActorCapturesIt() async {
    let (own, others) = await GenericOwner<String>().look("a")
    #expect(own.allSatisfy { $0 }, "\(own)")
    #expect(!others.contains(true), "\(others)")
  }

  /// A closure that knows its isolation: it is described with the captures, or lies before what a
  /// generic context is specialized for. A pack of parameters is such a context in a debug build.
  private actor AnyOwner<Element: Sendable> {
    private var count = 0

    func look(_ element: Element, _ text: String) -> (own: [Bool], others: [Bool]) {
      let (number, object) = (1, OwnerObject())
      let own = { self.count }
      let ownOf = { (_: Element) in self.count }
      let other = { number }
      let otherOf = { (_: Int) throws -> Int in object.number }
      let plain: (Int) throws -> Int = { $0 + own() }
      let any: @isolated(any) (Int) throws -> Int = { $0 + own() }
      return (
        own: [
          anyCaptures(self) { (_: Int) in self.count },
          anyCaptures(self) { (_: Int) in own() },
          anyCaptures(self) { own() },
          anyCaptures(self) { (_: Int, _: String, _: Element) in own() + number },
          anyCaptures(self) { (_: Int) in text.count + object.number + own() },
          anyCaptures(self) { (other: Element) in ownOf(other) },
          anyCaptures(self) { (_: Int) in ownOf(element) },
          anyCaptures(self, plain), anyCaptures(self, any),
        ],
        others: [
          anyCaptures(self) { 1 }, anyCaptures(self) { (_: Int) in 1 },
          anyCaptures(self) { (_: Int) in object.number },
          anyCaptures(self) { (_: Int, _: Element) in number + text.count + object.number },
          anyCaptures(self) { (_: Int) in other() },
          anyCaptures(self) { (_: Element) in other() + number },
          anyCaptures(self) { @MainActor (_: Int) in number }, anyCaptures(self, otherOf),
        ]
      )
    }

    /// An asynchronous closure that knows its isolation, stored as one that does not.
    ///
    /// Behind the captures lies memory that has held the actor.
    func lookAtAsynchronous(_ element: Element) -> [Bool] {
      for count in 1...16 {
        let identities = Array(repeating: ObjectIdentifier(self), count: count)
        withExtendedLifetime(identities) {}
      }
      let count = { (_: Element) in self.count }
      let any: @isolated(any) () async -> Void = { _ = count(element) }
      let asynchronous: () async -> Void = any
      return [
        anyCaptures(self) { (_: Int) in withExtendedLifetime(asynchronous) { 1 } },
        captures(self) { withExtendedLifetime(asynchronous) { 1 } },
        captures(self) { withExtendedLifetime(any) { 1 } },
      ]
    }
  }
  private final class OwnerObject: Sendable { let number = 1 }

  @Test func aClosureThatKnowsItsIsolationBeginsWithIt() async {
    let (own, others) = await AnyOwner<String>().look("a", "b")
    #expect(own.allSatisfy { $0 }, "\(own)")
    #expect(!others.contains(true), "\(others)")
    let asynchronous = await AnyOwner<String>().lookAtAsynchronous("a")
    #expect(!asynchronous.contains(true), "\(asynchronous)")
  }

  private actor Recycler {
    private var count = 0
    /// Memory that has held the actor at its end is used for a closure that ends before.
    func look() -> Int {
      let (first, second) = (1, 2)
      return (0..<1000).count { _ in
        withExtendedLifetime(makeLarge(first, second)) {}
        return captures(self) { first + second }
      }
    }
    private func makeLarge(_ first: Int, _ second: Int) -> () -> Int {
      { first + second + self.count }
    }
  }

  @Test func whatLiesBehindTheCapturesIsNotRead() async {
    #expect(await Recycler().look() == 0)
  }
}

private protocol Numbering: Sendable { var number: Int { get } }
private struct Nothing: Numbering { var number: Int { 0 } }
private func makeNothing() -> some Numbering { Nothing() }

private func captures<Result>(
  _ object: AnyObject, _ closure: @escaping () throws -> Result
) -> Bool {
  ClosureContext.captures(object, inContextOf: Holder(closure: closure))
}

private struct Holder<Result> { let closure: () throws -> Result }

private func anyCaptures<Result, each Input>(
  _ object: AnyObject, _ closure: @escaping @isolated(any) (repeat each Input) throws -> Result
) -> Bool {
  ClosureContext.captures(
    object, inContextOf: AnyHolder(closure: closure), knowsIsolation: true)
}

private struct AnyHolder<Result, each Input> {
  let closure: @isolated(any) (repeat each Input) throws -> Result
}
