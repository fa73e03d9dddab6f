import Foundation

/// The main thread, which does what the main actor has to do while the program runs on another one.
enum MainThread {
  private static let isAsked = DispatchSemaphore(value: 0)
  private static let hasAnswered = DispatchSemaphore(value: 0)
  /// What the other thread asks for; nil when it needs nothing more.
  nonisolated(unsafe) private static var work: (() -> Void)?

  /// Runs what the other thread asks for, until it needs nothing more.
  static func serve() {
    repeat { isAsked.wait() } while answer()
  }

  /// False when there is nothing more to do.
  private static func answer() -> Bool {
    guard work != nil else { return false }
    // The body must not outlive the call that waits for it.
    work.take()?()
    hasAnswered.signal()
    return true
  }

  static func stop() {
    isAsked.signal()
  }

  /// Runs the body on the main thread, and waits for it.
  static func run(_ body: @escaping () throws -> Void) throws {
    var outcome: Swift.Result<Void, any Error> = .success(())
    work = { outcome = .init(catching: body) }
    isAsked.signal()
    hasAnswered.wait()
    try outcome.get()
  }
}

extension Side {
  /// The same, on the main thread.
  var onMainThread: Side {
    var side = self
    side.enter = MainThread.run
    return side
  }

  /// A side whose loop belongs to the main actor.
  static func onMainActor(
    objects: Int = 0, loop: @escaping @MainActor (_ operations: Int) throws -> Void
  ) -> Side {
    Side(objects: objects) { operations in
      try MainActor.assumeIsolated { try loop(operations) }
    }
    .onMainThread
  }
}
