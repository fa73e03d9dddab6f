import Infusion

/// A way to fight.
protocol Attack: AnyObject {
  /// The verb for this attack: "The dragon breathes fire at the hero."
  var verb: String { get }

  func damage(strength: Int) -> Int
}

final class Claws: Attack {
  let verb = "claws at"
  private let dice: any RandomSource

  init(dice: any RandomSource) {
    self.dice = dice
  }

  func damage(strength: Int) -> Int { strength + dice.die(sides: 4) - 1 }
}

final class Blade: Attack {
  let verb = "strikes"
  private let dice: any RandomSource

  init(dice: any RandomSource) {
    self.dice = dice
  }

  func damage(strength: Int) -> Int { strength + dice.die(sides: 6) - 1 }
}

/// Breathes fire every second time, and smoke in between; so each dragon has its own.
final class FireBreath: Attack {
  private let dice: any RandomSource
  private var isReady = false

  init(dice: any RandomSource) {
    self.dice = dice
  }

  var verb: String { isReady ? "breathes fire at" : "blows smoke at" }

  func damage(strength: Int) -> Int {
    defer { isReady.toggle() }
    return isReady ? strength + dice.die(sides: 6) : 0
  }
}

extension Name {
  static let blade: Name = "blade"
  static let fire: Name = "fire"
}
