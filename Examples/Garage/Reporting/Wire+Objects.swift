import Infusion

extension Vehicle: Wired {
  var origin: String {
    "the color \(color), \(driver.map { "the driver \($0.name) of \($0.town)" } ?? "no driver")"
  }

  func wires() throws -> [Wire] {
    var wires = [Wire(Vehicle.self, "registry", registry.sentence(giving: plate))]
    if let car = self as? Car { wires += carWires(car) }
    if let car = self as? SportsCar { wires += [Wire(SportsCar.self, "turbo", car.turbo.label)] }
    if let car = self as? RallyCar {
      let numbers = try car.changeTires().map(\.number.description)
      let text = "a provider, which now made four: \(numbers.joined(separator: ", "))"
      wires.append(Wire(RallyCar.self, "tires", text))
    }
    if let truck = self as? Truck {
      wires.append(Wire(Truck.self, "engine", "\(truck.engine.sentence), named \(Name.diesel)"))
    }
    return wires
  }

  private func carWires(_ car: Car) -> [Wire] {
    let engineName = car is SportsCar ? ", named \(Name.sport) by SportsCar" : ""
    let noRadio = car is RallyCar ? "none: RallyCar excludes it" : "none: no module provides one"
    return [
      Wire(Car.self, "engine", car.engine.sentence + engineName),
      Wire(Car.self, "radio", car.radio?.label ?? noRadio),
      Wire(Car.self, "left", "\(car.left.label), named \(Name.left)"),
      Wire(Car.self, "right", "\(car.right.label), named \(Name.right)"),
    ]
  }
}

extension Trailer: Wired {
  var origin: String {
    let names = load.vehicles.map(\.name)
    return names.isEmpty ? "no load" : "the load \(names.joined(separator: ", "))"
  }

  func wires() -> [Wire] {
    [
      Wire(Trailer.self, "registry", registry.sentence(giving: plate)),
      Wire(Trailer.self, "coupling", coupling.label),
    ]
  }
}

extension Garage: Wired {
  var origin: String { "the owner \(owner.name) of \(owner.town)" }

  func wires() -> [Wire] {
    let titles = inspections.map(\.title).joined(separator: ", ")
    return [
      Wire(Garage.self, "registry", "the registry of \(registry.town)"),
      Wire(Garage.self, "dealer", "a dealer, who keeps an object factory"),
      Wire(Garage.self, "inspections", "those that the modules contribute: \(titles)"),
    ]
  }
}

extension Part {
  fileprivate var label: String { "\(type(of: self)) \(number.description)" }
}

extension Engine {
  fileprivate var sentence: String { "\(label), which burns \(fuel)" }
}

extension Registry {
  fileprivate func sentence(giving plate: String) -> String {
    "the registry of \(town), which gave it the plate \(plate)"
  }
}
