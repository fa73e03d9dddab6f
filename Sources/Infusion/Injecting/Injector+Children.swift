extension Injector {
  /// Creates a child injector from modules.
  ///
  /// ``makeChild(fileID:line:isolation:_:)`` explains how a child works.
  ///
  /// - Parameters:
  ///   - modules: The child's own modules.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The child.
  /// - Throws: ``InjectionError`` with all mistakes in the bindings, or with the code
  ///   ``InjectionError/Code/injectorShutDown`` if this injector is shut down.
  public func makeChild(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) -> Injector {
    try Injector(
      Blueprint(modules: modules), options: options, parent: self,
      at: CodeLocation(fileID: fileID, line: line), on: isolation)
  }

  /// Creates a child injector from a closure that declares bindings.
  ///
  /// ```swift
  /// func handle(_ request: Request, with injector: Injector) throws {
  ///   let child = try injector.makeChild { binder in
  ///     binder.bind(Request.self).to(instance: request)
  ///   }
  ///   try child.resolve(Handler.self).run()
  /// }
  /// ```
  ///
  /// A child sees all bindings of its parent. Its own bindings hide those of the parent, and never
  /// change the parent. The parent creates its singletons, and all children share them. If you ask
  /// a child for an unscoped binding of the parent, the child creates the value, so the value can
  /// use the child's bindings. Singletons that are created on demand belong to the topmost
  /// injector. A child keeps its parent alive; a parent does not keep its children.
  ///
  /// You need to shut down a child only if it has an ``UnloadableModule``, or keeps singletons that
  /// conform to ``ReleasesFromInjection`` or ``ReleasesAsynchronouslyFromInjection``. Shutting down
  /// its parent shuts it down, too.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares the child's own bindings.
  /// - Returns: The child, with the options of this injector.
  /// - Throws: ``InjectionError`` with all mistakes in the bindings, or with the code
  ///   ``InjectionError/Code/injectorShutDown`` if this injector is shut down.
  public func makeChild(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    try Injector(
      Blueprint(closure: kept(configure, writtenOn: isolation)), options: options, parent: self,
      at: CodeLocation(fileID: fileID, line: line), on: isolation)
  }
}
