import Infusion

/// Marks what it needs where it is declared, and lists nothing.
final class Trailer: Decodable, AwakesFromInjection {
  let name: String
  let load: VehicleList
  @Injected private(set) var registry: Registry
  @Injected private(set) var coupling: Coupling
  private(set) var plate = "none yet"

  /// Without this, the marked properties would be looked for in the file.
  private enum CodingKeys: CodingKey {
    case name, load
  }

  func awakeFromInjection() {
    plate = registry.enter(name)
  }

  var objects: [AnyObject] { [self] + load.objects }
}
