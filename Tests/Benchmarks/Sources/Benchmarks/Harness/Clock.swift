import Counting
import Foundation

/// Measures time, and the present speed of the machine.
enum Clock {
  /// The processor time of this thread, in nanoseconds.
  ///
  /// On a quiet machine this equals the elapsed time. On a busy machine it excludes the time of
  /// other programs.
  static var ofThisThread: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
  static var ofTheWall: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// Runs a piece of work and returns its nanoseconds.
  static func time(
    by clock: @autoclosure () -> UInt64 = ofThisThread, _ body: () throws -> Void
  ) rethrows -> Double {
    let start = clock()
    try body()
    return Double(clock() - start)
  }

  private static func nanoseconds(of id: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(id, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The nanoseconds of a fixed piece of work, unrelated to what is measured.
  ///
  /// Clock rates drift, and the load of the machine changes: each sample is scaled by this time,
  /// measured before and after it.
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
  /// The median; of an even number of values, the greater of the two in the middle.
  var median: Double { sorted()[count / 2] }
}
