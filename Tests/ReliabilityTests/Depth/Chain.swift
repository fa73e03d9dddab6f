import Infusion
import Testing

/// The stack size for the tests of depth.
let smallStack = 512 * 1024

/// Records an error of the body as an issue.
func unexpected(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  do {
    try body()
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

func chain(_ depth: Int, _ binder: Binder, _ scope: Scope) {
  for index in 0..<depth {
    binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }.in(scope)
      .injecting(\.next, named: Name("\(index + 1)"))
  }
  binder.bind(ChainLink.self, named: Name("\(depth)")).to { ChainLink() }.in(scope)
}

/// Releases a chain link by link; returns the number of links.
@discardableResult
func takeApart(_ first: ChainLink) -> Int {
  var node: ChainLink? = first
  var count = 0
  while let next = node?.next {
    node?.next = nil
    node = next
    count += 1
  }
  return count
}

final class ChainLink: @unchecked Sendable {
  var next: ChainLink?
}

final class CountedLink: @unchecked Sendable {
  var next: CountedLink?
  private let live: Counter
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}
