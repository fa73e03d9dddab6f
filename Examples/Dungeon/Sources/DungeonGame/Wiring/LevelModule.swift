import Infusion

/// Binds the values of the level file other than its entities.
struct LevelModule: Module {
  let level: Level

  func configure(_ binder: Binder) {
    binder.bind(FloorPlan.self).to(instance: FloorPlan(level.rooms))
    binder.bind(String.self, named: .title).to(instance: level.title)
  }
}
