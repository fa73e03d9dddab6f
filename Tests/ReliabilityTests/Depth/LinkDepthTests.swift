import Infusion
import Testing

/// Chains and rings of linked bindings.
///
/// The tests run in their own processes, because an overflow would end all tests.
struct LinkDepthTests {
  @Test func linksOfAnyDepthNeedNoStack() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let depth = Settings.depth
          let injector = try Injector { binder in
            for index in 0..<depth {
              binder.bind(ChainLink.self, named: Name("\(index)"))
                .to(ChainLink.self, named: Name("\(index + 1)")) { $0 }
            }
            binder.bind(ChainLink.self, named: Name("\(depth)")).to { ChainLink() }
          }
          _ = try injector.resolve(ChainLink.self, named: "0")
        }
      }
    }
  }

  @Test(arguments: [1, 10, 100, 1_000, Settings.depth])
  func ringsOfLinksOfAnyLengthAreErrors(length: Int) async {
    await #expect(processExitsWith: .success) { [length] in
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(ChainLink.self, named: Name("\(index)"))
                .to(ChainLink.self, named: Name("\((index + 1) % length)")) { $0 }
            }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(ChainLink.self, named: "0")
            Issue.record("a ring of links has no beginning")
          } catch {
            #expect(length == 1 ? error.code == .missingBinding : error.code == .cyclicDependency)
          }
        }
      }
    }
  }

  @Test func ringsThroughLongChainsOfLinksClose() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let length = Settings.depth
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(ChainLink.self, named: Name("\(index)"))
                .to(ChainLink.self, named: Name("\(index + 1)")) { $0 }
            }
            binder.bind(ChainLink.self, named: Name("\(length)")).to { ChainLink() }
              .injecting(\.next, named: "0")
          }
          let node = try injector.resolve(ChainLink.self, named: "0")
          #expect(node.next === node)
          node.next = nil
        }
      }
    }
  }
}
