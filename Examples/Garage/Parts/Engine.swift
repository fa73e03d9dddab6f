import Infusion

/// What a vehicle knows of its engine.
///
/// A module decides which class it gets.
protocol Engine: Part {
  var fuel: String { get }
}

final class PetrolEngine: Part, Engine, DefaultInitializable {
  let fuel = "petrol"
}

final class RacingEngine: Part, Engine, DefaultInitializable {
  let fuel = "racing fuel"
}

final class DieselEngine: Part, Engine, DefaultInitializable {
  let fuel = "diesel"
}

final class ElectricEngine: Part, Engine, DefaultInitializable {
  let fuel = "electricity"
}

/// Belongs to the garage, for customers to try.
final class TestEngine: Part, Engine {
  let fuel = "the garage's own fuel"
}

extension Name {
  static let sport: Name = "SportEngine"
  static let diesel: Name = "DieselEngine"
}
