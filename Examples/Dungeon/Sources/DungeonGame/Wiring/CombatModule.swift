import Infusion

/// Binds attacks and the rules of combat.
struct CombatModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any Attack).self).toInitializer(Claws.init(dice:)).in(.singleton)
    binder.bind((any Attack).self, named: .blade).toInitializer(Blade.init(dice:)).in(.singleton)
    // One for each dragon.
    binder.bind((any Attack).self, named: .fire).toInitializer(FireBreath.init(dice:))

    // Collected in this order for properties of type [any CombatRule].
    binder.contribute((any CombatRule).self).toInitializer(NightRule.init(clock:))
      .in(.singleton)
    binder.contribute((any CombatRule).self).to { OmenRule() }.in(.singleton)
  }
}
