/// Takes the bindings of modules.
///
/// A binder is handed to ``Module/configure(_:)`` and is good for that call only: what is declared
/// through it takes effect when every module is configured, all at once. Not `Sendable`.
public final class Binder {
  /// Swift's own check for overlapping access takes longer than a binding; `isChanging` takes its
  /// place.
  @exclusivity(unchecked) private var uncheckedDraft: Draft
  @exclusivity(unchecked) private var isChanging = false
  /// The injector that is changed; nil for one that is being made.
  let core: InjectorCore?

  init(
    changing configuration: Configuration, of core: InjectorCore? = nil, forbidsRebinding: Bool
  ) {
    unsafe uncheckedDraft = Draft(
      changing: configuration, forbidsRebinding: forbidsRebinding,
      changesLiveInjector: core != nil)
    self.core = core
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
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> BindingBuilder<Value> {
    BindingBuilder(of: declare(type, name, fileID, line), binder: self)
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
    let place = CodeLocation(fileID: fileID, line: line)
    return BindingBuilder(
      of: draft.declareContribution(Key.looking(for: type, named: name), place), binder: self)
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
    draft.add(classExtension)
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
    draft.beginInstallation(
      InjectionError.Step(
        callAbout: "install(\(name))", at: CodeLocation(fileID: fileID, line: line)))
    defer { draft.endInstallation() }
    configure(module)
  }

  /// The binder for things that belong to the main actor.
  ///
  /// It has every form of `to`, with closures that run on the main actor. A request elsewhere is an
  /// error with the code ``InjectionError/Code/mainActorRequired``.
  public var onMainActor: MainActorBinder { MainActorBinder(self) }

  // MARK: - For the injector

  /// What has been said so far, for a step in which no user code runs.
  var draft: Draft {
    @inline(__always) _read {
      if unsafe isChanging { Draft.refuseOverlap() }
      yield unsafe uncheckedDraft
    }
    @inline(__always) _modify {
      if unsafe isChanging { Draft.refuseOverlap() }
      yield unsafe &uncheckedDraft
    }
  }

  /// The same, for a step in which user code may run, which cannot come back here.
  ///
  /// Modules are compared, and what is unbound is let go.
  var changingDraft: Draft {
    _read { yield draft }
    _modify {
      if unsafe isChanging { Draft.refuseOverlap() }
      unsafe isChanging = true
      defer { unsafe isChanging = false }
      yield unsafe &uncheckedDraft
    }
  }

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
    guard let outer = changingDraft.begin(origin) else { return }
    declare()
    draft.goBack(to: outer)
  }

  /// Configures a module in the present layer.
  func include(_ module: any Module) { include(module, isOverriding: false) }

  /// Configures a module in the present layer; its bindings may replace others.
  package func override(with module: any Module) { include(module, isOverriding: true) }

  private func include(_ module: any Module, isOverriding: Bool) {
    let type = type(of: module).isNamed ? type(of: module) : nil
    let outer = draft.begin(type, isOverriding: isOverriding)
    hear(module.configure, of: type)
    draft.goBack(to: outer)
  }

  private func hear(_ configure: (Binder) throws -> Void, of module: (any Module.Type)?) {
    do {
      try configure(self)
    } catch {
      draft.fail(InjectionError(wrapping: error, of: .configuration(module)))
    }
  }

  /// Takes over what was declared for another injector.
  func adopt(_ layer: Configuration.Layer) {
    configure(layer.origin) { binder in
      for declaration in layer.declarations.all + layer.contributions.all {
        binder.changingDraft.add(declaration.copy())
      }
      for classExtension in layer.extensions { binder.draft.add(classExtension) }
    }
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
    let (configuration, errors) = draft.finish()
    guard draft.failures.isEmpty, errors.isEmpty else {
      let call = InjectionError.Step(callAbout: call, at: place)
      throw InjectionError(collecting: draft.failures.map { $0.passing(call) } + errors)
    }
    return configuration
  }

  // MARK: - For builders

  /// - Returns: What a builder knows the binding by.
  @usableFromInline
  func declare(_ type: Any.Type, _ name: Name?, _ fileID: String, _ line: UInt) -> Int {
    let key = Key.looking(for: type, named: name)
    let place = CodeLocation(fileID: fileID, line: line)
    return draft.declarePlainly(key, place) ?? changingDraft.declareObject(key, place)
  }

  @usableFromInline
  func set(_ scope: Scope, of handle: Int) {
    if !draft.setScope(scope, of: handle) { draft.object(handle).scope = scope }
  }

  func set(_ recipe: PlainBindings.RecipeMaker, of handle: Int) {
    if !draft.setRecipe(recipe, of: handle) { draft.object(handle).recipe = recipe.make() }
  }

  func makeEager(_ handle: Int) {
    if !draft.setEager(handle) { draft.object(handle).isEager = true }
  }
}
