/// The configuration under construction, and where in it the binder stands.
///
/// A value that the binder changes in one step for each binding: see the rows setup13 and setup450
/// of `Tests/Benchmarks`.
struct Draft {
  private(set) var configuration: Configuration
  private let plain: PlainBindings
  /// The layer that is being declared; nil before and after the call that the binder is good for.
  private var layer: Int?
  /// A layer to which nothing but plain bindings has been added since it was looked at last.
  private var plainLayer: Int?
  /// The modules that are being configured.
  private var path = ModulePaths.none
  /// The paths of an update; those of a set-up belong to the plain bindings.
  private var pathsOfUpdate = ModulePaths()
  /// How many modules are being configured, one inside another.
  private var moduleDepth = 0
  private var isOverriding = false
  private(set) var duplicates: [InjectionError.Duplicate] = []
  /// The bindings that are objects from the beginning: contributions, those of an update, and those
  /// that are made when something has been taken back.
  private(set) var objects: [(order: Order, declaration: BindingDeclaration)] = []
  /// The bindings with requirements of their own, to be looked at when everything has been said
  /// about them.
  private(set) var withAdditions: [(order: Order, declaration: BindingDeclaration)] = []
  /// The bindings that were given the scope `.weak`, though their values are no objects.
  private(set) var weakValues: [Handle] = []
  /// What the closures and modules have thrown.
  private(set) var failures: [InjectionError] = []
  /// The calls of `install` that are under way, outermost first.
  private var installations: [InjectionError.Step] = []
  /// The modules that the part of a blueprint that is being configured may not install.
  var exclusions: [Configuration.Layer.Exclusion] = []
  private let forbidsRebinding: Bool
  private let changesLiveInjector: Bool

  init(
    changing configuration: Configuration, forbidsRebinding: Bool, changesLiveInjector: Bool
  ) {
    self.configuration = configuration
    plain = configuration.effective.plain
    self.forbidsRebinding = forbidsRebinding
    self.changesLiveInjector = changesLiveInjector
  }

  // MARK: - Bindings

  /// What a builder knows its binding by: the position of a plain one in the table, or below zero
  /// that of an object.
  typealias Handle = Int

  /// Declares a binding that is a plain value; nil when it has to be an object.
  mutating func declarePlainly(_ key: Key, _ place: CodeLocation) -> Handle? {
    // Most bindings follow another of the same layer, about which everything is known.
    if layer == nil || layer != plainLayer {
      let layer = presentLayer()
      guard configuration.bindsPlainly(in: layer) else { return nil }
      plainLayer = layer
    }
    guard let layer else { Self.refuse() }
    if forbidsRebinding { noteDuplicate(of: key, place) }
    let hidden = plain.bind(key, at: place, in: layer, of: path, isOverriding: isOverriding)
    if hidden >= 0 { configuration.hide(hidden, behind: key) }
    return plain.count - 1
  }

  mutating func declareObject(_ key: Key, _ place: CodeLocation) -> Handle {
    let declaration = BindingDeclaration(key, place: place, modules: modules)
    add(declaration)
    return keep(declaration)
  }

  mutating func declareContribution(_ key: Key, _ place: CodeLocation) -> Handle {
    let declaration = BindingDeclaration(
      key, place: place, modules: modules, isContribution: true)
    add(declaration)
    return keep(declaration)
  }

  private mutating func keep(_ declaration: BindingDeclaration) -> Handle {
    objects.append(((plain.count * 2, objects.count), declaration))
    return -objects.count
  }

  /// When a binding was made: a plain one after the objects that were made before it.
  typealias Order = (Int, Int)

  private func order(of handle: Handle) -> Order {
    handle < 0 ? objects[-handle - 1].order : (handle * 2 + 1, 0)
  }

