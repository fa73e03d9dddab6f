import Infusion
import Testing

func askAll(
  _ injector: Injector, _ count: Int
) -> [Int: Result<Peer, InjectionError>] {
  let found = Locked<[Int: Result<Peer, InjectionError>]>([:])
  onThreads(count) { thread in
    let result = Result { () throws(InjectionError) in
      try injector.resolve(Peer.self, named: Name("\(thread)"))
    }
    found.with { $0[thread] = result }
  }
  return found.current
}

func expectFinished(_ found: [Int: Result<Peer, InjectionError>], _ count: Int) {
  var nodes: [Int: Peer] = [:]
  func meet(_ node: Peer?) {
    guard let node else { return }
    if let known = nodes[node.index] {
      #expect(known === node, "two objects of one singleton")
      return
    }
    nodes[node.index] = node
    #expect(node.awakes == 1)
    #expect(node.next != nil)
    meet(node.next)
    meet(node.other)
  }
  for index in 0..<count {
    switch found[index] {
    case .success(let node): meet(node)
    case .failure(let error): Issue.record("\(error)")
    case nil: Issue.record("no answer")
    }
  }
  #expect(nodes.count == count)
}

func takeApart(_ injector: Injector, _ count: Int) {
  for index in 0..<count {
    let node = try? injector.resolve(Peer.self, named: Name("\(index)"))
    node?.next = nil
    node?.other = nil
  }
}

/// Makes the first creators of all keys run at the same time.
final class Meeting: Sendable {
  private let latch: Latch
  private let hasArrived: Locked<Set<Int>> = Locked([])

  init(_ count: Int) { latch = Latch(count) }

  func arrive(_ index: Int) {
    if hasArrived.with({ $0.insert(index).inserted }) { latch.countDown() }
    _ = latch.wait(within: .milliseconds(200))
  }
}

final class Peer: Injectable, AwakesFromInjection, @unchecked Sendable {
  let index: Int
  var next: Peer?
  var other: Peer?
  private(set) var awakes = 0

  init(_ index: Int) { self.index = index }

  static var requires: [PartialKeyPath<Peer>] { [] }
  func awakeFromInjection() { awakes += 1 }

  /// The number of the first unfinished peer among all that can be reached.
  var firstUnfinished: Int? {
    var seen: Set<ObjectIdentifier> = []
    var open: [Peer] = [self]
    while let node = open.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      guard node.awakes == 1, let next = node.next, let other = node.other else {
        return node.index
      }
      open += [next, other]
    }
    return nil
  }
}
