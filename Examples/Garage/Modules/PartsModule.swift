import Infusion

/// Where the parts come from.
struct PartsModule: Module {
  func configure(_ binder: Binder) {
    // Linked: who asks for an engine receives an object of the class. The closure lets the compiler
    // see that the class is an engine.
    binder.bind((any Engine).self).to(PetrolEngine.self) { $0 }
    binder.bind((any Engine).self, named: .sport).to(RacingEngine.self) { $0 }
    binder.bind((any Engine).self, named: .diesel).to(DieselEngine.self) { $0 }

    // Made by a closure, whose result is injected too.
    binder.bind(Headlight.self, named: .left).to { Headlight(side: .left) }
    binder.bind(Headlight.self, named: .right).to { Headlight(side: .right) }

    // Made by a closure that asks the injector. It says for what, so that it can be checked and
    // drawn.
    binder.bind(SerialNumber.self).to(uses: SerialNumbers.self) {
      try $0.resolve(SerialNumbers.self).next()
    }

    // Collected, together with those of other modules, where [any Inspection] is asked for.
    binder.contribute((any Inspection).self).to { LightInspection() }

    // Turbo, Tire and Coupling need no binding: they can be created with init().
  }
}
