extension Injector {
  /// Makes a new injector with more modules.
  ///
  /// Everything is configured anew: singletons are not shared with this injector, which stays as it
  /// is.
  ///
  /// - Parameters:
  ///   - modules: The modules to add, behind the present ones. One that is installed already is not
  ///     installed twice.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with everything that is wrong.
  public func adding(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Injector {
    try derive(core.present.blueprint.adding(modules), fileID, line)
  }

  /// Makes a new injector without the modules of some types.
  ///
  /// Everything is configured anew: singletons are not shared with this injector, which stays as it
  /// is. Where a type is a class, modules of its subclasses are left out too. A type that is not
  /// installed is no error.
  ///
  /// - Parameters:
  ///   - types: The types of the modules to leave out.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The new injector, with the same options and the same parent.
  /// - Throws: ``InjectionError`` with everything that is wrong.
  public func removing(
    _ types: any Module.Type..., fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Injector {
    let remaining = core.present.blueprint.removing { module in
      types.contains { module.isOrWraps($0) }
    }
    return try derive(remaining, fileID, line)
  }

  private func derive(
    _ blueprint: Blueprint, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Injector {
    try Injector(
      blueprint, options: options, parent: parent,
      at: CodeLocation(fileID: fileID, line: line))
  }
}
