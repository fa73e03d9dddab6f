import Infusion
import Testing

private let depth = largeDepth

private final class Node {
  var next: Node?
  private let released: Counter
  init(_ released: Counter) { self.released = released }
  deinit { released.next() }
}
// Swift releases a chain of one class in a loop, but recurses where classes alternate.
private final class Even {
  var next: Odd?
  private let released: Counter
  init(_ released: Counter) { self.released = released }
  deinit { released.next() }
}
private final class Odd {
  var next: Even?
  private let released: Counter
  init(_ released: Counter) { self.released = released }
  deinit { released.next() }
}
private final class EvenOwner: Injectable {
  var first: Even?
  var absent: Absent?
  static var requires: Requirements { requiring(\.first, named: "0") + requiring(\.absent) }
}
private final class Absent {}
private final class Owner: Injectable {
  var first: Node?
  var absent: Absent?
  static var requires: Requirements {
    requiring(\.first, named: "0") + requiring(\.absent)
  }
}
private final class Head: Injectable {
  var first: Node?
  static var requires: Requirements { requiring(\.first, named: "0") }
}
private class LinkedNode: Injectable {
  weak var head: LinkedNode?
  static var requires: [AnyKeyPath] { [] }
}

/// Takes a chain apart from its head, and returns its length.
///
/// If it were released as a whole, Swift itself would recurse.
private func takeApart(_ head: Node?) -> Int {
  var count = 0
  var node = head
  while let present = node {
    count += 1
    node = present.next
    present.next = nil
  }
  return count
}

/// Binds a chain of named nodes, each of which requires the next one.
private func bindChain(
  _ binder: Binder, _ released: Counter, scope: Scope = .unscoped, isComplete: Bool = true
) {
  for index in 0..<depth {
    let binding = binder.bind(Node.self, named: Name("\(index)")).to { Node(released) }.in(scope)
    if index < depth - 1 || !isComplete {
      binding.injecting(\.next, named: Name("\(index + 1)"))
    }
  }
}

/// Rule 8: property dependencies of any depth work on a 512 KB stack, 100,000 in the longer lane.
struct Rule8DepthTests {
  @Test(arguments: [Scope.unscoped, .graph])
  func rule8ChainOfAnyDepthIsResolved(scope: Scope) throws {
    let released = Counter()
    let count = try onSmallStack {
      let injector = try Injector { bindChain($0, released, scope: scope) }
      return takeApart(try injector.resolve(Node.self, named: "0"))
    }
    #expect(count == depth)
    #expect(released.value == depth)
  }

  @Test func rule8ChainOfAnyDepthIsInjectedIntoAnExistingObject() throws {
    let released = Counter()
    let count = try onSmallStack {
      let injector = try Injector { bindChain($0, released) }
      let head = Head()
      try injector.injectDependencies(into: head)
      let first = head.first
      head.first = nil
      return takeApart(first)
    }
    #expect(count == depth)
    #expect(released.value == depth)
  }

  @Test func rule8SingletonsOfAnyDepthAreReleasedWithTheirInjector() throws {
    let released = Counter()
    let before = try onSmallStack {
      let injector = try Injector { bindChain($0, released, scope: .singleton) }
      _ = try injector.resolve(Node.self, named: "0")
      return withExtendedLifetime(injector) { released.value }
    }
    #expect(before == 0)
    #expect(released.value == depth)
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func rule8FailureAtAnyDepthReleasesEverything(scope: Scope) throws {
    let released = Counter()
    let (error, afterwards) = try onSmallStack {
      let injector = try Injector { bindChain($0, released, scope: scope, isComplete: false) }
      let error = try failure { _ = try injector.resolve(Node.self, named: "0") }
      return (error, released.value)
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Node.self, named: Name("\(depth)")))
    #expect(afterwards == depth)
  }

