import Infusion

/// What comes from the level file, beside the entities.
struct LevelModule: Module {
  let level: Level

  func configure(_ binder: Binder) {
    binder.bind(FloorPlan.self).to(instance: FloorPlan(level.rooms))
    binder.bind(String.self, named: .title).to(instance: level.title)
  }
}
