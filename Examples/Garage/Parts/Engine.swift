import Infusion

/// The engine of a vehicle.
///
/// A module decides which class a vehicle receives.
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

/// The engine of the garage's own cars, which customers drive.
final class TestEngine: Part, Engine {
  let fuel = "the garage's own fuel"
}

extension Name {
  static let sport: Name = "SportEngine"
  static let diesel: Name = "DieselEngine"
}
