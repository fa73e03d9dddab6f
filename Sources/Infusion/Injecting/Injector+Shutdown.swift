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
  ///    ``InjectionError/Code/injectorShutDown``.
  /// 4. Singletons are released, the last one completed first, see ``ReleasesFromInjection``, and
  ///    dropped together with all bindings.
  ///
  /// It happens once: callers that come meanwhile wait and are told the same, and later calls do
  /// nothing. The parent is not touched. Nothing that fails keeps the rest from being released.
  ///
  /// It may be called from any thread, and not from inside a creation or an update of the same
  /// injector.
  ///
  /// - Throws: ``InjectionError`` with everything that has failed, for example with the code
  ///   ``InjectionError/Code/releaseFailed``; the injector is shut down all the same. It is not
  ///   shut down with the code ``InjectionError/Code/updateInProgress``, nor with
  ///   ``InjectionError/Code/mainActorRequired``, when a singleton belongs to the main actor and
  ///   the caller is elsewhere: nothing has been released then.
  /// - Complexity: O(*n*) in the number of bindings and singletons.
  public func shutdown() throws(InjectionError) {
    try core.shutdown()
  }

  /// Whether the injector was shut down, and refuses to make anything.
  public var isShutDown: Bool { core.isShutDown }
}
