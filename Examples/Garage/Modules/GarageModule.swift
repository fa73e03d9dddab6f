import Infusion

/// What there is one of, for all vehicles.
struct GarageModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Registry.self).to { Registry(town: "Zurich") }.in(.singleton)
    binder.bind(Dealer.self).to { Dealer() }.in(.singleton)
    binder.contribute((any Inspection).self).to { PaperInspection() }
  }
}
