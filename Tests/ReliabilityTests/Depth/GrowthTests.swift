import Testing
import WorkCounts

/// The work of an operation never grows faster than its size.
///
/// A time would depend on the load of the machine. The allocations, moves and retains of a thread
/// measure its work exactly. An optimized build searches without retaining, so only a debug build
/// compares; in other builds it is enough that the large size ends.
@Suite(.serialized) struct GrowthTests {
  static var canCompare: Bool {
    #if DEBUG
      workCountsMemory()
    #else
      false
    #endif
  }

  /// An operation on `4n` elements takes about four times the work of one on `n`, never sixteen
  /// times.
  @Test(arguments: Growth.allCases)
  func workGrowsWithItsSize(growth: Growth) throws {
    _ = try growth.perform(1)
    let small = try growth.perform(growth.size)
    var large = try growth.perform(growth.size * 4)
    guard Self.canCompare else { return }
    // A thread may also free what the injectors of other threads have retired: the least counts.
    for _ in 0..<2 where !large.isAtMost(5, times: small) {
      large = try growth.perform(growth.size * 4)
    }
    #expect(large.isAtMost(5, times: small), "\(large), not about four times \(small)")
  }

  /// Without this, the other tests would prove nothing.
  @Test(.enabled(if: canCompare), arguments: QuadraticWork.allCases)
  func quadraticWorkIsNoticed(work: QuadraticWork) {
    _ = work.perform(1)
    let small = work.perform(500)
    let large = work.perform(2_000)
    #expect(!large.isAtMost(5, times: small), "\(large) after \(small)")
  }

  enum QuadraticWork: CaseIterable {
    case searching, copying, inserting

    func perform(_ size: Int) -> Work {
      let objects = (0..<size).map { _ in CountedLink(Counter()) }
      return counted {
        switch self {
        case .searching:
          for object in objects { _ = objects.firstIndex { $0 === object } }
        case .copying:
          var copies: [CountedLink] = []
          for object in objects {
            let old = copies
            copies.append(object)
            withExtendedLifetime(old) {}
          }
        case .inserting:
          var reversed: [CountedLink] = []
          for object in objects { reversed.insert(object, at: 0) }
        }
      }
    }
  }
}
