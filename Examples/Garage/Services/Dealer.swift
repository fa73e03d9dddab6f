import Infusion

/// Creates more vehicles on demand.
///
/// It lives as long as the injector. A reference to the injector would keep both alive for ever, so
/// it holds an object factory.
final class Dealer: Injectable {
  private var factory: ObjectFactory!

  static var requires: [PartialKeyPath<Dealer>] { [\.factory] }

  /// Creates a vehicle, complete with everything that its class requires.
  func order(_ model: Vehicle.Type, named name: String, color: String) throws -> Vehicle {
    try factory.create { model.init(name: name, color: color) }
  }
}
