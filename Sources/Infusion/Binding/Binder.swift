/// Takes the bindings of modules.
///
/// A binder is handed to ``Module/configure(_:)`` and is good for that call only: what is declared
/// through it takes effect when every module is configured, all at once. Not `Sendable`.
public final class Binder {
  var configuration: Configuration
  private var duplicates: [InjectionError.Duplicate] = []
  private var failures: [InjectionError] = []
  private var layer: Int?
  /// The calls of `install` that are under way, outermost first.
  private var installations: [InjectionError.Step] = []
  /// What has been declared, to be looked at when everything has been said about it.
  private var declared: [BindingDeclaration] = []
  private var modulePath: [String] = []
  /// How many modules are being configured, one inside another.
  private var moduleDepth = 0
  private let forbidsRebinding: Bool
  private var isOverriding = false

  /// The binding of a parent, for a child that changes it.
  let inherited: (Key) -> BindingDeclaration?
  private let changesLiveInjector: Bool

  init(
    changing configuration: Configuration, of core: InjectorCore? = nil, forbidsRebinding: Bool
  ) {
    self.configuration = configuration
    self.forbidsRebinding = forbidsRebinding
    changesLiveInjector = core != nil
    inherited = { core?.upper?.declaration(for: $0) }
  }

  /// Begins a binding.
  ///
  /// The key is the type and the name; an Optional type is unwrapped. A binding that is not
  /// finished with one of the forms of `to` is created as if nothing were bound.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for: a class, `(any P).self`, a value type or a metatype.
  ///   - name: Tells several bindings of one type apart.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder that says how the value is made and how long it lives.
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> BindingBuilder<Value> {
    declare(type, name, isContribution: false, CodeLocation(fileID: fileID, line: line))
  }

  /// Begins a contribution to the collection of a type.
  ///
  /// Contributed values are asked for as `[Value]`, in the order of their bindings; those of a
  /// child follow its parent's. They leave the type itself unbound.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - name: The name under which the collection is asked for.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder that says how the value is made and how long it lives.
  public func contribute<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> BindingBuilder<Value> {
    declare(type, name, isContribution: true, CodeLocation(fileID: fileID, line: line))
  }

  /// Adds requirements to a class that cannot be edited.
  ///
  /// They are merged along the class chain like the class's own, and follow those.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder that takes the properties.
  public func extend<Extended: AnyObject>(
    _ type: Extended.Type, fileID: String = #fileID, line: UInt = #line
  ) -> ExtensionBuilder<Extended> {
    let classExtension = ClassExtension(
      type, place: CodeLocation(fileID: fileID, line: line))
    configuration.add(classExtension, to: openLayer)
    return ExtensionBuilder(classExtension)
  }