  /// Adds a binding that is an object.
  mutating func add(_ declaration: BindingDeclaration) {
    plainLayer = nil
    if forbidsRebinding, !declaration.isContribution {
      noteDuplicate(of: declaration.key, declaration.place)
    }
    if isOverriding { declaration.isOverriding = true }
    let layer = presentLayer()
    configuration.add(declaration, to: layer)
  }

  private mutating func noteDuplicate(of key: Key, _ place: CodeLocation?) {
    guard !isOverriding, case .bound(let first) = configuration.findPlace(of: key) else { return }
    duplicates.append(InjectionError.Duplicate(key: key, first: first, second: place))
  }

  // MARK: - What builders say

  /// The binding as an object, which can say everything.
  ///
  /// One that has been taken back is no part of the configuration any more: what is said
  /// about it has no effect.
  mutating func object(_ handle: Handle) -> BindingDeclaration {
    requireOpen()
    return presentObject(handle)
  }

  mutating func presentObject(_ handle: Handle) -> BindingDeclaration {
    handle < 0
      ? objects[-handle - 1].declaration
      : configuration.effective.object(at: handle) ?? plain.makeDeclaration(at: handle)
  }

  /// Whether the entry is enough to say what the binding is.
  private func isPlain(_ handle: Handle) -> Bool { handle >= 0 && plain[handle].object < 0 }

  /// Says how a plain binding makes its values; false when that takes an object.
  mutating func setRecipe(_ recipe: PlainBindings.RecipeMaker, of handle: Handle) -> Bool {
    requireOpen()
    guard recipe.ownsNothing, isPlain(handle) else { return false }
    plain[handle].recipe = recipe
    return true
  }

  /// Gives a plain binding a lifetime; false when that takes an object.
  mutating func setScope(_ scope: Scope, of handle: Handle) -> Bool {
    requireOpen()
    guard !scope.isCustom, isPlain(handle) else { return false }
    plain[handle].scope = scope
    return true
  }

  /// Notes a binding whose scope keeps instances of classes only, if its values are none.
  mutating func noteWeak(_ handle: Handle) {
    let type = handle < 0 ? objects[-handle - 1].declaration.key.type : plain[handle].key.type
    if TypeRepresentation(of: type) == .plain { weakValues.append(handle) }
  }

  /// Makes a plain binding eager; false when that takes an object.
  mutating func setEager(_ handle: Handle) -> Bool {
    requireOpen()
    guard isPlain(handle) else { return false }
    plain[handle].isEager = true
    return true
  }

  /// Lets a plain binding be asked for on the main actor only; false when that takes an object.
  mutating func setMainActor(_ handle: Handle) -> Bool {
    requireOpen()
    guard isPlain(handle) else { return false }
    plain[handle].requiresMainActor = true
    return true
  }

  mutating func add(_ slots: SlotList, named name: Name?, to handle: Handle) {
    let declaration = adding(to: handle)
    let place = declaration.place ?? CodeLocation(fileID: "", line: 0)
    declaration.additions += slots.elements(.requires, at: place, named: name)
  }

  mutating func add(completion: @escaping (AnyObject) throws -> Void, to handle: Handle) {
    adding(to: handle).completions.append(completion)
  }

  /// A binding to which something is added; when everything has been said about it, it is looked
  /// at.
  private mutating func adding(to handle: Handle) -> BindingDeclaration {
    let declaration = object(handle)
    if declaration.addsNothing { withAdditions.append((order(of: handle), declaration)) }
    return declaration
  }

  private func requireOpen() {
    if layer == nil { Self.refuse() }
  }

  static func refuse() -> Never {
    fatalError("a binder and its builders may be used only in the call that receives the binder")
  }

  static func refuseOverlap() -> Never {
    fatalError("a deinitializer or '==' of a module used a binder while the binder was changing")
  }

  mutating func add(_ classExtension: ClassExtension) {
    let layer = presentLayer()
    configuration.add(classExtension, to: layer)
  }

  mutating func unbind(_ key: Key) {
    plainLayer = nil
    let isNoted = isEditing && configuration.isBoundAgain(key)
    configuration.unbind(key)
    if isNoted { configuration.note(.unbound, of: key, in: presentLayer()) }
  }

