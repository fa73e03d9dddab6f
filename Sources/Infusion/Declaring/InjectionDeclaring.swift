/// The common, empty parent of the protocols with which a class declares something to an injector.
///
/// It exists so that every declaring class can be asked for by its own name, with
/// ``inject(fileID:line:)``. Do not conform to it directly: conform to ``Injectable``,
/// ``DefaultInitializable`` or one of the others.
public protocol InjectionDeclaring: AnyObject {}

extension InjectionDeclaring {
  /// Resolves this class from the current injector.
  ///
  /// ```swift
  /// let registry = try Registry.inject()
  /// ```
  ///
  /// It is the same as `inject(Registry.self)`: the injector is ``Injector/current``.
  /// It can be called from any thread.
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
    try Injector.current.resolve(Self.self, fileID: fileID, line: line)
  }
}
