import Infusion

/// A node of a chain, bound under a name of its own.
final class Node {
  var next: Node?
  init() { objectsMade &+= 1 }
}

enum Chain {
  /// An injector that makes a chain of the given length from its first node.
  static func injector(_ length: Int) throws -> Injector {
    try Injector { binder in
      for index in 0..<length {
        let binding = binder.bind(Node.self, named: Name("\(index)")).to { Node() }
        if index < length - 1 { binding.injecting(\.next, named: Name("\(index + 1)")) }
      }
    }
  }

  /// The same chain by hand.
  @inline(__always)
  static func byHand(_ length: Int) -> Node {
    let first = Node()
    var last = first
    for _ in 1..<length {
      let node = Node()
      last.next = node
      last = node
    }
    return first
  }

  /// Releases a chain node by node, because Swift would recurse.
  static func takeApart(_ first: Node?) {
    var node = first
    while let present = node {
      node = present.next
      present.next = nil
    }
  }
}
