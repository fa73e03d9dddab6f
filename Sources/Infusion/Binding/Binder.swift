/// Receives the bindings that modules declare.
///
/// All declarations take effect together, once every module is configured. Do not use a binder
/// after the ``Module/configure(_:)`` that received it has returned. Not `Sendable`.
public final class Binder {
  /// Swift's own check for overlapping access takes longer than a binding; `isChanging` replaces
  /// it.
  @exclusivity(unchecked) private var uncheckedDraft: Draft
  @exclusivity(unchecked) private var isChanging = false
  /// The parent of the injector that is created or changed.
  let parent: InjectorCore?
  /// The actor on which the injector is created, as far as the call says.
  let caller: (any Actor)?

  init(
    changing configuration: Configuration, isUpdate: Bool, below parent: InjectorCore?,
    forbidsRebinding: Bool, on caller: (any Actor)?
  ) {
    self.caller = caller
    unsafe uncheckedDraft = Draft(
      changing: configuration, isUpdate: isUpdate, forbidsRebinding: forbidsRebinding)
    self.parent = parent
  }

  /// Starts a binding.
  ///
  /// The key is the type and the name; an Optional type is unwrapped. If you call no form of `to`,
  /// the binding creates its type as if nothing were bound. Only handles such as ``Lazy``, and the
  /// injector itself, need a form of `to`.
  ///
  /// - Parameters:
  ///   - type: The requested type: a class, `(any P).self`, a value type or a metatype. It is the type
  ///     that the compiler sees: a variable of the type `Car.Type` binds `Car`, whatever it holds.
  ///   - name: Distinguishes several bindings of one type.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder that says how the value is created and how long it lives.
  @inlinable
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> BindingBuilder<Value> {
    BindingBuilder(of: declare(Value.self, name, fileID, line), binder: self)
  }

  /// Starts a contribution to the collection of a type.
  ///
  /// A request for `[Value]` receives the contributed values in the order of their bindings. The
  /// values of a child follow those of its parent. The type itself stays unbound. If you bind
  /// `[Value]` itself to something, that binding hides the contributions of its injector and of the
  /// parents, and, for children that do not bind `[Value]`, those of the children; they are never
  /// created. If you give `[Value]` a scope that keeps the array, the kept array does not include
  /// contributions that are added later, or, if the scope is ``Scope/singleton``, those of children.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - name: The name of the collection.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder that says how the value is created and how long it lives.
  public func contribute<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> BindingBuilder<Value> {
    let location = CodeLocation(fileID: fileID, line: line)
    return BindingBuilder(
      of: draft.declare(
        Key.looking(for: Value.self, named: name), at: location, isContribution: true),
      binder: self)
  }

  /// Adds requirements to a class that you cannot edit.
  ///
  /// The injector merges them with what the class and its superclasses declare. For each class,
  /// they follow the requirements that the class itself declares. Several extensions of one class
  /// apply in the order of their declarations, those of a parent first. If they add the same
  /// property, the name in the last one counts.
  ///
  /// If you call this method in main-actor code, closures that are bound for the class run only on
  /// the main actor, and its objects are injected only there.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: A builder that takes the properties.
  public func extend<Extended: AnyObject>(
    _ type: Extended.Type, fileID: String = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) -> ExtensionBuilder<Extended> {
    let classExtension = ClassExtension(type, location: CodeLocation(fileID: fileID, line: line))
    draft.add(classExtension)
    keep(classExtension, CodeOwner(nil, writtenOn: isolation))
    return ExtensionBuilder(classExtension, binder: self)
  }

  /// Notes where code that an extension keeps was written.
  func keep(_ classExtension: ClassExtension, _ owner: CodeOwner?) {
    let requiresMainActor = requiresMainActor(
      owner, Key(classExtension.cls),
      .classExtension(classExtension.cls, classExtension.location))
    if requiresMainActor { classExtension.requiresMainActor = true }
  }

  /// Whether code that is kept requires the main actor; code of another actor causes an error.
  func requiresMainActor(
    _ owner: CodeOwner?, _ key: @autoclosure () -> Key,
    _ isolated: @autoclosure () -> InjectionError.Isolated
  ) -> Bool {
    guard let owner else { return false }
    if owner.isMainActor { return true }
    let actor = Swift.type(of: owner.actor)
    let error = InjectionError(.actorIsolated(key(), isolated(), actor: actor))
    draft.fail(error)
    return false
  }

