extension Injector {
  /// Ends this injector: releases its singletons, and refuses every further request.
  ///
  /// ```swift
  /// func stop(_ injector: Injector) throws {
  ///   do {
  ///     try injector.shutdown()
  ///   } catch {
  ///     print("not everything was released:", error)
  ///   }
  /// }
  /// ```
  ///
  /// A shutdown has four steps:
  ///
  /// 1. It shuts down the children that are alive, the newest first.
  /// 2. It calls ``UnloadableModule/unload(from:)`` on modules. They can still resolve.
  /// 3. It cancels running preparations, and waits for singletons that other threads are creating.
  ///    From now on every request is the error ``InjectionError/Code/injectorShutDown``, and no
  ///    asynchronous closure starts.
  /// 4. It releases singletons, the last one completed first, see ``ReleasesFromInjection``, and
  ///   drops
  ///    them together with all bindings.
  ///
  /// It happens once. Callers that arrive during the shutdown wait and receive the same errors;
  /// later calls do nothing. The parent does not change. After a failure, the rest is released all
  /// the same.
  ///
  /// You can call it from any thread, but not from inside a creation or an update of the same
  /// injector. If it cannot release everything on the calling thread, it throws before it has done
  /// anything. Then call it on the main actor, or await ``shutdownGracefully()``, which you can
  /// call anywhere. While that one runs, this method returns at once.
  ///
  /// - Throws: ``InjectionError`` with everything that failed, for example with the code
  ///   ``InjectionError/Code/releaseFailed``. The injector is shut down all the same. With one of
  ///   these codes, nothing was done, and you can call again:
  ///   ``InjectionError/Code/updateInProgress``; ``InjectionError/Code/mainActorRequired``, if the
  ///   caller is not on the main actor, and a singleton belongs there, or a module to unload may
  ///   need it; ``InjectionError/Code/awaitRequired``, if a singleton conforms to
  ///   ``ReleasesAsynchronouslyFromInjection``.
  /// - Complexity: O(*n*) in the number of bindings and singletons.
  public func shutdown() throws(InjectionError) {
    try core.shutdown()
  }

  /// Ends this injector like ``shutdown()``, and awaits what is released elsewhere.
  ///
  /// ```swift
  /// func stop(_ injector: Injector) async throws {
  ///   try await injector.shutdownGracefully()
  /// }
  /// ```
  ///
  /// The order is the same. Modules and singletons of the main actor are unloaded and released
  /// there. Each ``ReleasesAsynchronouslyFromInjection`` is awaited before the next object is
  /// released. The call also awaits releases that earlier updates have started.
  ///
  /// It happens once. Callers that arrive during the shutdown wait and receive the same errors. A
  /// cancelled task ends the injector all the same. An object that is being released may call this
  /// method, which returns at once there.
  ///
  /// You can call it on any actor.
  ///
  /// - Throws: ``InjectionError`` with everything that failed. The injector is shut down all the
  ///   same, unless the code is ``InjectionError/Code/updateInProgress``.
  /// - Complexity: O(*n*) in the number of bindings and singletons, without the releases.
  nonisolated(nonsending) public func shutdownGracefully() async throws(InjectionError) {
    try await core.shutdownGracefully()
  }

  /// Whether the injector was shut down, and refuses every request.
  public var isShutDown: Bool { core.isShutDown }
}
