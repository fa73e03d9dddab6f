import Infusion

/// Marks the properties that need injection, and lists nothing.
final class Trailer: Decodable, AwakesFromInjection {
  let name: String
  let load: VehicleList
  @Injected private(set) var registry: Registry
  @Injected private(set) var coupling: Coupling
  private(set) var plate = "none yet"

  /// The properties in the file.
  ///
  /// The class does not compile without this list, because a marker cannot be decoded.
  private enum CodingKeys: CodingKey {
    case name, load
  }

  func awakeFromInjection() {
    plate = registry.enter(name)
  }

  var objects: [AnyObject] { [self] + load.objects }
}
