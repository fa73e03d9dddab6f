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

  /// In its own process, because an overflow would end all tests.
  @Test func initializedObjectsThatACallSharesAreReleasedOneByOne() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          var type: any Layer.Type = Core.self
          for _ in 0..<20_000 { type = type.surrounding }
          let outermost = type
          let injector = try Injector { binder in
            binder.bind(Int.self).to { injector in
              try outermost.request(from: injector)
              return 1
            }
          }
          #expect(try injector.resolve(Int.self) == 1)
        }
      }
    }
  }
}

private protocol Layer: SendableMetatype {
  static var surrounding: any Layer.Type { get }
  static func request(from injector: Injector) throws
}

extension Layer {
  static var surrounding: any Layer.Type { Shell<Self>.self }
  static func request(from injector: Injector) throws { _ = try injector.resolve(Self.self) }
}

private final class Core: Layer, DefaultInitializable {}

private final class Shell<Inner: Layer>: Layer, InitializerDeclaring, Scoped {
  let inner: Inner
  init(inner: Inner) { self.inner = inner }
  static var initializer: Initializer { Initializer(Shell.init(inner:)) }
  static var scope: Scope { .graph }
}
