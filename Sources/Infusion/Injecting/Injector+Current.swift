extension Injector {
  /// The injector that `withCurrent(_:_:)` has set for the current task, or the default injector if
  /// there is none.
  ///
  /// A task that begins while an asynchronous closure makes a value, or while the value awakes, has the
  /// injector of the binding, but does not keep it.
  ///
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is neither, or ``InjectionError/Code/injectorReleased`` when the injector of such a
  ///   task is deallocated.
  public static var current: Injector {
    get throws(InjectionError) {
      if let injector = try CurrentInjector.value { return injector }
      return try `default`
    }
  }

  /// The current injector, for code that an error names when there is none.
  static func current(
    for step: @autoclosure () -> InjectionError.Step
  ) throws(InjectionError) -> Injector {
    do throws(InjectionError) { return try current } catch { throw error.passing(step()) }
  }

  /// Makes an injector the current one while a closure runs.
  ///
  /// It is task-local. Child tasks inherit it; detached tasks and other threads do not.
  ///
  /// - Parameters:
  ///   - injector: The injector.
  ///   - body: Runs with the injector.
  /// - Returns: The value that the closure returns.
  /// - Throws: Any error that the closure throws.
  public static func withCurrent<Result, Failure: Error>(
    _ injector: Injector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try CurrentInjector.with(injector, body)
  }

  /// Makes an injector the current one while an asynchronous closure runs.
  ///
  /// - Parameters:
  ///   - injector: The injector.
  ///   - body: Runs with the injector, on the caller's actor.
  /// - Returns: The value that the closure returns.
  /// - Throws: Any error that the closure throws.
  nonisolated(nonsending) public static func withCurrent<Result, Failure: Error>(
    _ injector: Injector,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await CurrentInjector.with(injector, body)
  }
}
