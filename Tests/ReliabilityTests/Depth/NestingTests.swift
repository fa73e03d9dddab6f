import Infusion
import Testing

/// User code that requests its own type again reaches a limit before the end of the stack.
///
/// The tests run in their own processes, because an overflow would end all tests.
struct NestingTests {
  @Test func nestedClosuresReachTheirLimitBeforeTheStackEnds() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let injector = try Injector { binder in
            for index in 0..<1_000 {
              binder.bind(ChainLink.self, named: Name("\(index)")).to { injector in
                let node = ChainLink()
                node.next = try injector.resolve(ChainLink.self, named: Name("\(index + 1)"))
                return node
              }
            }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(ChainLink.self, named: "0")
            Issue.record("no limit")
          } catch {
            #expect(error.code == .cyclicDependency)
          }
          // Requests within the limit succeed.
          #expect(throws: InjectionError.self) {
            try injector.resolve(ChainLink.self, named: "810")
          }
        }
      }
    }
  }

  @Test func nestedAwakesReachTheirLimitBeforeTheStackEnds() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let injector = try Injector { binder in
            binder.bind(Greedy.self).to { (_, depth: Int) in Greedy(depth) }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(Greedy.self, arguments: 0)
            Issue.record("no limit")
          } catch {
            #expect(error.code == .cyclicDependency)
          }
        }
      }
    }
  }
}

private final class Greedy: AwakesFromInjection, Injectable {
  var factory: ObjectFactory!
  private let depth: Int
  init(_ depth: Int) { self.depth = depth }
  static var requires: [PartialKeyPath<Greedy>] { [\.factory] }
  func awakeFromInjection() throws {
    _ = try factory.resolve(Greedy.self, arguments: depth + 1)
  }
}
