// Two threads count in one object without a lock: the thread sanitizer has to notice.
import Dispatch

final class Counter: @unchecked Sendable {
  var count = 0
}

@main struct Race {
  static func main() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<100_000 { counter.count += 1 }
    }
    print(counter.count)
  }
}
