extension Injector {
  /// Makes a child injector from modules.
  ///
  /// See ``makeChild(fileID:line:_:)`` for what a child is.
  ///
  /// - Parameters:
  ///   - modules: The child's own modules.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The child.
  /// - Throws: ``InjectionError`` with everything that is wrong.
  public func makeChild(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Injector {
    try Injector(
      Blueprint(modules: modules), options: options, parent: self,
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a child injector from a closure that binds.
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
  /// A child sees everything of its parent, may hide it with bindings of its own, and never leaks
  /// into it. A singleton of the parent is built by the parent and is one object for all children;
  /// an unscoped binding of the parent that is asked for through a child is built with the child,
  /// so the child's bindings reach it. Singletons that are created on demand belong to the topmost
  /// injector. A child keeps its parent; a parent does not keep its children.
  ///
  /// A child needs no end of its own, unless it keeps singletons that conform to
  /// ``ReleasesFromInjection``: those are told by ``shutdown()`` only, of the child or of its parent.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - configure: Declares the child's own bindings.
  /// - Returns: The child, with the options of this injector.
  /// - Throws: ``InjectionError`` with everything that is wrong.
  public func makeChild(
    fileID: String = #fileID, line: UInt = #line,
    _ configure: @escaping (Binder) throws -> Void
  ) throws(InjectionError) -> Injector {
    try Injector(
      Blueprint(closure: configure), options: options, parent: self,
      at: CodeLocation(fileID: fileID, line: line))
  }
}
