import Infusion

/// Binds what all vehicles share.
struct GarageModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Registry.self).to { Registry(town: "Zurich") }.in(.singleton)
    binder.bind(Dealer.self).to { Dealer() }.in(.singleton)
    // Created with an argument of the call; the car is injected.
    binder.bind(TestDrive.self).to { (_, customer: String) in TestDrive(customer: customer) }
    binder.bind(SportsCar.self).to { SportsCar(name: "Demo", color: "red") }
    // One for each visit.
    binder.bind(Logbook.self).to { Logbook() }.in(.visit)
    binder.contribute((any Inspection).self).to { PaperInspection() }
  }
}
