extension Injector {
  /// The injector that `withCurrent(_:_:)` has set for the current task, or the default injector if
  /// there is none.
  ///
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is neither.
  public static var current: Injector {
    get throws(InjectionError) {
      if let injector = CurrentInjector.value { return injector }
      return try `default`
    }
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

/// Resolves a value from the current injector.
///
/// ```swift
/// func currentCar() throws -> Car {
///   try inject(Car.self)
/// }
/// ```
///
/// - Parameters:
///   - type: The requested type.
///   - name: The name of the binding.
///   - fileID: The file of the call, for error messages.
///   - line: The line of the call, for error messages.
/// - Returns: The value that ``Injector/current`` provides.
/// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when there
///   is no current injector, and any error that ``Injector/resolve(_:named:fileID:line:)`` throws.
public func inject<Value>(
  _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
  line: UInt = #line
) throws(InjectionError) -> Value {
  let injector: Injector
  do throws(InjectionError) {
    injector = try Injector.current
  } catch {
    throw error.passing(
      InjectionError.Step(
        callAbout: "inject(\(TypeText(type).parenthesized).self)",
        at: CodeLocation(fileID: fileID, line: line)))
  }
  return try injector.resolve(type, named: name, fileID: fileID, line: line)
}
