import Infusion

/// Any vehicle in the garage.
///
/// Name, color and driver come from the file, the rest is injected.
class Vehicle: Decodable, Injectable, AwakesFromInjection {
  let name: String
  let color: String
  let driver: Driver?
  private(set) var registry: Registry!
  private(set) var plate = "none yet"

  required init(name: String, color: String) {
    self.name = name
    self.color = color
    driver = nil
  }

  /// The properties in the file.
  ///
  /// The injected properties are not among them.
  private enum CodingKeys: CodingKey {
    case name, color, driver
  }

  class var requires: Requirements { requiring(\.registry) }

  /// Called when all properties are set, including those of subclasses.
  func awakeFromInjection() {
    plate = registry.enter(name)
  }

  /// The vehicle, and the objects of the file that it contains.
  var objects: [AnyObject] { [self] }
}

struct Driver: Decodable {
  let name: String
  let town: String
}
