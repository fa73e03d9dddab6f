/// A small handle with which a class can create and inject more objects later.
///
/// ```swift
/// class Assembly: Injectable {
///   var factory: ObjectFactory!
///   class var requires: Requirements { requiring(\.factory) }
///   func makeCar() throws -> Car { try factory.resolve(Car.self) }
/// }
/// ```
///
/// Every injector provides its own factory. The factory holds its injector weakly, so a singleton
/// may keep it. Once the injector is deallocated, every method throws
/// ``InjectionError/Code/injectorReleased``. `Sendable`.
public final class ObjectFactory: Sendable {
  private weak let injector: Injector?
  /// The injector of a factory that has its own.
  private let ownInjector: Injector?
  /// The class whose property has received the factory.
  private let holder: Any.Type?

  init(_ injector: Injector, heldBy holder: Any.Type?) {
    self.injector = injector
    self.holder = holder
    ownInjector = nil
  }

  /// Creates a factory that asks an injector, which it holds weakly.
  ///
  /// - Parameter injector: The injector.
  public convenience init(_ injector: Injector) {
    self.init(injector, heldBy: nil)
  }

  /// Creates a factory with its own bindings, to test a class without an injector.
  ///
  /// ```swift
  /// func makeAssembly() throws -> Assembly {
  ///   let assembly = Assembly()
  ///   assembly.factory = try ObjectFactory { $0.bind(Car.self).to { Car() } }
  ///   return assembly
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings. The factory keeps the closure.
  /// - Throws: ``InjectionError`` with all mistakes in the bindings.
  public init(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) {
    let own = try Injector(fileID: fileID, line: line, isolation: isolation, configure)
    injector = own
    ownInjector = own
    holder = nil
  }

  /// Resolves a value from the factory's injector.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``Injector/resolve(_:named:fileID:line:)`` returns.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that ``Injector/resolve(_:named:fileID:line:)``
  ///   throws.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value {
    try living(Key(Value.self, named: name), fileID, line)
      .resolve(type, named: name, fileID: fileID, line: line)
  }

  /// Resolves a value with arguments.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  ///   - arguments: The values for the parameters of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A complete value.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  public func resolve<Value, each Argument>(
    _ type: Value.Type = Value.self, named name: Name? = nil,
    arguments: repeat each Argument, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Value {
    try living(Key(Value.self, named: name), fileID, line).resolve(
      type, named: name, arguments: repeat each arguments, fileID: fileID, line: line)
  }

  /// Resolves a value by its type.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: Any error that ``resolve(_:named:fileID:line:)`` throws.
  public subscript<Value>(
    _ type: Value.Type, fileID fileID: String = #fileID, line line: UInt = #line
  ) -> Value {
    get throws(InjectionError) { try resolve(type, fileID: fileID, line: line) }
  }

  /// Creates an object with a closure, then injects and awakes it.
  ///
  /// If the closure returns an array, each object in it is injected and awoken.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - make: Creates the object.
  /// - Returns: The complete object.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  public func create<Created>(
    fileID: String = #fileID, line: UInt = #line, _ make: () throws -> Created
  ) throws(InjectionError) -> Created {
    try living(Key(Created.self), fileID, line).create(fileID: fileID, line: line, make)
  }

  /// Injects the dependencies of an existing object.
  ///
  /// An injected object can use it to inject the objects that it holds: for example, a decoded car
  /// injects the trailer that was decoded with it.
  ///
  /// - Parameters:
  ///   - object: The existing object.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  public func injectDependencies<Object: Injectable>(
    into object: Object, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try living(Key(type(of: object)), fileID, line)
      .injectDependencies(into: object, fileID: fileID, line: line)
  }

  /// Injects the dependencies of an existing object of any class.
  ///
  /// The call makes the same actor checks as
  /// ``Injector/injectDependencies(into:fileID:line:)-(AnyObject,_,_)``.
  ///
  /// - Parameters:
  ///   - object: The existing object.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  @_disfavoredOverload
  public func injectDependencies(
    into object: AnyObject, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try living(Key(type(of: object)), fileID, line)
      .injectDependencies(into: object, fileID: fileID, line: line)
  }

  /// Injects the dependencies of every object of a sequence, in order.
  ///
  /// It is one call, so all objects share a value of the scope ``Scope/graph``, and an object that
  /// occurs twice is injected once. Each object is injected as a whole or not at all, and the call
  /// stops at the first error. For example, a decoded garage injects the cars that were decoded
  /// with it.
  ///
  /// - Parameters:
  ///   - objects: The objects, of one class or its subclasses.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  public func injectDependencies<Object: Injectable, Objects: Sequence<Object>>(
    intoEach objects: Objects, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try living(Key(Objects.self), fileID, line)
      .injectDependencies(intoEach: objects, fileID: fileID, line: line)
  }

  /// Injects the dependencies of every object of a sequence of any objects, in order.
  ///
  /// - Parameters:
  ///   - objects: The objects, of any classes.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that the injector throws.
  @_disfavoredOverload
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
        .injectorReleased(key, holder: holder), at: CodeLocation(fileID: fileID, line: line))
    }
    return injector
  }
}
