import Infusion

/// What there is one of, for all vehicles.
struct GarageModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Registry.self).to { Registry(town: "Zurich") }.in(.singleton)
    binder.bind(Dealer.self).to { Dealer() }.in(.singleton)
    // Made with an argument of the call, and with the car that is driven.
    binder.bind(TestDrive.self).to { (_, customer: String) in TestDrive(customer: customer) }
    binder.bind(SportsCar.self).to { SportsCar(name: "Demo", color: "red") }
    // One for each visit.
    binder.bind(Logbook.self).to { Logbook() }.in(.visit)
    binder.contribute((any Inspection).self).to { PaperInspection() }
  }
}
