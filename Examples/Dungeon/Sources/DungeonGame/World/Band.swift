/// Whoever came into the dungeon together.
///
/// It is bound in the scope `.graph`: monsters that are injected in one call share one.
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
