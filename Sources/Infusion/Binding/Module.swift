/// Says where values come from.
///
/// ```swift
/// struct GarageModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Brakes.self).to { Brakes() }
///   }
/// }
/// ```
///
/// A module installed twice is configured once: the same object, equal `Hashable` values, and
/// values of one type without stored properties count as the same module.
///
/// Modules need not be `Sendable`. An injector keeps its modules, for the injectors that are
/// derived from it.
public protocol Module {
  /// Declares bindings.
  ///
  /// Called once per injector that is created with the module, on the thread that creates it.
  /// Objects do not exist yet: bind closures, not results of the injector.
  ///
  /// - Parameter binder: Takes the bindings.
  /// - Throws: Any error. No injector is created then; the error is the cause of an
  ///   ``InjectionError`` with the code ``InjectionError/Code/providerFailed``.
  func configure(_ binder: Binder) throws
}
