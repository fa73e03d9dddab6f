/// A module with a method that runs when it is uninstalled, or its injector shuts down.
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
  ///   shut down.
  func unload(from injector: Injector) throws
}
