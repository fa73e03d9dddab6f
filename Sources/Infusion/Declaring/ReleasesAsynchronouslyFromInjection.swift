/// A class whose singletons the injector awaits when it releases them.
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
/// It is ``ReleasesFromInjection`` for actors, and for classes that have to await while they close.
/// The injector calls the method once, on the same occasions and in the same order. It releases the
/// next object when the method has returned:
///
/// - ``Injector/shutdownGracefully()`` awaits it. ``Injector/shutdown()`` cannot: it throws
///   ``InjectionError/Code/awaitRequired`` before it does anything.
/// - ``Injector/update(fileID:line:_:)``, ``Injector/releaseSingletons()`` and ``Injector/reset()``
///   leave it to a task, with everything that is released after it. The shutdown awaits that task,
///   and reports what failed in it.
///
/// A class that conforms to both protocols is awaited.
public protocol ReleasesAsynchronouslyFromInjection: AnyObject {
  /// Called when the injector releases the object.
  ///
  /// No lock is held. Other users of the object may still have it.
  ///
  /// - Throws: Any error. The injector reports it with the code
  ///   ``InjectionError/Code/releaseFailed``, and releases the other objects all the same.
  func releaseFromInjection() async throws
}
