/// A class whose singletons are awaited when their injector lets go of them.
///
/// ```swift
/// actor Pool: ReleasesAsynchronouslyFromInjection {
///   private var connections: [Connection] = []
///   func releaseFromInjection() async throws {
///     for connection in connections { try await connection.close() }
///     connections = []
///   }
/// }
///
/// final class Connection: Sendable {
///   func close() async throws {}
/// }
/// ```
///
/// It is ``ReleasesFromInjection`` for what cannot be closed at once, and for actors. The method is
/// called once, on the same occasions and in the same order, and what was completed before is
/// released when it has returned:
///
/// - ``Injector/shutdownGracefully()`` awaits it. ``Injector/shutdown()`` cannot, and says so before
///   it does anything, with the code ``InjectionError/Code/awaitRequired``.
/// - ``Injector/update(fileID:line:_:)``, ``Injector/releaseSingletons()`` and ``Injector/reset()``
///   leave it to a task, with everything that is released after it. The shutdown awaits that task,
///   and reports what has failed in it.
///
/// A class that is both is awaited.
public protocol ReleasesAsynchronouslyFromInjection: AnyObject {
  /// Called when the injector lets go of the object.
  ///
  /// It runs without a lock. Other users of the object may still have it.
  ///
  /// - Throws: Any error. It is reported with the code ``InjectionError/Code/releaseFailed``, and
  ///   keeps no other object from being released.
  func releaseFromInjection() async throws
}
