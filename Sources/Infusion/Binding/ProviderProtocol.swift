/// A type whose instances make the values of a binding.
///
/// ```swift
/// struct ClockProvider: ProviderProtocol {
///   func provide(from injector: Injector) -> Clock { Clock() }
/// }
/// ```
///
/// Providers need not be `Sendable`. One that several threads may ask at once protects itself.
public protocol ProviderProtocol<Provided> {
  /// The type of the values.
  associatedtype Provided

  /// Makes one value.
  ///
  /// Its result is injected and awoken like that of a closure.
  ///
  /// - Parameter injector: The injector that asks; use it to resolve what the value needs.
  /// - Returns: The value.
  /// - Throws: Any error; it becomes the cause of an ``InjectionError`` with the code
  ///   ``InjectionError/Code/providerFailed``.
  func provide(from injector: Injector) throws -> Provided
}
