import Infusion

/// Whatever stands in the garage.
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

  /// What the file says.
  ///
  /// The injected properties are left out.
  private enum CodingKeys: CodingKey {
    case name, color, driver
  }

  class var requires: Requirements { requiring(\.registry) }

  /// Called when all properties are set, those of subclasses too.
  func awakeFromInjection() {
    plate = registry.enter(name)
  }

  /// The vehicle, and the objects of the file that are nested in it.
  var objects: [AnyObject] { [self] }
}

struct Driver: Decodable {
  let name: String
  let town: String
}
