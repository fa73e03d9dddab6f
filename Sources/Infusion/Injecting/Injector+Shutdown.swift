extension Injector {
  /// Ends this injector: releases what it has made, and refuses to make more.
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
  /// In this order:
  ///
  /// 1. Children that are alive are shut down, the one made last first.
  /// 2. Modules that are an ``UnloadableModule`` are told. They can still resolve.
  /// 3. Preparations under way are cancelled, and singletons that other threads are making at the
  ///    moment are waited for. From now on every request is an error with the code
  ///    ``InjectionError/Code/injectorShutDown``, and no asynchronous closure begins.
  /// 4. Singletons are released, the last one completed first, see ``ReleasesFromInjection``, and
  ///    dropped together with all bindings.
  ///
  /// It happens once: callers that come meanwhile wait and are told the same, and later calls do
  /// nothing. The parent is not touched. Nothing that fails keeps the rest from being released.
  ///
  /// It may be called from any thread, and not from inside a creation or an update of the same
  /// injector. What it cannot release on the calling thread it says before anything has been done:
  /// then call it on the main actor, or await ``shutdownGracefully()``, which may be called
  /// anywhere. While that is under way, this one returns at once.
  ///
  /// - Throws: ``InjectionError`` with everything that has failed, for example with the code
  ///   ``InjectionError/Code/releaseFailed``; the injector is shut down all the same. Nothing has
  ///   been done, and it can be called again, with one of these codes:
  ///   ``InjectionError/Code/updateInProgress``; ``InjectionError/Code/mainActorRequired``, when the
  ///   caller is not on the main actor, and a singleton belongs there, or a module is told that may
  ///   need what belongs there; ``InjectionError/Code/awaitRequired``, when a singleton is a
  ///   ``ReleasesAsynchronouslyFromInjection``.
  /// - Complexity: O(*n*) in the number of bindings and singletons.
  public func shutdown() throws(InjectionError) {
    try core.shutdown()
  }

  /// Ends this injector as ``shutdown()`` does, and awaits what is released elsewhere.
  ///
  /// ```swift
  /// func stop(_ injector: Injector) async throws {
  ///   try await injector.shutdownGracefully()
  /// }
  /// ```
  ///
  /// The order is the same. What belongs to the main actor is told there, modules and singletons
  /// alike, and each ``ReleasesAsynchronouslyFromInjection`` is awaited before the next one is
  /// released. So is what updates have let go before, and that is still being released.
  ///
  /// It happens once: callers that come meanwhile wait and are told the same. A task that is
  /// cancelled ends the injector all the same. What is being released may call it: it returns at
  /// once there.
  ///
  /// It may be called on any actor.
  ///
  /// - Throws: ``InjectionError`` with everything that has failed; the injector is shut down all the
  ///   same, unless the code is ``InjectionError/Code/updateInProgress``.
  /// - Complexity: O(*n*) in the number of bindings and singletons, besides the releases.
  nonisolated(nonsending) public func shutdownGracefully() async throws(InjectionError) {
    try await core.shutdownGracefully()
  }

  /// Whether the injector was shut down, and refuses to make anything.
  public var isShutDown: Bool { core.isShutDown }
}
