/// Creates objects, and injects dependencies into existing ones.
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
/// A class says what its objects need (see ``Injectable``). Modules say where values come from (see
/// ``Module``).
///
/// `Sendable`: you can call every method from any thread, and from inside closures, initializers
/// and callbacks of the injector. <doc:ModulesAndScopes> says what that means for shared objects.
///
/// Keep a reference to the injector for as long as you need it. The injector keeps its singletons. If
/// nothing refers to the injector any more, it drops them in the reverse order of their completion;
/// only a shutdown calls their `releaseFromInjection()`.
///
/// - Important: A singleton that stores its injector strongly keeps both alive until the injector
///   is shut down. Store an ``ObjectFactory`` instead.
public final class Injector: Sendable {
  let core: InjectorCore

  /// The options of this injector.
  public var options: Options { core.options }

  /// The injector that this one is a child of.
  public var parent: Injector? { core.parent?.injector }

  /// Creates an injector from modules.
  ///
  /// It configures modules in order. If a key is bound again, the later binding takes effect. It
  /// creates eager singletons before it returns. To pass options, use an array of modules and
  /// ``init(_:options:fileID:line:isolation:)``.
  ///
  /// - Parameters:
  ///   - modules: The modules. Objects that are created on demand need none.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Throws: ``InjectionError`` with all failures: a module threw, or an eager singleton cannot
  ///   be created.
  public convenience init(
    _ modules: any Module..., fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) throws(InjectionError) {
    try self.init(modules, fileID: fileID, line: line, isolation: isolation)
  }

  /// Creates an injector without modules: for objects that are created on demand, or to bind later
  /// with an update.
  ///
  /// ```swift
  /// func makeInjector() throws -> Injector {
  ///   try Injector(options: Injector.Options(onDemandScope: .singleton))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The options of the injector.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError``.
  public convenience init(
    options: Options, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try self.init([], options: options, fileID: fileID, line: line, isolation: nil)
  }

  /// Creates an injector from a list of modules, with options.
  ///
  /// - Parameters:
  ///   - modules: The modules, configured in order.
  ///   - options: The options of the injector.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Throws: ``InjectionError`` with all failures: a module threw, or an eager singleton cannot
  ///   be created.
  public convenience init(
    _ modules: [any Module], options: Options = Options(), fileID: String = #fileID,
    line: UInt = #line, isolation: (any Actor)? = #isolation
  ) throws(InjectionError) {
    try self.init(
      Blueprint(modules: modules), options: options,
      at: CodeLocation(fileID: fileID, line: line), on: isolation)
  }

  /// Creates an injector from a closure that declares bindings.
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
  ///   - options: The options of the injector.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - configure: Declares bindings. The injector keeps the closure for injectors that are
  ///     derived from this one, so the closure may capture the objects that it binds. If you write
  ///     the closure in main-actor code, it runs only on the main actor: deriving an injector
  ///     elsewhere throws ``InjectionError/Code/mainActorRequired``.
  /// - Throws: ``InjectionError`` with all failures: the closure threw, or an eager singleton
  ///   cannot be created.
  public convenience init(
    options: Options = Options(), fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation,
    _ configure: @escaping @isolated(any) (Binder) throws -> Void
  ) throws(InjectionError) {
    try self.init(
      Blueprint(closure: kept(configure, writtenOn: isolation)), options: options,
      at: CodeLocation(fileID: fileID, line: line), on: isolation)
  }

  convenience init(
    _ blueprint: Blueprint, options: Options, parent: Injector? = nil, at location: CodeLocation,
    on caller: (any Actor)? = nil
  ) throws(InjectionError) {
    try self.init(
      withoutSingletons: blueprint, options: options, parent: parent, at: location, on: caller)
    guard core.hasEager else { return }
    do throws(InjectionError) {
      try createEagerSingletons(at: location)
    } catch {
      // No caller receives the injector whose singletons were created.
      throw InjectionError(collecting: [error] + Shutdown(core: core).abandon(hasFailed: true))
    }
  }

  /// Creates the eager singletons that the injector itself binds.
  func createEagerSingletons(at location: CodeLocation) throws(InjectionError) {
    try Resolution.current.createEagerly(
      core.configuration.eagerDeclarations, in: self, at: location)
  }

  /// Creates an injector to examine; it creates no eager singletons.
  init(
    withoutSingletons blueprint: Blueprint, options: Options, parent: Injector? = nil,
    at location: CodeLocation, on caller: (any Actor)? = nil
  ) throws(InjectionError) {
    core = try InjectorCore(blueprint, options: options, parent: parent, at: location, on: caller)
    core.belong(to: self)
    try parent?.core.add(child: self, at: location)
  }

  deinit { core.dissolve() }
}
