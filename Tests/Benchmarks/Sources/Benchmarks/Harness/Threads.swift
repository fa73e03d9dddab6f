import Foundation
import Synchronization

extension Side {
  /// Two threads that do the same at the same time; the duration is that of the slower one.
  ///
  /// - Parameter loop: The operations of one thread.
  static func onTwoThreads(_ loop: @escaping @Sendable (_ operations: Int) throws -> Void) -> Side {
    // A number that is given: on a busy machine the partner may come late, at whatever duration.
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

/// Runs a piece of work on a thread of its own.
///
/// - Parameters:
///   - stackSize: The bytes of its stack.
///   - body: The work.
func onThread(stackSize: Int, _ body: @escaping () throws -> Void) throws {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var outcome = Swift.Result<Void, any Error>.success(())
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    outcome = .init(catching: body)
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  try outcome.get()
}

private final class Partner: Sendable {
  enum Stage: UInt8, AtomicRepresentable {
    case created, ready, started, done
  }

  let stage = Atomic(Stage.created)

  /// Waits without sleeping: a thread that has to be woken begins late.
  func wait(for wanted: Stage) {
    while stage.load(ordering: .acquiring) != wanted {}
  }
}
