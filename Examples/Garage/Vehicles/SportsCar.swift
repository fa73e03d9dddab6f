import Infusion

/// Adds a turbocharger, and requires another engine than other cars.
class SportsCar: Car {
  private(set) var turbo: Turbo!

  override class var requires: Requirements {
    requiring(\.turbo) + Car.requiring(\.engine, named: .sport)
  }
}
