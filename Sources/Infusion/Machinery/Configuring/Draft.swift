/// The configuration under construction, and the binder's position in it.
///
/// A draft is a value, which the binder changes in one step for each binding: see the rows setup13
/// and setup450 of `Tests/Benchmarks`.
struct Draft {
  let configuration: Configuration
  private let plain: PlainBindings
  private var position = Position()
  /// A layer that has received only plain bindings since the draft last looked at it.
  private var plainLayer: Int?
  /// The paths of an update; those of a set-up belong to the plain bindings.
  private var pathsOfUpdate = ModulePaths()
  private(set) var duplicates: [InjectionError.Duplicate] = []
  /// The bindings that are objects from the beginning: contributions, those of an update, and those
  /// made after some declaration has been removed.
  private(set) var objects: [(order: Order, declaration: BindingDeclaration)] = []
  /// The bindings with additions of their own, which the draft checks once all builders have
  /// finished with them.
  private(set) var withAdditions: [(order: Order, declaration: BindingDeclaration)] = []
  /// The bindings with the scope `.weak` whose values are not objects.
  private(set) var weakValues: [Handle] = []
  /// The errors that the closures and modules have thrown.
  private(set) var failures: [InjectionError] = []
  /// The calls of `install` that are under way, outermost first.
  private var installations: [InjectionError.Step] = []
  /// The modules that the current part of a blueprint may not install.
  var exclusions: [Configuration.Layer.Exclusion] = []
  private let forbidsRebinding: Bool

  init(changing configuration: Configuration, forbidsRebinding: Bool) {
    self.configuration = configuration
    plain = configuration.effective.plain
    self.forbidsRebinding = forbidsRebinding
  }

  /// Where a binder is in what it declares.
  struct Position {
    /// The layer that is being declared; nil before and after the call that receives the binder.
    fileprivate var layer: Int?
    /// The modules that are being configured.
    fileprivate var path = ModulePaths.none
    fileprivate var isInModule = false
    fileprivate var isOverriding = false
  }

  // MARK: - Bindings

  /// The number by which a builder knows its binding: the position of a plain binding in the table,
  /// or a number below zero for an object.
  typealias Handle = Int

  /// Declares a binding that is a plain value; nil when it has to be an object.
  mutating func declarePlainly(_ key: Key, _ place: CodeLocation) -> Handle? {
    // Most bindings follow another one of the same layer, which has been checked already.
    if position.layer == nil || position.layer != plainLayer {
      let layer = presentLayer()
      guard configuration.bindsPlainly(in: layer) else { return nil }
      plainLayer = layer
    }
    guard let layer = position.layer else { Self.refuse() }
    if forbidsRebinding { noteDuplicate(of: key, place) }
    let hidden = plain.bind(
      key, at: place, in: layer, of: position.path, isOverriding: position.isOverriding)
    if hidden >= 0 { configuration.hide(hidden, behind: key) }
    return plain.count - 1
  }

  /// Declares a binding that is an object from the beginning.
  mutating func declareObject(
    _ key: Key, _ place: CodeLocation, isContribution: Bool = false
  ) -> Handle {
    let declaration = BindingDeclaration(
      key, place: place, modules: modules, isContribution: isContribution)
    add(declaration)
    objects.append(((plain.count * 2, objects.count), declaration))
    return -objects.count
  }

