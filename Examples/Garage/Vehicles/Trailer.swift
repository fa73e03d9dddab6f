import Infusion

/// Marks what it needs where it is declared, and lists nothing.
final class Trailer: Decodable, AwakesFromInjection {
  let name: String
  let load: VehicleList
  @Injected private(set) var registry: Registry
  @Injected private(set) var coupling: Coupling
  private(set) var plate = "none yet"

  /// What the file says.
  ///
  /// Without it the class does not compile, as a marker cannot be decoded.
  private enum CodingKeys: CodingKey {
    case name, load
  }

  func awakeFromInjection() {
    plate = registry.enter(name)
  }

  var objects: [AnyObject] { [self] + load.objects }
}
