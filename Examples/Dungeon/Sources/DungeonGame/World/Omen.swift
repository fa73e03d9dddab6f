/// The luck of one turn.
struct Omen {
  enum Meaning {
    case good, none, bad
  }

  let meaning: Meaning

  init(dice: any RandomSource) {
    meaning =
      switch dice.roll(below: 6) {
      case 0: .bad
      case 5: .good
      default: .none
      }
  }
}
