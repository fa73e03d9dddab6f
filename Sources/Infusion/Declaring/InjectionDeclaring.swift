/// The common, empty parent of the protocols of a class that declares something to an injector.
///
/// It gives every declaring class the method ``inject(fileID:line:)``. Do not conform to it
/// directly: conform to ``Injectable``, ``DefaultInitializable`` or one of the others.
public protocol InjectionDeclaring: AnyObject {}

extension InjectionDeclaring {
  /// Resolves this class from the current injector.
  ///
  /// ```swift
  /// let registry = try Registry.inject()
  /// ```
  ///
  /// It is the same as `inject(Registry.self)`: the injector is ``Injector/current``. You can call
  /// it from any thread.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The object that ``Injector/current`` provides for the class.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/noDefaultInjector`` when
  ///   there is no current injector, and whatever ``Injector/resolve(_:named:fileID:line:)``
  ///   throws.
  public static func inject(
    fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Self {
    try Infusion.inject(Self.self, fileID: fileID, line: line)
  }

  /// Resolves a value from the current injector, inside a method of a declaring class.
  ///
  /// It is the same as the free function ``inject(_:named:fileID:line:)``. Swift does not find that
  /// one inside a class with a member of the same name.
  ///
  /// - Parameters:
  ///   - type: The type to ask for.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What ``Injector/current`` provides.
  /// - Throws: What ``inject(_:named:fileID:line:)`` throws.
  public func inject<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value {
    try Infusion.inject(type, named: name, fileID: fileID, line: line)
  }

  /// Resolves a value from the current injector, inside a static method of a declaring class.
  ///
  /// It is the same as the free function ``inject(_:named:fileID:line:)``. Swift does not find that
  /// one inside a class with a member of the same name.
  ///
  /// - Parameters:
  ///   - type: The type to ask for.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What ``Injector/current`` provides.
  /// - Throws: What ``inject(_:named:fileID:line:)`` throws.
  public static func inject<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Value {
    try Infusion.inject(type, named: name, fileID: fileID, line: line)
  }
}
