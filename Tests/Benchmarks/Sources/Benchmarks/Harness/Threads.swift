import Foundation
import Synchronization

extension Side {
  /// Two threads that do the same at the same time; the duration is that of the slower one.
  ///
  /// - Parameter loop: The operations of one thread.
  static func onTwoThreads(_ loop: @escaping @Sendable (_ operations: Int) -> Void) -> Side {
    Side { operations in
      let partner = Partner()
      Thread.detachNewThread {
        partner.stage.store(.ready, ordering: .releasing)
        partner.wait(for: .started)
        loop(operations)
        partner.stage.store(.done, ordering: .releasing)
      }
      partner.wait(for: .ready)
      return Work {
        partner.stage.store(.started, ordering: .releasing)
        loop(operations)
        partner.wait(for: .done)
      }
    }
  }

  /// The same operations on a thread with a stack of 512 KB.
  var onSmallStack: Side {
    Side(objects: objects, operations: operations) { [prepare] operations in
      let work = try prepare(operations)
      return Work(
        run: {
          nonisolated(unsafe) var outcome = Swift.Result<Void, any Error>.success(())
          nonisolated(unsafe) let run = work.run
          let done = DispatchSemaphore(value: 0)
          let thread = Thread {
            outcome = .init(catching: run)
            done.signal()
          }
          thread.stackSize = 512 * 1024
          thread.start()
          done.wait()
          try outcome.get()
        },
        finish: work.finish)
    }
  }
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
