/// One item of an inspection.
///
/// Modules contribute any number of items.
protocol Inspection {
  var title: String { get }
  func passes(_ vehicle: Vehicle) -> Bool
}

struct PaperInspection: Inspection {
  let title = "papers"

  func passes(_ vehicle: Vehicle) -> Bool {
    vehicle.registry.entries.contains { $0.plate == vehicle.plate }
  }
}

struct LightInspection: Inspection {
  let title = "lights"

  func passes(_ vehicle: Vehicle) -> Bool {
    guard let car = vehicle as? Car else { return true }
    return car.left.side == .left && car.right.side == .right
  }
}
