import Infusion

/// A way to fight.
protocol Attack: AnyObject {
  /// What somebody does who fights like that.
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

/// Every second time there is only smoke: so each dragon has a fire of its own.
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