  mutating func rescope(
    _ key: Key, to scope: Scope, inherited: BindingDeclaration?, place: CodeLocation
  ) {
    let layer = presentLayer()
    plainLayer = nil
    let isNoted = isEditing && configuration.isBoundAgain(key)
    configuration.rescope(key, to: scope, inherited: inherited, place: place, in: layer)
    if isNoted { configuration.note(.rescoped(scope), of: key, in: layer) }
  }

  /// Whether an update says something itself, which no module or closure will say again.
  private var isEditing: Bool { changesLiveInjector && moduleDepth == 0 }

  /// Does what an update of another injector has done.
  mutating func apply(_ edits: [Key: Configuration.Edit]) {
    let layer = presentLayer()
    plainLayer = nil
    configuration.apply(edits, in: layer)
  }

  // MARK: - Modules and layers

  mutating func uninstall(where isRemoved: @escaping Configuration.Layer.Exclusion) {
    plainLayer = nil
    configuration.uninstall(where: isRemoved, isForDerived: isEditing)
  }

  /// Opens a layer, unless its module is installed already, or is to be left out.
  ///
  /// - Returns: The layer to come back to when this one has been declared; nil when nothing was
  ///   opened.
  mutating func begin(_ origin: Configuration.Layer.Origin) -> Outer? {
    // What is installed by an update stands beside what the injector was made from; what a closure
    // or a module installs comes back with it.
    let isTopLevel = moduleDepth == 0 && (layer == nil || changesLiveInjector)
    if !isTopLevel, case .module(let module, let identity) = origin,
      exclusions.contains(where: { $0(module, identity) })
    {
      return nil
    }
    let installer = isTopLevel ? nil : layer
    guard let opened = configuration.openLayer(for: origin, installedBy: installer) else {
      return nil
    }
    if isTopLevel, !exclusions.isEmpty { configuration.exclude(exclusions, from: opened) }
    defer { layer = opened }
    return outer
  }

  /// Notes the beginning of a module, by its type; nil when messages do not name it.
  ///
  /// Returns what to come back to when it ends.
  mutating func begin(_ type: (any Module.Type)?, isOverriding: Bool) -> Outer {
    let outer = outer
    moduleDepth += 1
    if let type {
      path =
        changesLiveInjector
        ? pathsOfUpdate.path(through: path, into: type)
        : plain.paths.path(through: path, into: type)
    }
    if isOverriding { self.isOverriding = true }
    return outer
  }

  private var modules: [any Module.Type] {
    changesLiveInjector ? pathsOfUpdate[path] : plain.paths[path]
  }

  /// Where a binder stands.
  struct Outer {
    fileprivate let layer: Int?
    fileprivate let path: Int32
    fileprivate let moduleDepth: Int
    fileprivate let isOverriding: Bool
  }

  private var outer: Outer {
    Outer(layer: layer, path: path, moduleDepth: moduleDepth, isOverriding: isOverriding)
  }

  mutating func goBack(to outer: Outer) {
    (layer, path) = (outer.layer, outer.path)
    (moduleDepth, isOverriding) = (outer.moduleDepth, outer.isOverriding)
  }

  /// The layer that is being declared.
  ///
  /// What an update binds after it has installed a module stands behind that module.
  private mutating func presentLayer() -> Int {
    guard let layer else { Self.refuse() }
    if changesLiveInjector, moduleDepth == 0, !configuration.isLast(layer),
      let next = configuration.openLayer(for: .live, installedBy: nil)
    {
      self.layer = next
      return next
    }
    return layer
  }

  mutating func beginInstallation(_ call: InjectionError.Step) { installations.append(call) }

  mutating func endInstallation() { installations.removeLast() }

  mutating func fail(_ error: InjectionError) {
    failures.append(error.passing(installations.reversed()))
  }
}
