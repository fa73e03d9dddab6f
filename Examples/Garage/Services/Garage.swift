import Infusion

/// The content of the file.
///
/// A final class lists plain key paths.
final class Garage: Decodable, Injectable {
  let name: String
  let owner: Driver
  let vehicles: VehicleList
  private(set) var registry: Registry!
  private(set) var dealer: Dealer!
  private(set) var inspections: [any Inspection] = []

  private enum CodingKeys: CodingKey {
    case name, owner, vehicles
  }

  static var requires: [PartialKeyPath<Garage>] { [\.registry, \.dealer, \.inspections] }

  /// Every object of the file that may need injection.
  var objects: [AnyObject] { [self] + vehicles.objects }
}
