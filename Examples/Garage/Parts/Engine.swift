import Infusion

/// What a vehicle knows of its engine. A module decides which class it gets.
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

extension Name {
  static let sport: Name = "SportEngine"
  static let diesel: Name = "DieselEngine"
}
