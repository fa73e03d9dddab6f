import Infusion

/// Has no radio, and takes new tires whenever it wants some.
final class RallyCar: SportsCar {
  private var tires: Provider<Tire>!

  override class var requires: Requirements {
    requiring(\.tires) + Car.excluding(\.radio)
  }

  func changeTires() throws -> [Tire] {
    try (1...4).map { _ in try tires.get() }
  }
}
