import Foundation
import Testing

/// What the five libraries did wrong, and must not happen here: `Defect01` to `Defect23`.
///
/// The name of each suite says what the old library did, the name of each test what holds instead.
@Suite enum Defects {}

extension Defects {
  /// Things that have happened, in order; any thread may add one.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [String] = []

    func note(_ text: String) { lock.withLock { notes.append(text) } }

    var entries: [String] { lock.withLock { notes } }
  }

  /// Lets a number of threads go on together, again and again.
  final class Barrier: @unchecked Sendable {
    private let condition = NSCondition()
    private let count: Int
    private var arrived = 0
    private var round = 0

    init(_ count: Int) { self.count = count }

    func pass() {
      condition.lock()
      defer { condition.unlock() }
      arrived += 1
      if arrived == count {
        arrived = 0
        round += 1
        condition.broadcast()
      } else {
        let present = round
        while round == present { condition.wait() }
      }
    }
  }

  /// Runs a body on threads of its own and waits for all of them, but not for ever.
  ///
  /// Threads that do not come back within a minute are left alone, and the test fails.
  static func onThreads(
    _ count: Int, stackSize: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Int) -> Void
  ) {
    let finished = DispatchSemaphore(value: 0)
    for index in 0..<count {
      let thread = Thread {
        body(index)
        finished.signal()
      }
      if let stackSize { thread.stackSize = stackSize }
      thread.start()
    }
    let deadline = DispatchTime.now() + .seconds(60)
    for _ in 0..<count where finished.wait(timeout: deadline) == .timedOut {
      Issue.record("a thread has not come back", sourceLocation: sourceLocation)
      return
    }
  }
}
