extension Injector {
  /// The default injector of the process.
  ///
  /// You can read and set it from any thread.
  ///
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when none
  ///   is set.
  public static var `default`: Injector {
    get throws(InjectionError) {
      guard let injector = DefaultInjector.shared.injector else {
        throw InjectionError(.noDefaultInjector)
      }
      return injector
    }
  }

  /// Sets the default injector of the process, or removes it.
  ///
  /// - Parameter injector: The injector, which the process keeps, or nil.
  public static func setDefault(_ injector: Injector?) {
    _ = DefaultInjector.shared.exchange(injector)
  }

  /// Whether a default injector is set.
  public static var isConfigured: Bool { DefaultInjector.shared.injector != nil }

  /// Creates the default injector.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings.
  /// - Returns: The default injector.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/alreadyConfigured`` if there
  ///   is one already, and any error that creating the injector throws.
  @discardableResult
  public static func configure(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    let location = CodeLocation(fileID: fileID, line: line)
    guard !isConfigured else { throw InjectionError(.alreadyConfigured, at: location) }
    let injector = try Injector(fileID: fileID, line: line, isolation: isolation, configure)
    guard DefaultInjector.shared.setIfEmpty(injector) === injector else {
      // No caller receives the injector whose eager singletons were created.
      throw InjectionError(
        collecting: [InjectionError(.alreadyConfigured, at: location)]
          + Shutdown(core: injector.core).abandon(hasFailed: false))
    }
    return injector
  }

  /// Creates the default injector unless there is one.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings. It is not called if there is already a default injector. If
  ///     several threads call the method at once, each may run its closure, but only one of the
  ///     injectors is kept. The others are shut down.
  /// - Returns: The default injector, old or new.
  /// - Throws: ``InjectionError`` if the injector cannot be created.
  @discardableResult
  public static func configureOnce(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    if let injector = DefaultInjector.shared.injector { return injector }
    let injector = try Injector(fileID: fileID, line: line, isolation: isolation, configure)
    let kept = DefaultInjector.shared.setIfEmpty(injector)
    if kept !== injector { _ = Shutdown(core: injector.core).abandon(hasFailed: false) }
    return kept
  }

  /// Creates the default injector, and replaces the existing one, if there is one.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings.
  /// - Returns: The new default injector.
  /// - Throws: ``InjectionError`` if the injector cannot be created. In that case, the old one
  ///   stays.
  @discardableResult
  public static func clearAndConfigure(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    let injector = try Injector(fileID: fileID, line: line, isolation: isolation, configure)
    setDefault(injector)
    return injector
  }

  /// Removes the default injector.
  public static func clear() {
    setDefault(nil)
  }
}
