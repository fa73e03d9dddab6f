/// What a binder has heard so far, and where in the configuration it stands.
///
/// A value that the binder changes in one step for each binding: see the rows setup13 and setup450
/// of `Tests/Benchmarks`.
struct Draft {
  private(set) var configuration: Configuration
  /// The layer that is being declared; nil before and after the call that the binder is good for.
  private var layer: Int?
  /// The modules that are being configured, outermost first, as messages name them.
  private var modules: [any Module.Type] = []
  /// How many modules are being configured, one inside another.
  private var moduleDepth = 0
  private var isOverriding = false
  private var duplicates: [InjectionError.Duplicate] = []
  /// What has been declared, to be looked at when everything has been said about it.
  private var declared: [BindingDeclaration] = []
  private let forbidsRebinding: Bool
  private let changesLiveInjector: Bool

  init(
    changing configuration: Configuration, forbidsRebinding: Bool, changesLiveInjector: Bool
  ) {
    self.configuration = configuration
    self.forbidsRebinding = forbidsRebinding
    self.changesLiveInjector = changesLiveInjector
  }

  // MARK: - Bindings

  mutating func declare(
    _ key: Key, isContribution: Bool, _ place: CodeLocation
  ) -> BindingDeclaration {
    let declaration = BindingDeclaration(
      key, place: place, modules: modules, isContribution: isContribution)
    add(declaration)
    if declared.isEmpty { declared.reserveCapacity(16) }
    declared.append(declaration)
    return declaration
  }

  mutating func add(_ declaration: BindingDeclaration) {
    if forbidsRebinding, !isOverriding, !declaration.isContribution,
      let first = configuration.declaration(for: declaration.key)
    {
      duplicates.append(
        InjectionError.Duplicate(
          key: declaration.key, first: first.place, second: declaration.place))
    }
    if isOverriding { declaration.isOverriding = true }
    let layer = presentLayer()
    configuration.add(declaration, to: layer)
  }

  mutating func add(_ classExtension: ClassExtension) {
    let layer = presentLayer()
    configuration.add(classExtension, to: layer)
  }

  mutating func unbind(_ key: Key) { configuration.unbind(key) }

  mutating func rescope(
    _ key: Key, to scope: Scope, inherited: BindingDeclaration?, place: CodeLocation
  ) {
    let layer = presentLayer()
    configuration.rescope(key, to: scope, inherited: inherited, place: place, in: layer)
  }

  // MARK: - Modules and layers

  mutating func uninstall(where isRemoved: (any Module, ModuleIdentity) -> Bool) {
    configuration.uninstall(where: isRemoved)
  }

  /// Opens a layer, unless its module is installed already.
  ///
  /// - Returns: The layer to come back to when this one has been declared; nil when nothing was
  ///   opened.
  mutating func begin(_ origin: Configuration.Layer.Origin) -> Outer? {
    // What is installed by an update stands beside what the injector was made from; what a closure
    // or a module installs comes back with it.
    let isTopLevel = moduleDepth == 0 && (layer == nil || changesLiveInjector)
    guard let opened = configuration.openLayer(for: origin, isTopLevel: isTopLevel) else {
      return nil
    }
    defer { layer = opened }
    return outer
  }

  /// Notes the beginning of a module, by its type; nil when messages do not name it.
  ///
  /// Returns what to come back to when it ends.
  mutating func begin(_ type: (any Module.Type)?, isOverriding: Bool) -> Outer {
    let outer = outer
    moduleDepth += 1
    if let type { modules.append(type) }
    if isOverriding { self.isOverriding = true }
    return outer
  }

  /// Where a binder stands.
  struct Outer {
    fileprivate let layer: Int?
    fileprivate let modules: [any Module.Type]
    fileprivate let moduleDepth: Int
    fileprivate let isOverriding: Bool
  }

  private var outer: Outer {
    Outer(layer: layer, modules: modules, moduleDepth: moduleDepth, isOverriding: isOverriding)
  }

  mutating func goBack(to outer: Outer) {
    (layer, modules) = (outer.layer, outer.modules)
    (moduleDepth, isOverriding) = (outer.moduleDepth, outer.isOverriding)
  }

  /// The layer that is being declared.
  ///
  /// What an update binds after it has installed a module stands behind that module.
  private mutating func presentLayer() -> Int {
    guard let layer else { fatalError("a binder is good for the call that it is handed to") }
    if changesLiveInjector, moduleDepth == 0, !configuration.isLast(layer),
      let next = configuration.openLayer(for: .live, isTopLevel: true)
    {
      self.layer = next
      return next
    }
    return layer
  }

  // MARK: - The end

  /// What is wrong with the bindings.
  var errors: [InjectionError] {
    var errors: [InjectionError] = []
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    for declaration in declared {
      guard let reason = declaration.reasonNotToInject else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(InjectionError(.notInjected(declaration.key, reason, place)))
    }
    return errors
  }
}
