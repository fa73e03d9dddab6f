import Counting
import Foundation

/// Time, and how fast the machine is at present.
enum Clock {
  /// What this thread has spent on the processor, in nanoseconds.
  ///
  /// On a quiet machine this is the time. Where other programs take their turns, theirs does not
  /// count.
  static var ofThisThread: UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }
  static var ofTheWall: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// Runs a piece of work and returns the nanoseconds it took.
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
