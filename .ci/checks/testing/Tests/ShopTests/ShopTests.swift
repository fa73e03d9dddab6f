import Infusion
import InfusionTesting
import Shop
import Testing

@Suite(.injector(ShopModule(sign: "open")), .recordingInjections)
struct ShopTests {
  @Test func theShopIsOpen() throws {
    #expect(try inject(Shop.self).sign == "open")
    try InjectionRecorder.current.expectCreatedOnce(Shop.self)
    expectValidGraph(try .current)
  }

  @Test(.overriding { $0.bind(String.self).to(instance: "closed") })
  func theShopIsClosed() async throws {
    async let sign = inject(Shop.self).sign
    #expect(try await sign == "closed")
  }
}

/// These fail: the check reads what they say.
struct MistakenTests {
  @Test(.injector { $0.bind(Shop.self).to { Shop() }.asEagerSingleton() })
  func theInjectorCannotBeMade() {  // here
    Issue.record("the body of the test runs")
  }

  @Test func theGraphIsInvalid() {
    expectValidGraph(ShopModule(sign: nil))  // here
  }
}