  @Test(arguments: [Scope.unscoped, .graph])
  func rule8FailureAboveACompleteChainReleasesAllOfIt(scope: Scope) throws {
    let released = Counter()
    let owner = Owner()
    let afterwards = try onSmallStack {
      let injector = try Injector { bindChain($0, released, scope: scope) }
      let error = try failure { try injector.injectDependencies(into: owner) }
      #expect(error.key == Key(Absent.self))
      return released.value
    }
    #expect(owner.first == nil)
    #expect(afterwards == depth)
  }

  @Test func rule8FailureReleasesAChainOfSeveralClassesWithoutRecursion() throws {
    let released = Counter()
    let afterwards = try onSmallStack {
      let injector = try Injector { binder in
        for index in stride(from: 0, to: depth, by: 2) {
          let (present, next) = (Name("\(index)"), Name("\(index + 2)"))
          binder.bind(Even.self, named: present).to { Even(released) }
            .injecting(\.next, named: present)
          let odd = binder.bind(Odd.self, named: present).to { Odd(released) }
          if index < depth - 2 { odd.injecting(\.next, named: next) }
        }
      }
      let error = try failure { try injector.injectDependencies(into: EvenOwner()) }
      #expect(error.key == Key(Absent.self))
      return released.value
    }
    #expect(afterwards == depth)
  }

  @Test func rule8SingletonsCompletedBelowAFailureStayAndAreReleasedWithTheirInjector() throws {
    let released = Counter()
    let before = try onSmallStack {
      let injector = try Injector { bindChain($0, released, scope: .singleton) }
      let error = try failure { try injector.injectDependencies(into: Owner()) }
      #expect(error.code == .missingBinding)
      return withExtendedLifetime(injector) { released.value }
    }
    #expect(before == 0)
    #expect(released.value == depth)
  }

  @Test func rule8PrintedPathShowsTheFirstTenAndTheLastThreeSteps() throws {
    let released = Counter()
    let text = try onSmallStack {
      let injector = try Injector { bindChain($0, released, isComplete: false) }
      return try failure { _ = try injector.resolve(Node.self, named: "0") }.description
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.contains("Requested by:") })
    let steps = lines[(start + 1)...].prefix { !$0.isEmpty }.map { line in
      String(line.drop { $0 == " " })
    }
    #expect(steps.count == 14)
    for (index, step) in steps.prefix(10).enumerated() {
      #expect(step.hasPrefix("\(index + 1). Node.next"))
    }
    #expect(steps[10].hasPrefix("…"))
    // One step for each property, and one for the call.
    let last = depth + 1
    for (index, step) in steps.suffix(3).enumerated() {
      #expect(step.hasPrefix("\(last - 2 + index). "))
    }
    #expect(steps.last?.contains("resolve(Node.self, named: \"0\")") == true)
    #expect(text.count < 4000)
  }

  @Test func rule8LinksOfAnyDepthAreFollowed() throws {
    let released = Counter()
    let isSame = try onSmallStack {
      let end = Node(released)
      let injector = try Injector { binder in
        for index in 0..<depth {
          binder.bind(Node.self, named: Name("\(index)"))
            .to(Node.self, named: Name("\(index + 1)")) { $0 }
        }
        binder.bind(Node.self, named: Name("\(depth)")).to(instance: end)
      }
      return try injector.resolve(Node.self, named: "0") === end
    }
    #expect(isSame)
  }

  @Test func rule8CycleThroughLinksOfAnyDepthCloses() async {
    // In its own process, because an overflow would end all tests.
    await #expect(processExitsWith: .success) {
      let isSame = try onSmallStack {
        let injector = try Injector { binder in
          for index in 0..<depth {
            binder.bind(LinkedNode.self, named: Name("\(index)"))
              .to(LinkedNode.self, named: Name("\(index + 1)")) { $0 }
          }
          binder.bind(LinkedNode.self, named: Name("\(depth)")).to { LinkedNode() }
            .injecting(\.head, named: "0")
        }
        let node = try injector.resolve(LinkedNode.self, named: "0")
        return node.head === node
      }
      #expect(isSame)
    }
  }
}
