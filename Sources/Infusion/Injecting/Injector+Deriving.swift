extension Injector {
  /// Creates a new injector with more modules.
  ///
  /// All modules are configured again. The new injector does not share singletons with this one,
  /// and this one does not change. The new injector includes all changes that updates have made to
  /// this one: to bindings, scopes, extensions and installed modules. Within a request or an
  /// update, it includes those that the calling code sees.
  ///
  /// - Parameters:
  ///   - modules: The modules to add after the existing ones. A module that is installed already is
  ///     not installed twice.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with all mistakes in the bindings. The code is
  ///   ``InjectionError/Code/mainActorRequired`` if a closure or module that belongs to the main
  ///   actor has to run again, and the caller is not on the main actor, and
  ///   ``InjectionError/Code/injectorShutDown`` after a shutdown of this injector.
  public func adding(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) -> Injector {
    try derive(
      Blueprint(layers: visible.configuration.layersForDerived, modules: modules), fileID, line,
      isolation)
  }

  /// Creates a new injector with more bindings, from a closure that declares them.
  ///
  /// ```swift
  /// func replaceTill(of injector: Injector, with till: Till) throws -> Injector {
  ///   try injector.adding { binder in
  ///     binder.bind(Till.self).to(instance: till)
  ///   }
  /// }
  /// ```
  ///
  /// ``adding(_:fileID:line:isolation:)`` says what the new injector has in common with this one.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings, which hide earlier ones with the same keys. The new injector
  ///     keeps the closure for injectors that are derived from it.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError``, as for modules.
  public func adding(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    let closure = kept(configure, writtenOn: isolation)
    return try derive(
      Blueprint(layers: visible.configuration.layersForDerived, closure: closure), fileID, line,
      isolation)
  }

  /// Creates a new injector without the modules of some types, and without the modules that only
  /// they have installed.
  ///
  /// All other modules are configured again. The new injector does not share singletons with this
  /// one, and this one does not change. The new injector also leaves out modules of these types
  /// that other modules install and, if a type is a class, modules of its subclasses. The call
  /// ignores types that no installed module has.
  ///
  /// - Parameters:
  ///   - types: The types of the modules to leave out.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with all mistakes in the bindings. The code is
  ///   ``InjectionError/Code/mainActorRequired`` if a closure or module that belongs to the main
  ///   actor has to run again, and the caller is not on the main actor, and
  ///   ``InjectionError/Code/injectorShutDown`` after a shutdown of this injector.
  public func removing(
    _ types: any Module.Type..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) -> Injector {
    let removed = Configuration.Layer.Exclusion { module, _ in
      types.contains { module.isOrWraps($0) }
    }
    let remaining = visible.configuration.layersForDerived(without: removed)
    return try derive(Blueprint(layers: remaining), fileID, line, isolation)
  }

  private func derive(
    _ blueprint: Blueprint, _ fileID: String, _ line: UInt, _ caller: (any Actor)?
  ) throws(InjectionError) -> Injector {
    let location = CodeLocation(fileID: fileID, line: line)
    // One that has ended has lost its modules.
    try core.requireOpen(for: "creating an injector", at: location)
    return try Injector(blueprint, options: options, parent: parent, at: location, on: caller)
  }
}
