import Infusion

final class Engine: DefaultInitializable {
  init() {}
}

final class Radio {}

class Car {
  @Injected var engine: Engine
  @Injected var radio: Radio?
}

struct Equipment {
  var engine: Engine?
}

final class Truck: Car, Injectable {
  var equipment = Equipment()
  var spare: Radio!
  var number: Int?
  static var requires: [PartialKeyPath<Truck>] { [\.equipment.engine, \.spare] }
}

/// Injects what it can, reads the text of an error, and stops where something is not as it should be.
@main enum Client {
  static func check(_ isKept: Bool, _ line: UInt = #line) {
    if !isKept { fatalError("line \(line)") }
  }

  static func main() throws {
    let car = Car()
    try Injector().injectDependencies(into: car)
    check(try car.$engine.resolve() === car.engine && car.radio == nil)

    let truck = Truck()
    let complete = try Injector {
      $0.bind(Radio.self).to { Radio() }
      $0.bind(Int.self).to { 1 }
    }
    try complete.injectDependencies(into: truck)
    check(truck.equipment.engine != nil && truck.spare != nil && truck.radio != nil)
    check(try complete.validate(including: Truck.self).warnings.isEmpty)

    do {
      try Injector().injectDependencies(into: Truck())
      fatalError("nothing provides a radio")
    } catch {
      check(error.code == .missingBinding)
      check(error.description.contains("1. Truck   "))
      check(error.description.contains("requirement 2 of Truck of type Radio?"))
    }
  }
}
