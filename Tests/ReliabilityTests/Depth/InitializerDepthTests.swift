import Infusion
import Testing

/// Initializers whose parameters are made by other initializers, over a thousand types.
struct InitializerDepthTests {
  @Test(arguments: [1, 2, 3, 10, 100, 1_000])
  func cyclicInitializersOfAnyLengthAreErrors(length: Int) throws {
    onThreads(1, stackSize: smallStack) { _ in
      unexpected {
        let injector = try Injector { binder in
          for index in 0..<length {
            Ring.type(index).bind(before: Ring.type((index + 1) % length), binder)
          }
        }
        do throws(InjectionError) {
          _ = try Ring.type(length / 2).resolve(from: injector)
          Issue.record("a ring of initializers has no beginning")
        } catch {
          #expect(error.code == .cyclicDependency)
          #expect(error.description.split(separator: "\n").count < 60)
        }
      }
    }
  }

  @Test func initializersOfAnyDepthNeedNoStack() throws {
    onThreads(1, stackSize: smallStack) { _ in
      unexpected {
        let depth = 1_000
        let injector = try Injector { binder in
          for index in 0..<depth - 1 {
            Ring.type(index).bind(before: Ring.type(index + 1), binder)
          }
          Ring.type(depth - 1).bindLast(binder)
        }
        var next: AnyObject? = try Ring.type(0).resolve(from: injector)
        var count = 0
        while let ringed = next as? any Chained {
          next = ringed.takeNext()
          count += 1
        }
        #expect(count == depth)
      }
    }
  }
}
