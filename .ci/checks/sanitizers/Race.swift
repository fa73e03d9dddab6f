// Two threads count in one object without a lock: the thread sanitizer has to notice. They count for
// so long that they run at the same time, even on a machine that does something else.
import Foundation

final class Counter: @unchecked Sendable {
  var count = 0
}

@main struct Race {
  static func main() {
    let counter = Counter()
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        for _ in 0..<20_000_000 { counter.count += 1 }
        ended.signal()
      }
    }
    for _ in 0..<2 { ended.wait() }
    print(counter.count)
  }
}
