/// Vehicles of the classes that the file names.
struct VehicleList: Decodable {
  let vehicles: [Vehicle]

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var vehicles: [Vehicle] = []
    while !list.isAtEnd {
      vehicles.append(try list.decode(AnyVehicle.self).vehicle)
    }
    self.vehicles = vehicles
  }

  /// The vehicles, and the objects nested in them.
  var objects: [AnyObject] { vehicles.flatMap(\.objects) }
}

/// One vehicle of the class that the file names beside its properties.
private struct AnyVehicle: Decodable {
  static let classes: [Vehicle.Type] = [Car.self, SportsCar.self, RallyCar.self, Truck.self]

  let vehicle: Vehicle

  enum CodingKeys: CodingKey {
    case `class`
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .class)
    guard let found = Self.classes.first(where: { "\($0)" == name }) else {
      let known = Self.classes.map { "\($0)" }.joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .class, in: container,
        debugDescription: "there is no class '\(name)', only \(known)")
    }
    vehicle = try found.init(from: decoder)
  }
}
