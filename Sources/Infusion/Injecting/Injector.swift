/// Creates objects, and injects into objects that exist.
///
/// ```swift
/// func openGarage() throws -> Garage {
///   let injector = try Injector(GarageModule())
///   let garage = Garage()
///   try injector.injectDependencies(into: garage)
///   return garage
/// }
/// ```
///
/// What an object needs is said by its class, see ``Injectable``; where values come from is said by
/// modules, see ``Module``.
///
/// `Sendable`: every method may be called from any thread, and from inside closures, initializers
/// and callbacks of the injector. What is created for several threads has to be safe for them
/// itself; the compiler cannot see it.
///
/// An injector lives as long as somebody refers to it. It keeps its singletons, and releases them
/// in the reverse order of their completion.
///
/// - Important: A singleton that stores its injector strongly keeps both alive for ever. Keep an
///   ``ObjectFactory`` instead.
public final class Injector: Sendable {
  let core: InjectorCore

  /// How this injector behaves where there is a choice.
  public var options: Options { core.options }

  /// The injector that this one is a child of.
  public var parent: Injector? { unsafe core.parent?.injector }

  /// Makes an injector from modules.
  ///
  /// Modules are configured in order. A key that is bound again is taken from the later binding.
  /// Eager singletons are created before the initializer returns. Options are given together with
  /// an array of modules, see ``init(_:options:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - modules: The modules; none at all is fine, for classes that are created on demand.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with everything that is wrong: a module has thrown, or an eager
  ///   singleton cannot be made.
  public convenience init(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try self.init(
      Blueprint(modules: modules), options: Options(),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes an injector from a list of modules, with options.
  ///
  /// - Parameters:
  ///   - modules: The modules, configured in order.
  ///   - options: How the injector behaves where there is a choice.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with everything that is wrong: a module has thrown, or an eager
  ///   singleton cannot be made.
  public convenience init(
    _ modules: [any Module], options: Options = Options(), fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) {
    try self.init(
      Blueprint(modules: modules), options: options, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes an injector from a closure that binds.
  ///
  /// ```swift
  /// func makeInjector(till: Till) throws -> Injector {
  ///   try Injector { binder in
  ///     binder.bind(Till.self).to(instance: till)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How the injector behaves where there is a choice.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - configure: Declares bindings. It is kept, for injectors that are derived from this one,
  ///     and may capture what it binds.
  /// - Throws: ``InjectionError`` with everything that is wrong: the closure has thrown, or an
  ///   eager singleton cannot be made.
  public convenience init(
    options: Options = Options(), fileID: String = #fileID, line: UInt = #line,
    _ configure: @escaping (Binder) throws -> Void
  ) throws(InjectionError) {
    try self.init(
      Blueprint(closure: configure), options: options,
      at: CodeLocation(fileID: fileID, line: line))
  }

  convenience init(
    _ blueprint: Blueprint, options: Options, parent: Injector? = nil, at place: CodeLocation
  ) throws(InjectionError) {
    try self.init(withoutSingletons: blueprint, options: options, parent: parent, at: place)
    do throws(InjectionError) {
      try createEagerSingletons(at: place)
    } catch {
      // Nobody will have the injector that the others were made for.
      throw InjectionError(collecting: [error] + core.releaseCompleted(for: core))
    }
  }

  /// Makes an injector to be looked at: what is eager is not created.
  init(
    withoutSingletons blueprint: Blueprint, options: Options, parent: Injector? = nil,
    at place: CodeLocation
  ) throws(InjectionError) {
    core = try InjectorCore(blueprint, options: options, parent: parent, at: place)
    core.belong(to: self)
    try parent?.core.add(child: self)
  }
}
