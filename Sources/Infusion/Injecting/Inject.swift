// The short forms that ask the current injector.

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
  let injector = try Injector.current(
    for: InjectionError.Step(
      .otherCall("inject(\(TypeText(Value.self).parenthesized).self)"),
      at: CodeLocation(fileID: fileID, line: line)))
  return try injector.resolve(Value.self, named: name, fileID: fileID, line: line)
}

extension InjectionDeclaring {
  /// Asks the current injector for an object of this class.
  ///
  /// ```swift
  /// let registry = try Registry.inject()
  /// ```
  ///
  /// It does the same as `inject(Registry.self)`: the injector is ``Injector/current``. You can
  /// call it from any thread.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The object that ``Injector/current`` provides for the class.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is no current injector, and any error that ``Injector/resolve(_:named:fileID:line:)``
  ///   throws.
  public static func inject(
    fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Self {
    try Infusion.inject(Self.self, fileID: fileID, line: line)
  }

  /// Resolves a value from the current injector, inside a method of a conforming class.
  ///
  /// It does the same as the global function ``inject(_:named:fileID:line:)``. Inside a class that
  /// has a member of the same name, Swift does not find the global function.
  ///
  /// - Parameters:
  ///   - type: The type to ask for.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``Injector/current`` provides.
  /// - Throws: Any error that ``inject(_:named:fileID:line:)`` throws.
  public func inject<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value {
    try Infusion.inject(type, named: name, fileID: fileID, line: line)
  }

  /// Resolves a value from the current injector, inside a static method of a conforming class.
  ///
  /// It does the same as the global function ``inject(_:named:fileID:line:)``. Inside a class that
  /// has a member of the same name, Swift does not find the global function.
  ///
  /// - Parameters:
  ///   - type: The type to ask for.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``Injector/current`` provides.
  /// - Throws: Any error that ``inject(_:named:fileID:line:)`` throws.
  public static func inject<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Value {
    try Infusion.inject(type, named: name, fileID: fileID, line: line)
  }
}
