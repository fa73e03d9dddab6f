import Infusion
import XCTest

/// The runner creates the test case; one line injects its properties.
final class ShopXCTests: XCTestCase, Injectable {
  var checkout: Checkout!
  @Injected var sign: Sign
  static var requires: [PartialKeyPath<ShopXCTests>] { [\.checkout] }

  override func setUpWithError() throws {
    try Injector(ShopModule()).injectDependencies(into: self)
  }

  func testPropertiesAreInjectedIntoTheObjectOfTheRunner() {
    XCTAssertEqual(checkout.sign, "shop")
    XCTAssertEqual(sign, "shop")
  }

  func testBindingsAreOverriddenForOneTest() throws {
    try Injector(ShopModule().overriding { $0.bind(Sign.self).to(instance: "test") })
      .injectDependencies(into: self)
    XCTAssertEqual(checkout.sign, "test")
    XCTAssertEqual(sign, "test")
  }

  func testAnAsynchronousTestFindsItsProperties() async {
    await Task.yield()
    XCTAssertEqual(checkout.sign, "shop")
  }
}

/// A superclass for tests that share properties, which are injected superclass first.
class ShopXCTestCase: XCTestCase, Injectable {
  var gateway: Gateway!
  class var requires: Requirements { requiring(\.gateway) }

  override func setUpWithError() throws {
    try Injector(ShopModule(), FakesModule()).injectDependencies(into: self)
  }
}

final class CheckoutXCTests: ShopXCTestCase {
  var checkout: Checkout!
  override class var requires: Requirements { requiring(\.checkout) }

  func testInheritedPropertiesAreInjected() {
    XCTAssert(gateway is FakeGateway)
    XCTAssertEqual(checkout.sign, "fakes")
  }
}

/// Receives an object of the main actor; the test case itself belongs to no actor.
final class MainActorXCTests: XCTestCase, @MainActor Injectable {
  @MainActor private final class Screen: @MainActor Injectable {
    var gateway: Gateway!
    static var requires: Requirements { requiring(\.gateway) }
    init() {}
  }

  @MainActor private var screen: Screen!
  @MainActor static var requires: Requirements { requiring(\.screen) }

  @MainActor override func setUp() async throws {
    let injector = try Injector { @MainActor binder in
      binder.install(ShopModule())
      binder.bind(Screen.self).to { Screen() }
    }
    try injector.injectDependencies(into: self)
  }

  @MainActor
  func testAnObjectOfTheMainActorIsInjected() async {
    XCTAssertNotNil(screen.gateway)
  }
}

/// Sets the current injector for code under test: the runner calls each test through `invokeTest`.
final class CurrentInjectorXCTests: XCTestCase {
  override func invokeTest() {
    do {
      let injector = try Injector(ShopModule())
      Injector.withCurrent(injector) { super.invokeTest() }
    } catch {
      XCTFail("\(error)")
    }
  }

  func testTheInjectorIsTheCurrentOne() throws {
    XCTAssertEqual(try inject(Sign.self), "shop")
    XCTAssert(try inject(Gateway.self) === inject(Gateway.self))
  }

  func testEachTestHasItsOwn() throws {
    try Injector.current.update { $0.bind(Sign.self).to(instance: "changed") }
    XCTAssertEqual(try inject(Sign.self), "changed")
  }

  func testAnAsynchronousTestHasItToo() async throws {
    await Task.yield()
    XCTAssertEqual(try inject(Sign.self), "shop")
  }
}
