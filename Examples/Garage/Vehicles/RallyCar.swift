import Infusion

/// Has no radio, and requests new tires whenever it wants them.
final class RallyCar: SportsCar {
  private var tires: Provider<Tire>!

  override class var requires: Requirements {
    requiring(\.tires) + Car.excluding(\.radio)
  }

  func changeTires() throws -> [Tire] {
    try (1...4).map { _ in try tires.get() }
  }
}
