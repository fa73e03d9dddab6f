/// Rises again after its first defeat.
final class Skeleton: Monster {
  private var hasRisen = false

  override class var typicalHitPoints: Int { 5 }
  override class var typicalStrength: Int { 3 }

  override func fall() throws {
    guard hasRisen else {
      hasRisen = true
      heal(2)
      return chronicle.note("\(name) rises again.")
    }
    try super.fall()
  }
}
