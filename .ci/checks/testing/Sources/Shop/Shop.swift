public import Infusion

public final class Register: DefaultInitializable {
  public init() {}
}

public final class Shop: Injectable {
  public private(set) var register: Register!
  public private(set) var sign: String!
  public static var requires: [PartialKeyPath<Shop>] { [\.register, \.sign] }
  public init() {}
}

/// Public, and not Sendable, as a module of a library is.
public struct ShopModule: Module {
  let sign: String?
  public init(sign: String?) { self.sign = sign }
  public func configure(_ binder: Binder) {
    binder.bind(Shop.self).to { Shop() }.in(.singleton)
    if let sign { binder.bind(String.self).to(instance: sign) }
  }
}
