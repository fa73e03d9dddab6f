import Foundation
import Synchronization

extension Side {
  /// Two threads that do the same work at the same time; the slower one determines the duration.
  ///
  /// - Parameter loop: The operations of one thread.
  static func onTwoThreads(_ loop: @escaping @Sendable (_ operations: Int) throws -> Void) -> Side {
    // A fixed number: on a busy machine the partner may come late, whatever the duration.
    var side = Side(operations: 20_000) { operations in
      let partner = Partner()
      Thread.detachNewThread {
        partner.stage.store(.ready, ordering: .releasing)
        partner.wait(for: .started)
        do { try loop(operations) } catch { fatalError("\(error)") }
        partner.stage.store(.done, ordering: .releasing)
      }
      partner.wait(for: .ready)
      return Work {
        partner.stage.store(.started, ordering: .releasing)
        try loop(operations)
        partner.wait(for: .done)
      }
    }
    side.hasTwoThreads = true
    return side
  }
}

/// Runs a piece of work on its own thread.
///
/// - Parameters:
///   - stackSize: The size of its stack in bytes.
///   - meanwhile: What the present thread does before it waits for the other one.
///   - body: The work.
func onThread(
  stackSize: Int, meanwhile: () -> Void = {}, _ body: @escaping () throws -> Void
) throws {
  try elsewhere(body) { work in
    let thread = Thread(block: work)
    thread.stackSize = stackSize
    thread.start()
    meanwhile()
  }
}

/// Runs a piece of work on another thread, and waits for it.
///
/// - Parameters:
///   - body: The work, which does not outlive the call.
///   - start: Starts it there.
func elsewhere(
  _ body: @escaping () throws -> Void, start: (_ work: @escaping @Sendable () -> Void) -> Void
) throws {
  nonisolated(unsafe) var body = Optional(body)
  nonisolated(unsafe) var outcome = Swift.Result<Void, any Error>.success(())
  let done = DispatchSemaphore(value: 0)
  start {
    if let body = body.take() { outcome = .init(catching: body) }
    done.signal()
  }
  done.wait()
  try outcome.get()
}

private final class Partner: Sendable {
  enum Stage: UInt8, AtomicRepresentable {
    case created, ready, started, done
  }

  let stage = Atomic(Stage.created)

  /// Waits without sleeping, because a thread that must be woken starts late.
  func wait(for wanted: Stage) {
    while stage.load(ordering: .acquiring) != wanted {}
  }
}
