import Infusion

/// How creatures fight.
struct CombatModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any Attack).self).toInitializer(Claws.init(dice:)).in(.singleton)
    binder.bind((any Attack).self, named: .blade).toInitializer(Blade.init(dice:)).in(.singleton)
    // Each dragon its own.
    binder.bind((any Attack).self, named: .fire).toInitializer(FireBreath.init(dice:))

    // Collected where [any CombatRule] is asked for, in this order.
    binder.contribute((any CombatRule).self).toInitializer(NightRule.init(clock:))
      .in(.singleton)
    binder.contribute((any CombatRule).self).to { OmenRule() }.in(.singleton)
  }
}