  /// The order of bindings: a plain binding comes after the objects that were made before it.
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
    if position.isOverriding { declaration.isOverriding = true }
    let layer = presentLayer()
    configuration.add(declaration, to: layer)
  }

  private mutating func noteDuplicate(of key: Key, _ place: CodeLocation?) {
    // The object of a plain binding may be made too early for its builder: with a duplicate, no
    // injector comes out of the draft.
    guard !position.isOverriding, let first = configuration.declaration(for: key) else { return }
    duplicates.append(InjectionError.Duplicate(key: key, first: first.place, second: place))
  }

  // MARK: - What builders say

  /// The binding as an object, which can hold any declaration.
  ///
  /// A binding that has been removed is no longer part of the configuration, so changes to it
  /// have no effect.
  mutating func object(_ handle: Handle) -> BindingDeclaration {
    requireOpen()
    return presentObject(handle)
  }

  mutating func presentObject(_ handle: Handle) -> BindingDeclaration {
    handle < 0
      ? objects[-handle - 1].declaration
      : configuration.effective.object(at: handle) ?? plain.makeDeclaration(at: handle)
  }

  /// Whether the entry alone describes the binding.
  private func isPlain(_ handle: Handle) -> Bool { handle >= 0 && plain[handle].object < 0 }

  /// Sets the recipe of a plain binding; false when that takes an object.
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

  /// Notes a binding whose scope keeps only instances of classes, if its values are not instances.
  mutating func noteWeak(_ handle: Handle) {
    if TypeRepresentation(of: key(of: handle).type) == .plain { weakValues.append(handle) }
  }

  func key(of handle: Handle) -> Key {
    handle < 0 ? objects[-handle - 1].declaration.key : plain[handle].key
  }

  /// Makes a plain binding eager; false when that takes an object.
  mutating func setEager(_ handle: Handle) -> Bool {
    requireOpen()
    configuration.hasEager = true
    guard isPlain(handle) else { return false }
    plain[handle].isEager = true
    return true
  }

  /// Restricts requests for a plain binding to the main actor; false when that takes an object.
  mutating func setMainActor(_ handle: Handle) -> Bool {
    requireOpen()
    guard isPlain(handle) else { return false }
    plain[handle].requiresMainActor = true
    return true
  }

  mutating func add(_ slots: SlotList, named name: Name?, to handle: Handle) {
    let declaration = adding(to: handle)
    declaration.additions += slots.elements(.requires, at: declaration.place, named: name)
  }

  mutating func add(completion: @escaping (AnyObject) throws -> Void, to handle: Handle) {
    adding(to: handle).completions.append(completion)
  }

  /// A binding that is about to receive an addition; the draft checks it once all builders have
  /// finished with it.
  private mutating func adding(to handle: Handle) -> BindingDeclaration {
    let declaration = object(handle)
    if declaration.addsNothing { withAdditions.append((order(of: handle), declaration)) }
    return declaration
  }

  private func requireOpen() {
    if position.layer == nil { Self.refuse() }
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
    requireOpen()
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

  /// Whether an update itself makes a declaration, which no module or closure will repeat.
  private var isEditing: Bool { configuration.records && !position.isInModule }

  /// Applies the edits that an update of another injector has made.
  mutating func apply(_ edits: [Key: Configuration.Edit]) {
    let layer = presentLayer()
    plainLayer = nil
    configuration.apply(edits, in: layer)
  }

  // MARK: - Modules and layers

  mutating func uninstall(where isRemoved: @escaping Configuration.Layer.Exclusion) {
    requireOpen()
    plainLayer = nil
    configuration.uninstall(where: isRemoved, isForDerived: isEditing)
  }

  /// Opens a layer, unless its module is installed already, or is to be left out.
  ///
  /// - Returns: The position to return to when this layer has been declared; nil when no layer was
  ///   opened.
  mutating func begin(_ origin: Configuration.Layer.Origin) -> Position? {
    // A module that an update installs stands beside those that the injector was made from; one
    // that a closure or another module installs comes back with its installer.
    let isTopLevel = !position.isInModule && (position.layer == nil || configuration.records)
    if !isTopLevel, case .module(let module, let identity) = origin,
      exclusions.contains(where: { $0(module, identity) })
    {
      return nil
    }
    let installer = isTopLevel ? nil : position.layer
    guard let opened = configuration.openLayer(for: origin, installedBy: installer) else {
      return nil
    }
    if isTopLevel, !exclusions.isEmpty { configuration.exclude(exclusions, from: opened) }
    defer { position.layer = opened }
    return position
  }

  /// Notes the beginning of a module, by its type; nil when messages do not name it.
  ///
  /// Returns the position to return to when the module ends.
  mutating func begin(_ type: (any Module.Type)?, isOverriding: Bool) -> Position {
    let outer = position
    position.isInModule = true
    if let type {
      position.path =
        configuration.records
        ? pathsOfUpdate.path(through: position.path, into: type)
        : plain.paths.path(through: position.path, into: type)
    }
    if isOverriding { position.isOverriding = true }
    return outer
  }

  private var modules: [any Module.Type] {
    configuration.records ? pathsOfUpdate[position.path] : plain.paths[position.path]
  }

  mutating func goBack(to outer: Position) { position = outer }

  /// The layer that is being declared.
  ///
  /// The bindings that an update makes after it has installed a module come after that module.
  private mutating func presentLayer() -> Int {
    guard let layer = position.layer else { Self.refuse() }
    if isEditing, !configuration.isLast(layer),
      let next = configuration.openLayer(for: .live, installedBy: nil)
    {
      position.layer = next
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
