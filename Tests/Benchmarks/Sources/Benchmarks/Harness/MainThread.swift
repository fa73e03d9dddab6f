import Foundation

/// The main thread, which belongs to the main actor while the program runs on another one.
enum MainThread {
  nonisolated(unsafe) private static var isDone = false

  /// Does what the main actor has to do, until the other thread needs nothing more.
  static func serve() {
    while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  /// Lets `serve()` return.
  static func stop() {
    DispatchQueue.main.async { isDone = true }
  }

  /// Runs the body on the main actor, in a task like most code of an app, and waits for it.
  static func run(_ body: @escaping () throws -> Void) throws {
    try elsewhere(body) { work in
      Task { @MainActor in work() }
    }
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
