import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Children may be nested more deeply than a stack allows.
struct NestedChildrenTests {
  @Test(arguments: Use.allCases)
  func aThousandNestedChildrenNeedLittleStack(use: Use) async {
    await #expect(processExitsWith: .success) { [use] in
      let live = Counter()
      let kept = Locked<Injector?>(nil)
      // Created on the large stack, used and released on the small one.
      unexpected {
        var injector = try Injector { binder in
          binder.bind(CountedLink.self).to { CountedLink(live) }.in(.singleton)
          binder.bind(ChainLink.self).to { ChainLink() }.injecting(\.next, named: "own")
          if use == .contributions { binder.contribute(Int.self).to { 0 } }
          if use == .extensions { binder.extend(BareLink.self).injecting(\.node) }
        }
        _ = try injector.resolve(CountedLink.self)
        for index in 1...1_000 {
          injector = try injector.makeChild { binder in
            binder.bind(ChainLink.self, named: "own").to { ChainLink() }
            if use == .contributions { binder.contribute(Int.self).to { index } }
          }
        }
        kept.with { $0 = injector }
      }
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          guard let injector = kept.current else { return }
          switch use {
          case .singleton: _ = try injector.resolve(CountedLink.self)
          case .unscoped: #expect(try injector.resolve(ChainLink.self).next != nil)
          case .contributions: #expect(try injector.resolve([Int].self) == Array(0...1_000))
          case .extensions:
            let bare = BareLink()
            try injector.injectDependencies(into: bare)
            #expect(bare.node?.next != nil)
          case .asking: #expect(injector.hasBinding(CountedLink.self))
          case .missing:
            #expect(throws: InjectionError.self) { try injector.resolve(String.self) }
          case .release: break
          }
        }
        kept.with { $0 = nil }
      }
      expectEventually { live.value == 0 }
    }
  }

  enum Use: String, CaseIterable, Codable {
    case singleton, unscoped, contributions, extensions, asking, missing, release
  }
}

private final class BareLink: @unchecked Sendable {
  var node: ChainLink?
}
