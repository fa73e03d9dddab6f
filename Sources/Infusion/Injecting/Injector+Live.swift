extension Injector {
  /// Changes this injector in one transaction.
  ///
  /// ```swift
  /// func goOffline(_ injector: Injector) throws {
  ///   try injector.update { binder in
  ///     binder.uninstall(NetworkModule.self)
  ///     binder.bind((any Source).self).to { FileSource() }
  ///   }
  /// }
  /// ```
  ///
  /// The closure sees the present bindings and changes them; nobody else sees anything of it before
  /// everything has gone well: modules are configured, eager singletons are created, and the
  /// modules that are uninstalled are told. Then all changes take effect at once. Instances of
  /// bindings that were not changed stay; those of changed ones are let go.
  ///
  /// It may be called from any thread, while others resolve and inject; several updates of one
  /// injector take turns.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - change: Binds, unbinds, rescopes, installs and uninstalls.
  /// - Throws: ``InjectionError``. The injector is as before then, unless the code is
  ///   ``InjectionError/Code/releaseFailed``: what the change has removed has failed to release,
  ///   and the change is in force.
  public func update(
    fileID: String = #fileID, line: UInt = #line, _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    try core.update(at: CodeLocation(fileID: fileID, line: line), change)
  }

  /// Whether a key is bound, in this injector or its parents.
  ///
  /// What is created on demand is not bound. An array type is bound when something is contributed
  /// to it.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  /// - Returns: Whether there is a binding.
  public func hasBinding<Value>(_ type: Value.Type, named name: Name? = nil) -> Bool {
    answering.isBound(Key.looking(for: type, named: name))
  }

  /// Whether a key is bound to an instance, in this injector or its parents.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  ///   - instance: The instance.
  /// - Returns: Whether the binding in force hands out this very object.
  public func hasBinding<Value>(
    _ type: Value.Type, named name: Name? = nil, to instance: AnyObject
  ) -> Bool {
    answering.declaration(for: Key.looking(for: type, named: name))?.recipe?.instance === instance
  }

  /// Whether a key is linked to a class, in this injector or its parents.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  ///   - target: The class.
  /// - Returns: Whether the binding in force is a link to the class.
  public func hasBinding<Value>(
    _ type: Value.Type, named name: Name? = nil, to target: AnyClass
  ) -> Bool {
    answering.declaration(for: Key.looking(for: type, named: name))?.recipe?.linkedKey?.type
      == target
  }

  /// Forgets the instances that this injector keeps, and keeps the bindings.
  ///
  /// Singletons are made anew when they are next asked for, eager ones too; those that are bound
  /// with `toAsync` are prepared anew. They are let go in the reverse order of their completion,
  /// and told, see ``ReleasesFromInjection``.
  ///
  /// - Returns: The errors of singletons that failed to release; they are forgotten all the same.
  @discardableResult
  public func releaseSingletons() -> [InjectionError] {
    core.releaseSingletons()
  }

  /// Empties this injector: it keeps neither bindings nor instances.
  ///
  /// Modules are told first, see ``UnloadableModule``.
  ///
  /// - Returns: The errors of modules that failed to unload, and of singletons that failed to
  ///   release; they are removed all the same.
  @discardableResult
  public func reset() -> [InjectionError] {
    core.reset()
  }

  /// In an update that tries a change out, the core in which it is in force.
  private var answering: InjectorCore { Resolution.current.answering(for: core) }
}
