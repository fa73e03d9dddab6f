import Counting
import Dispatch

/// Time, and how fast the machine is at present.
enum Clock {
  static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Runs a piece of work and returns the nanoseconds it took.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return Double(now() - start)
  }

  /// The nanoseconds of a fixed piece of work that has nothing to do with what is measured.
  ///
  /// Clock rates drift, and neighbors come and go: samples are scaled by what this takes beside
  /// them.
  static func calibrate() -> Double {
    time {
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      for _ in 0..<20_000 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
      }
      blackHole(value: state)
    }
  }
}

extension [Double] {
  /// The middle value; of an even number of values the upper of the two.
  var median: Double { sorted()[count / 2] }
}
