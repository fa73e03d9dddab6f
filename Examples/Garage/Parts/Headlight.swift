import Infusion

final class Headlight: Part {
  enum Side: String {
    case left, right
  }

  let side: Side

  init(side: Side) {
    self.side = side
  }
}

extension Name {
  static let left: Name = "LeftHeadlight"
  static let right: Name = "RightHeadlight"
}
