extension Injector {
  /// Shuts this injector down: releases its singletons, and refuses all later requests.
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
  /// 3. It cancels running preparations, ends calls that wait for those of a parent, and waits for
  ///    singletons that other threads are creating. From now on, every request for a value throws
  ///    ``InjectionError/Code/injectorShutDown``. No asynchronous closure starts any more. One that
  ///    names a busy actor may still do so, but is then cancelled.
  /// 4. It waits until other threads have released the singletons of earlier changes, and releases the
  ///    others, the last one completed first (see ``ReleasesFromInjection``). It drops both the
  ///    singletons and all bindings.
  ///
  /// A shutdown happens once. Callers that arrive during the shutdown wait and receive the same
  /// errors, except for code that the shutdown itself runs: its calls return at once. Later calls do
  /// nothing. The parent does not change. If the release of one singleton fails, the others are still
  /// released.
  ///
  /// You can call it from any thread, but not from code that creates an object of this injector,
  /// and not from inside an update of it. If it cannot release everything on the calling thread, it
  /// throws before it has done anything. In that case, call it on the main actor, or await
  /// ``shutdownGracefully()``, which you can call anywhere. While ``shutdownGracefully()`` runs,
  /// ``shutdown()`` returns at once. There are two cases in which a task releases objects that belong
  /// elsewhere, or have to be awaited, after the call has returned: another thread completes such an
  /// object only during the shutdown, or was already releasing such objects before it. Then an
  /// object of a child may be released after the objects of the parent that it uses.
  ///
  /// - Throws: ``InjectionError`` with everything that failed, for example with the code
  ///   ``InjectionError/Code/releaseFailed``. Even so, the injector is shut down. With one of the
  ///   following codes, nothing was done, and you can call again:
  ///   ``InjectionError/Code/updateInProgress``; ``InjectionError/Code/deadlock``, if the call is
  ///   nested in a request or an update, and another thread waits for that while it changes this
  ///   injector; ``InjectionError/Code/mainActorRequired``, if the caller is not on the main actor, but
  ///   a singleton that conforms to ``ReleasesFromInjection`` belongs there, or a module to unload may
  ///   need it; ``InjectionError/Code/actorIsolated``, if they belong to another global actor;
  ///   ``InjectionError/Code/awaitRequired``, if a singleton conforms to
  ///   ``ReleasesAsynchronouslyFromInjection``.
  /// - Complexity: O(*n*) in the number of bindings and singletons.
  public func shutdown() throws(InjectionError) {
    try Shutdown(core: core).run()
  }

  /// Shuts this injector down like ``shutdown()``, and also awaits releases that cannot run
  /// immediately on the calling thread.
  ///
  /// ```swift
  /// func stop(_ injector: Injector) async throws {
  ///   try await injector.shutdownGracefully()
  /// }
  /// ```
  ///
  /// The order is the same. Each singleton that belongs to a global actor is released there, all
  /// others on the caller's actor. If a module belongs to a global actor, or a binding to the main
  /// actor, all modules are unloaded there. The call awaits the release of each
  /// ``ReleasesAsynchronouslyFromInjection`` before it releases the next object. It also awaits
  /// releases that earlier updates or an earlier ``shutdown()`` have started.
  ///
  /// A shutdown happens once. Callers that arrive during the shutdown wait and receive the same
  /// errors. Cancelling the task stops neither the shutdown nor a release. You may call this method
  /// while an object is being released, and in an asynchronous closure. Such a call does not wait for
  /// closures, and returns at once if the shutdown has begun.
  ///
  /// You can call it on any actor.
  ///
  /// - Throws: ``InjectionError`` with everything that failed. Even so, the injector is shut down,
  ///   unless the code is ``InjectionError/Code/updateInProgress``.
  /// - Complexity: O(*n*) in the number of bindings and singletons, not counting the releases.
  nonisolated(nonsending) public func shutdownGracefully() async throws(InjectionError) {
    try await Shutdown(core: core).runGracefully()
  }

  /// Whether the injector was shut down, and refuses every request.
  public var isShutDown: Bool { core.isShutDown }
}
