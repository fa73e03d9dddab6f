import Dispatch
import Foundation
import Testing

/// Runs a body on new threads that begin together, and waits for all of them.
///
/// - Returns: The results and errors of the bodies, by the number of the thread; none for a thread
///   that does not end, which fails the test.
func onThreads<Value: Sendable>(
  _ count: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (Int) throws -> Value
) -> [Int: Result<Value, any Error>] {
  let outcomes = Outcomes<Value>()
  let line = Gate(count)
  let finished = Gate(count)
  for thread in 0..<count {
    Thread.detachNewThread {
      line.pass()
      let outcome = Result { try body(thread) }
      outcomes.keep(outcome, of: thread)
      finished.open()
    }
  }
  if !finished.wait() { Issue.record("a thread does not end", sourceLocation: sourceLocation) }
  return outcomes.byThread
}

/// A creation that goes on only when another call waits for it.
final class AwaitedCreation: Sendable {
  private let hasBegun = Gate()
  private let isAsked = Gate()

  /// Called by the closure that creates.
  func waitForOtherCall() {
    hasBegun.open()
    isAsked.wait()
    // The other call has still to arrive at the wait.
    Thread.sleep(forTimeInterval: 0.02)
  }

  /// Called by the other call before it asks.
  func waitForBeginning() { hasBegun.wait() }

  /// Called right before the other call asks.
  func otherCallAsks() { isAsked.open() }
}

/// Blocks threads until enough of them have arrived.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var missing: Int

  init(_ count: Int = 1) { missing = count }

  /// Counts one arrival, and continues.
  func open() {
    condition.withLock {
      missing -= 1
      if missing <= 0 { condition.broadcast() }
    }
  }

  /// Waits until enough threads have arrived; false if they do not arrive in time.
  ///
  /// What opens a gate may be a task, which waits for its thread as long as other tests keep them
  /// all. So only threads that hang exceed the limit.
  @discardableResult
  func wait() -> Bool {
    let limit = Date(timeIntervalSinceNow: 600)
    return condition.withLock {
      while missing > 0 {
        if !condition.wait(until: limit) { return missing <= 0 }
      }
      return true
    }
  }

  /// Counts one arrival, and waits for the others.
  @discardableResult
  func pass() -> Bool {
    open()
    return wait()
  }
}

private final class Outcomes<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [Int: Result<Value, any Error>] = [:]

  func keep(_ outcome: Result<Value, any Error>, of thread: Int) {
    lock.withLock { kept[thread] = outcome }
  }

  var byThread: [Int: Result<Value, any Error>] { lock.withLock { kept } }
}
