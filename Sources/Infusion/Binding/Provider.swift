/// Resolves a value at every use.
///
/// ```swift
/// class Taxi: Injectable {
///   var wheels: Provider<Wheel>!
///   class var requires: Requirements { requiring(\.wheels) }
///   func changeWheel() throws -> Wheel { try wheels.get() }
/// }
/// ```
///
/// Each use asks the injector, so the scope of the binding decides whether the value is new or
/// shared. A provider holds the injector weakly. `Sendable`.
public struct Provider<Value>: Sendable {
  @usableFromInline let request: DeferredRequest

  /// Creates a provider from a closure, to test a class without an injector.
  ///
  /// ```swift
  /// let taxi = Taxi()
  /// taxi.wheels = Provider { Wheel() }
  /// ```
  ///
  /// - Parameter make: Creates a value at every use. An error that it throws is the cause of an
  ///   ``InjectionError`` with the code ``InjectionError/Code/providerFailed``, unless it is an
  ///   ``InjectionError`` itself.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    request = DeferredRequest(make)
  }

  /// Asks the injector for a value.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that the binding provides.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector was deallocated, and any error that ``Injector/resolve(_:named:fileID:line:)``
  ///   throws.
  @inlinable
  public func get(fileID: String = #fileID, line: UInt = #line) throws(InjectionError) -> Value {
    try request.value(fileID, line)
  }
}

extension Provider where Value: Sendable {
  /// Creates a provider of one value, to test a class without an injector.
  ///
  /// - Parameter value: The value that ``get(fileID:line:)`` returns each time.
  public init(_ value: Value) {
    self.init { value }
  }
}

/// A type whose instances create the values of a binding.
///
/// ```swift
/// struct ClockProvider: ProviderProtocol {
///   func provide(from injector: Injector) -> Clock { Clock() }
/// }
/// ```
///
/// Providers need not be `Sendable`. If several threads may ask a provider at the same time, it has
/// to protect its state.
public protocol ProviderProtocol<Provided> {
  /// The type of the values.
  associatedtype Provided

  /// Creates one value.
  ///
  /// The injector injects and awakes the result like that of a closure.
  ///
  /// - Parameter injector: The injector that asks. Use it to resolve the dependencies of the value.
  /// - Returns: The value.
  /// - Throws: Any error. It becomes the cause of an ``InjectionError`` with the code
  ///   ``InjectionError/Code/providerFailed``, unless it is an ``InjectionError`` itself.
  func provide(from injector: Injector) throws -> Provided
}
