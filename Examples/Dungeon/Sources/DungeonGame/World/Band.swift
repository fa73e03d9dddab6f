/// Monsters that entered the dungeon together.
///
/// Bound in the scope `.graph`: monsters that are injected in one call share one band.
final class Band {
  private(set) var memberCount = 0
  private(set) var fallenCount = 0

  func join() {
    memberCount += 1
  }

  func mourn() {
    fallenCount += 1
  }
}
