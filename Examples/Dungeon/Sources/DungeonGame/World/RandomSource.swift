/// A source of random numbers.
protocol RandomSource: AnyObject {
  /// A number from zero up to, but not including, the bound.
  func roll(below bound: Int) -> Int
}

extension RandomSource {
  /// A number from 1 to the number of sides.
  func die(sides: Int) -> Int { roll(below: sides) + 1 }
}

/// Returns the same numbers for the same seed, on every platform and with every version of Swift.
///
/// The standard library does not promise how it chooses a number in a range, so this type does it.
final class SeededRandom: RandomSource {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  func roll(below bound: Int) -> Int {
    // SplitMix64. The high half of the product is distributed evenly over the range.
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Int(bits.multipliedFullWidth(by: UInt64(bound)).high)
  }
}
