/// A class with an asynchronous method that runs when an injector releases its singleton.
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
/// It is the counterpart of ``ReleasesFromInjection`` for actors, and for classes that have to
/// await while they close. The injector calls the method once, on the same occasions and in the
/// same order. It releases the next object only after the method has returned. Some calls wait for
/// the release, and others do not:
///
/// - ``Injector/shutdownGracefully()`` awaits the method. ``Injector/shutdown()`` cannot: it throws
///   ``InjectionError/Code/awaitRequired`` before it does anything.
/// - ``Injector/update(fileID:line:isolation:_:)``, ``Injector/releaseSingletons()`` and ``Injector/reset()``
///   do not wait. They leave the release to a task, together with everything that is released after
///   it. The shutdown awaits that task, and reports the errors of the releases in it.
///
/// If a class conforms to both protocols, the injector calls and awaits the asynchronous method.
public protocol ReleasesAsynchronouslyFromInjection: AnyObject {
  /// Called when the injector releases the object.
  ///
  /// No lock is held. Other objects may still refer to the object.
  ///
  /// - Throws: Any error. The injector reports it with the code
  ///   ``InjectionError/Code/releaseFailed``, and still releases the other objects.
  func releaseFromInjection() async throws
}
