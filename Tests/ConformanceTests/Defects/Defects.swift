import Foundation
import Testing

/// The defects of the five libraries, which must not occur here: `Defect01` to `Defect23`.
///
/// The name of each suite describes the defect, the name of each test the correct behavior.
@Suite enum Defects {}

extension Defects {
  /// Records events in order; any thread may add one.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var notes: [String] = []

    func note(_ text: String) { lock.withLock { notes.append(text) } }

    var entries: [String] { lock.withLock { notes } }
  }

  /// Lets a number of threads continue together, again and again.
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

  /// Runs a body on new threads and waits for all of them, but not for ever.
  ///
  /// If a thread does not end within a minute, the test fails and leaves the thread behind.
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
