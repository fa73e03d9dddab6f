import Infusion

/// Binds the parts of the vehicles.
struct PartsModule: Module {
  func configure(_ binder: Binder) {
    // Links: a request for an engine receives an object of the class. The closure lets the compiler
    // check that the class is an engine.
    binder.bind((any Engine).self).to(PetrolEngine.self) { $0 }
    binder.bind((any Engine).self, named: .sport).to(RacingEngine.self) { $0 }
    binder.bind((any Engine).self, named: .diesel).to(DieselEngine.self) { $0 }

    // Created by a closure; the injector then injects the result.
    binder.bind(Headlight.self, named: .left).to { Headlight(side: .left) }
    binder.bind(Headlight.self, named: .right).to { Headlight(side: .right) }

    // Created by a closure that uses the injector. It declares what it uses, so the binding can be
    // checked and drawn.
    binder.bind(SerialNumber.self).to(uses: SerialNumbers.self) {
      try $0.resolve(SerialNumbers.self).next()
    }

    // Collected, together with those of other modules, for properties of type [any Inspection].
    binder.contribute((any Inspection).self).to { LightInspection() }

    // Turbo, Tire and Coupling need no binding: the injector creates them with init().
  }
}
