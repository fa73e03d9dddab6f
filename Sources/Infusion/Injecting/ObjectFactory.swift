/// A small handle with which a class makes more objects.
///
/// ```swift
/// class Assembly: Injectable {
///   var factory: ObjectFactory!
///   class var requires: Requirements { requiring(\.factory) }
///   func makeCar() throws -> Car { try factory.resolve(Car.self) }
/// }
/// ```
///
/// Every injector provides its own. The factory holds its injector weakly, so a singleton may keep
/// one: when the injector is gone, every method throws ``InjectionError/Code/injectorReleased``.
/// `Sendable`.
public final class ObjectFactory: Sendable {
  private weak let injector: Injector?

  init(_ injector: Injector) {
    self.injector = injector
  }

  /// Resolves a value from the factory's injector.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What ``Injector/resolve(_:named:fileID:line:)`` returns.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and what ``Injector/resolve(_:named:fileID:line:)`` throws.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value {
    try living(Key(type, named: name), fileID, line)
      .resolve(type, named: name, fileID: fileID, line: line)
  }

  /// Resolves a value that is made with arguments.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: The name of the binding.
  ///   - arguments: The values for the parameters of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A complete value.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and what the injector throws.
  public func resolve<Value, each Argument>(
    _ type: Value.Type = Value.self, named name: Name? = nil,
    arguments: repeat each Argument, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Value {
    try living(Key(type, named: name), fileID, line).resolve(
      type, named: name, arguments: repeat each arguments, fileID: fileID, line: line)
  }

  /// Resolves a value by its type.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: What ``resolve(_:named:fileID:line:)`` throws.
  public subscript<Value>(
    _ type: Value.Type, fileID fileID: String = #fileID, line line: UInt = #line
  ) -> Value {
    get throws(InjectionError) { try resolve(type, fileID: fileID, line: line) }
  }

  /// Creates an object with a closure, then injects and awakes it; of an array, each object.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - make: Creates the object.
  /// - Returns: The complete object.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and what the injector throws.
  public func create<Created>(
    fileID: String = #fileID, line: UInt = #line, _ make: () throws -> Created
  ) throws(InjectionError) -> Created {
    try living(Key(Created.self), fileID, line).create(fileID: fileID, line: line, make)
  }

  /// Injects the dependencies of an object that exists already.
  ///
  /// With it a class that was injected hands on what it has received: a decoded car injects the
  /// trailer it was decoded with.
  ///
  /// - Parameters:
  ///   - object: The object, made by whomever.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and what ``Injector/injectDependencies(into:fileID:line:)`` throws.
  public func injectDependencies(
    into object: AnyObject, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try living(Key(type(of: object)), fileID, line)
      .injectDependencies(into: object, fileID: fileID, line: line)
  }

  /// Injects the dependencies of every object of a sequence, in order.
  ///
  /// It is one call: a value of the ``Scope/graph`` scope is shared by all of the objects. It is
  /// all or nothing for each object, and stops at the first error. With it a decoded garage
  /// injects the cars it was decoded with.
  ///
  /// - Parameters:
  ///   - objects: The objects, of any classes.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and what ``Injector/injectDependencies(intoEach:fileID:line:)`` throws.
  public func injectDependencies(
    intoEach objects: some Sequence, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try living(Key(type(of: objects)), fileID, line)
      .injectDependencies(intoEach: objects, fileID: fileID, line: line)
  }

  private func living(
    _ key: Key, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Injector {
    guard let injector else {
      throw InjectionError(
        .injectorReleased(key), at: CodeLocation(fileID: fileID, line: line))
    }
    return injector
  }
}
