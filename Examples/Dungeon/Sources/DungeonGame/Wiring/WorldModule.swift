import Infusion

/// Binds the objects of which each game has one.
struct WorldModule: Module {
  let seed: UInt64
  let write: (String) -> Void

  func configure(_ binder: Binder) {
    binder.bind(World.self).to { World() }.in(.singleton)
    binder.bind(Chronicle.self).to { Chronicle(write) }.in(.singleton)
    binder.bind((any RandomSource).self).to { SeededRandom(seed: seed) }.in(.singleton)
    binder.bind((any Clock).self).to { TurnClock() }.in(.singleton)
    binder.bind(Turn.self).to { Turn() }.in(.singleton)
    // Drawn once per turn, for all creatures.
    binder.bind(Omen.self).toInitializer(Omen.init(dice:)).in(.turn)
    binder.bind(Game.self).to { Game() }
  }
}
