import Infusion

// The example of these tests: a small shop.

class Gateway {}
final class FakeGateway: Gateway {}
final class OtherGateway: Gateway {}

final class Checkout: Injectable {
  var gateway: Gateway!
  var sign: Sign!
  static var requires: [PartialKeyPath<Checkout>] { [\.gateway, \.sign] }
}

/// A sign that names its origin.
struct Sign: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String
  init(stringLiteral text: String) { self.text = text }
}

struct ShopModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Gateway.self).to { Gateway() }.in(.singleton)
    binder.bind(Checkout.self).to { Checkout() }
    binder.bind(Sign.self).to(instance: "shop")
  }
}

struct FakesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Gateway.self).to { FakeGateway() }
    binder.bind(Sign.self).to(instance: "fakes")
  }
}

/// Throws when it is configured.
struct BrokenModule: Module {
  struct Refused: Error {}
  func configure(_ binder: Binder) throws { throw Refused() }
}

/// Contributes one number.
struct NumberModule: Module {
  let number: Int
  func configure(_ binder: Binder) { binder.contribute(Int.self).to(instance: number) }
}
