import Infusion
import Testing

/// Instances that one outermost call shares, in calls that have many of them, or fail, or nest.
struct GraphScopeTests {
  private final class Part {
    let number: Int
    private let onEnd: () -> Void
    init(_ number: Int, onEnd: @escaping () -> Void = {}) {
      self.number = number
      self.onEnd = onEnd
    }
    deinit { onEnd() }
  }

  private struct Size: Equatable {
    let words: [Int]
  }

  @Test(arguments: [1, 64, 65, 1_000])
  func aCallMayShareAnyNumberOfInstances(count: Int) throws {
    let injector = try Injector { binder in
      for number in 0..<count {
        binder.bind(Part.self, named: Name("\(number)")).to { Part(number) }.in(.graph)
      }
    }
    for _ in 0..<2 {
      var last: [ObjectIdentifier] = []
      _ = try injector.create { () -> Part in
        let parts = try (0..<count).map { try injector.resolve(Part.self, named: Name("\($0)")) }
        let again = try (0..<count).map { try injector.resolve(Part.self, named: Name("\($0)")) }
        #expect(zip(parts, again).allSatisfy { $0 === $1 })
        #expect(parts.map(\.number) == Array(0..<count))
        last = parts.map(ObjectIdentifier.init)
        return parts[0]
      }
      #expect(Set(last).count == count)
    }
    let first = try injector.resolve(Part.self, named: "0")
    #expect(try injector.resolve(Part.self, named: "0") !== first)
  }

  @Test func valuesAreSharedToo() throws {
    var made = 0
    let injector = try Injector { binder in
      binder.bind(Size.self).to {
        made += 1
        return Size(words: [made])
      }.in(.graph)
      binder.bind(Int.self).to { (injector: Injector) in
        let first: Size = try injector.resolve()
        let second: Size = try injector.resolve()
        #expect(first == second)
        return first.words[0]
      }
    }
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test func aFailedInstanceIsMadeAgainInTheSameCall() throws {
    var fails = true
    let injector = try Injector { binder in
      binder.bind(Part.self).to {
        defer { fails = false }
        if fails { throw Missing() }
        return Part(1)
      }.in(.graph)
      binder.bind(Int.self).to { (injector: Injector) in
        #expect(throws: InjectionError.self) { try injector.resolve(Part.self) }
        let part: Part = try injector.resolve()
        let same: Part = try injector.resolve()
        #expect(part === same)
        return part.number
      }
    }
    #expect(try injector.resolve(Int.self) == 1)
  }

  @Test func anInstanceThatAsksWhenItEndsFindsAnOrderlyState() throws {
    let numbers = Locked([Int]())
    weak var asked: Injector?
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "inner").to { Part(1) }.in(.graph)
      for name in ["a", "b", "c"] {
        binder.bind(Part.self, named: Name(name)).to {
          Part(2) {
            let part = try? asked?.resolve(Part.self, named: "inner")
            numbers.with { $0.append(part?.number ?? 0) }
          }
        }.in(.graph)
      }
      binder.bind(Int.self).to { (injector: Injector) in
        for name in ["a", "b", "c", "a"] {
          _ = try injector.resolve(Part.self, named: Name(name))
        }
        return 3
      }
    }
    asked = injector
    for _ in 0..<3 { #expect(try injector.resolve(Int.self) == 3) }
    #expect(numbers.current == Array(repeating: 1, count: 9))
  }

  @Test func aChildAndItsParentHaveInstancesOfTheirOwn() throws {
    let parent = try Injector { $0.bind(Part.self).to { Part(1) }.in(.graph) }
    let child = try parent.makeChild { _ in }
    _ = try parent.create { () -> Part in
      let own: Part = try parent.resolve()
      let childs: Part = try child.resolve()
      #expect(own !== childs)
      #expect(try parent.resolve(Part.self) === own)
      #expect(try child.resolve(Part.self) === childs)
      return own
    }
  }

  /// What an update builds is published when the update ends, after the calls that have built it.
  @Test func anUpdateLeavesNothingToLaterCalls() throws {
    let injector = try Injector { binder in
      binder.bind(First.self).to { First() }.in(.graph)
      binder.bind(Second.self).to { Second() }
    }
    for number in 1...3 {
      try injector.update { binder in
        binder.bind(String.self).to { "" }
        // What asks for the binding of an update depends on the update.
        binder.bind(Part.self).to { injector in
          Part(number + (try injector.resolve(String.self).count))
        }.in(.graph)
        binder.bind(Int.self).to { injector in
          try injector.resolve(Part.self).number
        }.asEagerSingleton()
        binder.bind(Holder.self).to { Holder(try $0.resolve(Part.self)) }.asEagerSingleton()
      }
      let first = try injector.resolve(First.self)
      #expect(first.second.first === first)
      first.second.first = nil
      #expect(try injector.resolve(Int.self) == number)
    }
  }

  private final class First: Injectable {
    var second: Second!
    static var requires: [PartialKeyPath<First>] { [\.second] }
  }

  private final class Second: Injectable {
    var first: First!
    static var requires: [PartialKeyPath<Second>] { [\.first] }
  }

  private final class Holder {
    let part: Part
    init(_ part: Part) { self.part = part }
  }

  private struct Missing: Error {}
}
