/// A type whose instances create the values of a binding.
///
/// ```swift
/// struct ClockProvider: ProviderProtocol {
///   func provide(from injector: Injector) -> Clock { Clock() }
/// }
/// ```
///
/// Providers need not be `Sendable`. If several threads may ask a provider at once, it has to
/// protect itself.
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
  ///   ``InjectionError/Code/providerFailed``.
  func provide(from injector: Injector) throws -> Provided
}
