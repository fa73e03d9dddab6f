import Infusion
import Shop
import XCTest

final class ShopXCTests: XCTestCase, Injectable {
  var shop: Shop!
  static var requires: [PartialKeyPath<ShopXCTests>] { [\.shop] }

  override func setUpWithError() throws {
    try Injector(ShopModule(sign: "open")).injectDependencies(into: self)
  }

  func testTheShopIsOpen() {
    XCTAssertEqual(shop.sign, "open")
  }
}
