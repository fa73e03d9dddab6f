import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sites of custom stores are created and released while threads use them.
struct CustomStoreConcurrencyTests {
  @Test func storesThatAreEmptiedUnderLoadNeverStopTheProcess() async {
    // In its own process, because the process has one lock for all sites.
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      let store = MemoryStore()
      let scope = Scope("store") { _ in store }
      let injector = try Injector { binder in
        binder.bind(Token.self).to { Token() }.in(scope)
      }
      let finished = Latch(8)
      for thread in 0..<8 {
        startThread {
          for round in 0..<Settings.times(50_000) {
            _ = try? injector.resolve(Token.self)
            if round % 2 == thread % 2 { store.removeAll() }
          }
          finished.countDown()
        }
      }
      guard finished.wait() else { exit(2) }
    }
  }
}

private final class Token: Sendable {}