  /// Configures another module, unless it is installed already.
  ///
  /// An installed module belongs to the module that installs it, and is uninstalled together with
  /// it, unless another module or the program has also installed it. A module that has uninstalled
  /// itself neither binds nor installs anything more.
  ///
  /// The bindings of the module hide earlier ones with the same keys. Later bindings hide them in
  /// turn.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  public func install(_ module: any Module, fileID: String = #fileID, line: UInt = #line) {
    draft.requireOpen()
    let named = type(of: module.named)
    let call = InjectionError.Step(
      .otherCall("install(\(TypeText(named).text))"),
      at: CodeLocation(fileID: fileID, line: line))
    guard draft.beginInstalling(named, call) else { return }
    defer { draft.installations.removeLast() }
    configure(module)
  }

  /// The binder for values that belong to the main actor.
  ///
  /// Its bindings have all forms of `to`, with closures that run on the main actor. A request off the
  /// main actor throws ``InjectionError/Code/mainActorRequired``.
  public var onMainActor: MainActorBinder { MainActorBinder(self) }

  // MARK: - For the injector

  /// The draft so far.
  ///
  /// A change may run user code: it compares modules and releases unbound values. That code must
  /// not use the binder.
  var draft: Draft {
    @inline(__always) _read {
      if unsafe isChanging { Draft.refuseOverlap() }
      yield unsafe uncheckedDraft
    }
    @inline(__always) _modify {
      if unsafe isChanging { Draft.refuseOverlap() }
      unsafe isChanging = true
      defer { unsafe isChanging = false }
      yield unsafe &uncheckedDraft
    }
  }

  /// Configures a module in a layer of its own, unless it is installed already.
  func configure(_ module: any Module) { configure(module, ModuleIdentity(module)) }

  func configure(_ module: any Module, _ identity: ModuleIdentity) {
    guard let outer = draft.begin(.module(module, identity)) else { return }
    include(module, isOverriding: false)
    draft.goBack(to: outer)
  }

  /// Runs the closure that declares a layer; a failure is kept for ``finish(for:at:)``.
  func configure(
    _ origin: Configuration.Layer.Origin, _ body: (Binder) throws -> Void
  ) {
    guard let outer = draft.begin(origin) else { return }
    run(body, of: nil)
    draft.goBack(to: outer)
  }

  /// Configures a module in the current layer; its bindings may replace others.
  package func override(with module: any Module) { include(module, isOverriding: true) }

  private func include(_ module: any Module, isOverriding: Bool) {
    let dynamicType = type(of: module)
    let type: (any Module.Type)? = dynamicType.isNamed ? dynamicType : nil
    let outer = draft.begin(type, isOverriding: isOverriding)
    let isolation = ClassIsolation.configuring(dynamicType)
    run(
      { binder in
        try isolation?.require()
        try module.configure(binder)
      }, of: type)
    draft.goBack(to: outer)
  }

  private func run(_ configure: (Binder) throws -> Void, of module: (any Module.Type)?) {
    do {
      try configure(self)
    } catch {
      draft.fail(InjectionError(wrapping: error, of: .configuration(module)))
    }
  }

  /// Takes over a layer that was declared for another injector.
  ///
  /// A module or closure runs again; the bindings of updates are taken over as they are.
  func adopt(_ layer: Configuration.Layer) {
    draft.exclusions = layer.exclusions
    defer { draft.exclusions = [] }
    switch layer.origin {
    case .module(let module, let identity): configure(module, identity)
    case .closure(let closure): configure(layer.origin, closure)
    case .live:
      configure(layer.origin) { binder in
        binder.draft.apply(layer.edits)
        for declaration in layer.declarations.all { binder.draft.adopt(declaration) }
        for classExtension in layer.extensions { binder.draft.add(classExtension) }
      }
    }
  }

  /// The result, or everything that went wrong.
  ///
  /// - Parameters:
  ///   - call: The call that created the binder, as messages name it.
  ///   - location: The location of that call.
  /// - Returns: The configuration.
  /// - Throws: The failures, together with the mistakes in the bindings.
  func finish(
    for call: String, at location: CodeLocation
  ) throws(InjectionError) -> Configuration {
    let (configuration, errors) = draft.finish()
    guard draft.failures.isEmpty, errors.isEmpty else {
      let call = InjectionError.Step(.otherCall(call), at: location)
      throw InjectionError(collecting: draft.failures.map { $0.passing(call) } + errors)
    }
    return configuration
  }

  /// Has a recipe make the values of a binding.
  @usableFromInline
  func provide(_ declaration: BindingDeclaration, by recipe: Recipe) {
    draft.requireOpen()
    declaration.provide(by: recipe)
  }

  /// The same for a recipe that is made when something asks for it.
  @usableFromInline
  func provide(_ declaration: BindingDeclaration, by makeRecipe: @escaping () -> Recipe) {
    draft.requireOpen()
    declaration.provide(by: makeRecipe)
  }

  @usableFromInline
  func declare(
    _ type: Any.Type, _ name: consuming Name?, _ fileID: String, _ line: UInt
  ) -> BindingDeclaration {
    draft.declare(
      Key.looking(for: type, named: name), at: CodeLocation(fileID: fileID, line: line))
  }
}