  /// Configures another module, unless it is installed already.
  ///
  /// Its bindings take their place here: what is bound before is hidden by them, what is bound
  /// after hides them.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  public func install(_ module: any Module, fileID: String = #fileID, line: UInt = #line) {
    let name = TypeText(type(of: module.named)).text
    installations.append(
      InjectionError.Step(
        callAbout: "install(\(name))", at: CodeLocation(fileID: fileID, line: line)))
    defer { installations.removeLast() }
    configure(module)
  }

  /// The binder for things that belong to the main actor.
  ///
  /// It has every form of `to`, with closures that run on the main actor. A request elsewhere is an
  /// error with the code ``InjectionError/Code/mainActorRequired``.
  public var onMainActor: MainActorBinder { MainActorBinder(self) }

  // MARK: - For the injector

  /// Configures a module in a layer of its own, unless it is installed already.
  func configure(_ module: any Module) {
    inLayer(for: .module(module, ModuleIdentity(module))) { include(module) }
  }

  /// Runs what declares a layer; a failure is kept for ``finish(for:at:)``.
  func configure(
    _ origin: Configuration.Layer.Origin, _ body: (Binder) throws -> Void
  ) {
    inLayer(for: origin) { hear(body, of: nil) }
  }

  /// Opens a layer, unless its module is installed already.
  private func inLayer(for origin: Configuration.Layer.Origin, _ declare: () -> Void) {
    // What is installed by an update stands beside what the injector was made from; what a closure
    // or a module installs comes back with it.
    let isTopLevel = moduleDepth == 0 && (layer == nil || changesLiveInjector)
    guard let opened = configuration.openLayer(for: origin, isTopLevel: isTopLevel) else { return }
    let outer = layer
    defer { layer = outer }
    layer = opened
    declare()
  }

  /// Configures a module in the present layer.
  func include(_ module: any Module) {
    let outer = modulePath
    moduleDepth += 1
    defer {
      modulePath = outer
      moduleDepth -= 1
    }
    let type = module is any UnnamedModule ? nil : type(of: module)
    if let type { modulePath.append(TypeText(type).text) }
    hear(module.configure, of: type)
  }

  private func hear(_ configure: (Binder) throws -> Void, of module: (any Module.Type)?) {
    do {
      try configure(self)
    } catch {
      failures.append(
        InjectionError(wrapping: error, of: .configuration(module))
          .passing(installations.reversed()))
    }
  }

  /// Takes over what was declared for another injector.
  func adopt(_ layer: Configuration.Layer) {
    configure(layer.origin) { binder in
      for declaration in layer.declarations.all + layer.contributions.all {
        binder.add(declaration.copy())
      }
      for classExtension in layer.extensions {
        binder.configuration.add(classExtension, to: binder.openLayer)
      }
    }
  }

  /// Configures a module in the present layer; its bindings may replace others.
  package func override(with module: any Module) {
    let outer = isOverriding
    isOverriding = true
    defer { isOverriding = outer }
    include(module)
  }

  /// The result, or everything that has gone wrong.
  ///
  /// - Parameters:
  ///   - call: What the binder was made for, as messages name it.
  ///   - place: Where that was called.
  /// - Returns: The configuration.
  /// - Throws: The failures, and what is wrong with the bindings, together.
  func finish(
    for call: String, at place: CodeLocation
  ) throws(InjectionError) -> Configuration {
    let call = InjectionError.Step(callAbout: call, at: place)
    var errors = failures.map { $0.passing(call) }
    if !duplicates.isEmpty { errors.append(InjectionError(.duplicateBinding(duplicates))) }
    for declaration in declared {
      guard let reason = declaration.reasonNotToInject else { continue }
      let place = InjectionError.Place(declaration)
      errors.append(InjectionError(.notInjected(declaration.key, reason, place)))
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
    return configuration
  }

  /// The layer that is being declared.
  ///
  /// What an update binds after it has installed a module stands behind that module.
  var openLayer: Int {
    guard let layer else { fatalError("a binder is good for the call that it is handed to") }
    if isLive, !configuration.isLast(layer),
      let next = configuration.openLayer(for: .live, isTopLevel: true)
    {
      self.layer = next
      return next
    }
    return layer
  }

  private var isLive: Bool { changesLiveInjector && moduleDepth == 0 }

  func declare<Value>(
    _ type: Value.Type, _ name: Name?, isContribution: Bool, _ place: CodeLocation
  ) -> BindingBuilder<Value> {
    let declaration = BindingDeclaration(
      Key.looking(for: type, named: name), place: place, modulePath: modulePath,
      isContribution: isContribution)
    add(declaration)
    declared.append(declaration)
    return BindingBuilder(declaration)
  }

  private func add(_ declaration: BindingDeclaration) {
    if forbidsRebinding, !isOverriding, !declaration.isContribution,
      let first = configuration.declaration(for: declaration.key)
    {
      duplicates.append(
        InjectionError.Duplicate(
          key: declaration.key, first: first.place, second: declaration.place))
    }
    if isOverriding { declaration.isOverriding = true }
    configuration.add(declaration, to: openLayer)
  }
}
