/// The configuration under construction, and the binder's position in it.
struct Draft {
  var configuration: Configuration
  private var position = Position()
  private(set) var duplicates: [InjectionError.Duplicate] = []
  /// The bindings that may contain a mistake, and where the program has given them another lifetime;
  /// the draft checks each once all builders have finished with it.
  private(set) var doubtful: ContiguousArray<(BindingDeclaration, rescopedAt: CodeLocation?)> = []
  /// The errors that the closures and modules have thrown.
  private(set) var failures: [InjectionError] = []
  /// The calls of `install` that are under way, outermost first.
  var installations: [InjectionError.Step] = []
  /// Whether modules have installed each other without end, so that no more are installed.
  private var isEndless = false
  /// The modules that the current part of a blueprint may not install.
  var exclusions: [Configuration.Layer.Exclusion] = []
  /// Whether an update changes the configuration of its injector.
  private let isUpdate: Bool
  /// The number of the last layer that an update finds.
  private let lastFound: Int
  private let forbidsRebinding: Bool

  init(changing configuration: Configuration, isUpdate: Bool, forbidsRebinding: Bool) {
    self.configuration = configuration
    self.isUpdate = isUpdate
    lastFound = configuration.layers.last?.id ?? 0
    self.forbidsRebinding = forbidsRebinding
  }

  /// Where a binder is in what it declares.
  struct Position {
    /// The layer that is being declared; nil before and after the call that receives the binder.
    fileprivate var layer: Int?
    fileprivate var isInModule = false
    /// That of the last binding, or of the module that is being configured.
    fileprivate var origin: BindingDeclaration.Origin?
  }

  // MARK: - Bindings

  @inline(__always)
  mutating func declare(
    _ key: consuming Key, at location: consuming CodeLocation, isContribution: Bool = false
  ) -> BindingDeclaration {
    let declaration = BindingDeclaration(
      key, from: origin(in: location.fileID), line: location.line, isContribution: isContribution)
    add(declaration)
    if isContribution { examine(declaration) }
    return declaration
  }

  /// Notes a binding that may contain a mistake.
  mutating func examine(_ declaration: BindingDeclaration) {
    requireOpen()
    doubtful.append((declaration, nil))
  }

  /// Has the value created together with the injector.
  mutating func makeEager(_ declaration: BindingDeclaration) {
    examine(declaration)
    declaration.isEager = true
    configuration.hasEager = true
  }

  /// Takes over a binding of an update of another injector.
  ///
  /// What hid it may be missing here.
  mutating func adopt(_ declaration: BindingDeclaration) {
    let copy = declaration.copy(in: presentLayer())
    add(copy)
    examine(copy)
  }

  private mutating func add(_ declaration: BindingDeclaration) {
    if forbidsRebinding, !declaration.isContribution { noteDuplicate(declaration) }
    configuration.add(declaration)
  }

  private mutating func noteDuplicate(_ declaration: BindingDeclaration) {
    let key = declaration.key
    guard let first = configuration.declaration(for: key), !declaration.overrides(first) else {
      return
    }
    duplicates.append(
      InjectionError.Duplicate(
        key: key, earlier: BindingFacts(first), later: BindingFacts(declaration),
        isRemovable: isUpdate
          && (!position.isInModule || first.modules.isEmpty || first.layer <= lastFound)))
  }

  func requireOpen() {
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
    let isNoted = isEditing && configuration.isBoundAgain(key)
    configuration.unbind(key)
    if isNoted { configuration.note(.unbound, of: key, in: presentLayer()) }
  }

  /// Replaces the binding in force by one with another lifetime.
  ///
  /// A key that is bound only in a parent is bound here in the same way; a key that is not bound at
  /// all is bound to its own type.
  mutating func rescope(
    _ key: Key, to scope: Scope, inherited: BindingDeclaration?, location: CodeLocation
  ) {
    let layer = presentLayer()
    if isEditing { configuration.noteRescoped(key, to: scope, in: layer) }
    if let declaration = configuration.rescope(key, to: scope) {
      return doubtful.append((declaration, location))
    }
    let declaration =
      inherited?.rescoped(to: scope, in: layer)
      ?? BindingDeclaration(key, from: origin(in: location.fileID), line: location.line)
    declaration.scope = scope
    configuration.add(declaration)
    doubtful.append((declaration, location))
  }

  /// Whether an update itself makes a declaration, which no module or closure will repeat.
  private var isEditing: Bool { isUpdate && !position.isInModule }

  /// Applies the edits that an update of another injector has made.
  mutating func apply(_ edits: [Key: Configuration.Edit]) {
    let layer = presentLayer()
    doubtful += configuration.apply(edits, in: layer).map { ($0, nil) }
  }

  // MARK: - Modules and layers

  mutating func uninstall(_ modules: Configuration.Layer.Exclusion) {
    requireOpen()
    doubtful += configuration.uninstall(modules, isForDerived: isEditing).map { ($0, nil) }
  }

  /// Opens a layer, unless its module is installed already, or is to be left out.
  ///
  /// - Returns: The position to return to when this layer has been declared; nil when no layer was
  ///   opened.
  mutating func begin(_ origin: Configuration.Layer.Origin) -> Position? {
    // A module that an update installs stands beside those that the injector was made from; one
    // that a closure or another module installs comes back with its installer.
    let installer = isEditing ? nil : position.layer
    if let installer, case .module(let module, let identity) = origin,
      let exclusion = exclusions.first(where: { $0.isMeant(module, identity) })
    {
      configuration.exclude(exclusion, from: installer)
      return nil
    }
    guard let opened = configuration.openLayer(for: origin, installedBy: installer) else {
      return nil
    }
    defer { position.layer = opened }
    return position
  }

  /// Notes the beginning of a module, by its type; nil when messages do not name it.
  ///
  /// Returns the position to return to when the module ends.
  mutating func begin(_ type: (any Module.Type)?, isOverriding: Bool) -> Position {
    let outer = position
    position.isInModule = true
    position.origin = BindingDeclaration.Origin(
      layer: presentLayer(), module: type, in: outer.origin,
      isOverriding: isOverriding || outer.origin?.isOverriding == true)
    return outer
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

  /// The origin of a binding that is declared here.
  private mutating func origin(in fileID: String) -> BindingDeclaration.Origin {
    let layer = presentLayer()
    if let last = position.origin, last.layer == layer {
      if last.fileID == nil { last.fileID = fileID }
      if last.fileID == fileID { return last }
    }
    let origin = BindingDeclaration.Origin(like: position.origin, layer: layer, fileID: fileID)
    position.origin = origin
    return origin
  }

  /// Notes a call of `install`, unless too many others are under way, or the stack has no room for it.
  ///
  /// Modules that install each other, and count as new ones each time, would never end.
  ///
  /// - Returns: Whether to configure the module.
  mutating func beginInstalling(_ type: Any.Type, _ call: InjectionError.Step) -> Bool {
    let limit = 200
    if isEndless { return false }
    let count = installations.count
    guard count < limit, count == 0 || ThreadRecord.current.hasStackLeft else {
      isEndless = true
      fail(InjectionError(.endlessInstallation(type, limit: count)).passing(call))
      return false
    }
    installations.append(call)
    return true
  }

  mutating func fail(_ error: InjectionError) {
    failures.append(error.passing(installations.reversed()))
  }
}
