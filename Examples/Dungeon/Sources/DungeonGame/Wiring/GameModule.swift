import Infusion

/// All bindings of a game.
struct GameModule: Module {
  let level: Level
  var wiring = Wiring()

  func configure(_ binder: Binder) {
    binder.install(LevelModule(level: level))
    binder.install(WorldModule(seed: wiring.seed, write: wiring.write))
    if !wiring.omitted.contains(.combat) { binder.install(CombatModule()) }
    if !wiring.omitted.contains(.monsters) { binder.install(MonsterModule()) }
    if wiring.isBlessed { binder.install(BlessingModule()) }
  }
}
