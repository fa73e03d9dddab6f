/// A type that declares bindings: it says where the values of an injector come from.
///
/// ```swift
/// struct GarageModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Brakes.self).to { Brakes() }
///   }
/// }
/// ```
///
/// A module that is installed twice is configured once. Two modules count as the same one if they
/// are the same object, equal `Hashable` values of one type, or values of one structure without
/// stored properties. A class that is `Hashable` counts by its value, which must not change. So
/// modules of these kinds may install each other; any other module would be installed again and
/// again, which is an error.
///
/// Modules need not be `Sendable`. An injector keeps its modules for the injectors that you derive
/// from it.
public protocol Module {
  /// Declares bindings.
  ///
  /// The method is called once for each injector that is created with the module, on the thread
  /// that creates the injector. No injector exists yet, so bind closures instead of resolved
  /// objects.
  ///
  /// - Parameter binder: Receives the bindings.
  /// - Throws: Any error. No injector is created in that case. The error is the cause of an
  ///   ``InjectionError`` with the code ``InjectionError/Code/providerFailed``, unless it is an
  ///   ``InjectionError`` itself.
  func configure(_ binder: Binder) throws
}

/// A module with a method that runs before it is uninstalled, or when its injector shuts down.
///
/// ```swift
/// struct ServerModule: UnloadableModule {
///   func configure(_ binder: Binder) { binder.bind(Server.self).asEagerSingleton() }
///   func unload(from injector: Injector) throws { try injector.resolve(Server.self).stop() }
/// }
/// ```
public protocol UnloadableModule: Module {
  /// Called before the bindings of the module are removed.
  ///
  /// - Parameter injector: The injector, in which the module is still installed.
  /// - Throws: Any error. In that case, the module stays installed, unless the injector is reset or
  ///   shut down. So does every other module that the update would have uninstalled; some of them may
  ///   have been unloaded already.
  func unload(from injector: Injector) throws
}
