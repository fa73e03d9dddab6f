extension Injector {
  /// Creates a new injector with more modules.
  ///
  /// All modules are configured again. The new injector does not share singletons with this one,
  /// which does not change. It takes over what updates have bound, unbound, rescoped, extended,
  /// installed and uninstalled.
  ///
  /// - Parameters:
  ///   - modules: The modules to add after the present ones. A module that is installed already is
  ///     not installed twice.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with all mistakes of the bindings. The code is
  ///   ``InjectionError/Code/mainActorRequired`` if a closure or a module of the main actor has to
  ///   run again, and the caller is elsewhere.
  public func adding(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) -> Injector {
    try derive(core.configuration.blueprint.adding(modules), fileID, line, isolation)
  }

  /// Creates a new injector without the modules of some types, and without what only those have
  /// installed.
  ///
  /// All other modules are configured again. The new injector does not share singletons with this
  /// one, which does not change. It also leaves out modules of these types that others install. If
  /// a type is a class, it leaves out modules of its subclasses. A type that is not installed is
  /// not an error.
  ///
  /// - Parameters:
  ///   - types: The types of the modules to leave out.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with all mistakes of the bindings. The code is
  ///   ``InjectionError/Code/mainActorRequired`` if a closure or a module of the main actor has to
  ///   run again, and the caller is elsewhere.
  public func removing(
    _ types: any Module.Type..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) -> Injector {
    let remaining = core.configuration.blueprint { module, _ in
      types.contains { module.isOrWraps($0) }
    }
    return try derive(remaining, fileID, line, isolation)
  }

  private func derive(
    _ blueprint: Blueprint, _ fileID: String, _ line: UInt, _ caller: (any Actor)?
  ) throws(InjectionError) -> Injector {
    try Injector(
      blueprint, options: options, parent: parent,
      at: CodeLocation(fileID: fileID, line: line), on: caller)
  }
}
