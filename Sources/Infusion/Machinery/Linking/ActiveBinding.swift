/// A binding at work in one snapshot: its declaration, its parameters, and the keeper of its instance.
///
/// The binding and the objects it refers to live as long as the snapshot, or one that stands on it.
///
/// Threads may share a binding: everything is immutable except the caches, which are written once,
/// and the keeper, which the construction ledger and the lock of the injector guard.
@safe final class ActiveBinding {
  let declaration: BindingDeclaration
  let recipe: Recipe
  let scope: Scope
  let injectsResult: Bool
  /// Whether the binding adds nothing to the objects that it hands out.
  private let addsNothing: Bool
  /// The actor that may request the binding, whether or not there is an instance; nil when every
  /// thread may.
  let isolation: BindingIsolation?
  /// Where requests for the binding are answered without `demand`.
  ///
  /// Elsewhere, `demand` refuses them because of ``isolation``. If only ``mainActorExtension`` belongs
  /// to the actor, it hands out an instance that exists, and no new one is made.
  let reach: Reach
  /// An `extend` on the main actor of the class of its values: only there may one be made, but any
  /// actor may receive one that exists.
  let mainActorExtension: ClassExtension?
  /// The snapshot, for objects that do not retain it.
  let snapshotReference: Unretained<Snapshot>
  /// Whether the binding hands out an object that exists, the bound instance or the injector itself,
  /// and makes nothing.
  let isReadyMade: Bool
  /// The keeper of the instance, which belongs to the generation; nil for scopes that keep their
  /// instances elsewhere, or keep none.
  let site: Keeper?
  /// The keeper of a singleton that is handed out to all callers, everywhere.
  let directSite: SingletonSite?

  /// How the binding answers without a frame, where it can.
  let shortcut: Shortcut
  /// Makes a value without a frame.
  ///
  /// The type is not optional: Swift would retain a closure from an optional for each call.
  let maker: Maker
  /// Whether the binding hands out the value of another one.
  let isLink: Bool
  /// Whether the injector has observers.
  let isObserved: Bool
  /// The injector that makes the values; it outlives the binding's work.
  let injector: Unretained<Injector>
  /// The way in which a value of the recipe's type holds an object.
  let representation: TypeRepresentation
  /// The same for the values that user code makes, or `plain` if the binding only passes on what is
  /// finished.
  let result: TypeRepresentation
  private let parameterCache = OnceReference<DependencyList>()
  /// The plan for objects of the class that the binding made first, including its additions.
  private let resultPlan = OnceReference<InjectionPlan>()

  init(_ declaration: BindingDeclaration, recipe: Recipe, in snapshot: Snapshot) {
    let core = snapshot.core
    self.declaration = declaration
    self.recipe = recipe
    snapshotReference = Unretained(snapshot)
    isLink = recipe.isLink
    scope = Self.scope(of: declaration, recipe.kind, in: core)
    injectsResult = declaration.injects(resultOf: recipe)
    addsNothing = declaration.addsNothing
    isolation = BindingIsolation.of(declaration, recipe, scope, in: snapshot)
    let cls: AnyClass? =
      injectsResult && recipe.kind != .nothing ? recipe.valueType as? AnyClass : nil
    mainActorExtension = cls.flatMap { snapshot.mainActorExtension(of: $0) }
    reach = max(
      isolation?.reach ?? .everywhere, mainActorExtension == nil ? .everywhere : .mainActor)
    representation = TypeRepresentation(of: recipe.valueType)
    isReadyMade =
      (recipe.kind == .instance || recipe.kind == .weakInstance) && !injectsResult
      || recipe.kind == .injector && recipe.valueType == Injector.self
    result = isReadyMade || recipe.passesOn ? .plain : representation
    // Each snapshot makes its own declarations on demand.
    let identity =
      declaration.isExplicit
      ? UInt(bitPattern: ObjectIdentifier(declaration)) : declaration.key.identity
    graphIdentity = (identity, core.serial)
    let made = unsafe recipe.maker
    if let made = unsafe made {
      unsafe maker = unsafe made
    } else {
      unsafe maker = { _, _ in fatalError("the binding needs a frame to make values") }
    }
    isObserved = core.isObserved
    injector = core.injectorReference
    site =
      scope.isOfItsInjector
      ? core.keeper(of: declaration, recipe, scope, in: snapshot) : nil
    directSite = isolation == nil ? site as? SingletonSite : nil
    shortcut = unsafe Shortcut(
      of: recipe, scope, hasMaker: made != nil, isGuarded: site != nil && directSite == nil,
      isObserved: isObserved)
  }

  /// How a request for a value is answered without a frame, unless it finds a singleton that every
  /// thread may have.
  enum Shortcut {
    /// The scope decides, and a new value takes a frame.
    case none
    /// Nothing keeps the value, which takes a frame.
    case unscoped
    /// The closure needs nothing but the injector, and makes the value in place.
    case make
    /// A link passes on the value of another binding; see `Engine+Links.swift`.
    case follow
    /// There is one instance per outermost call, which takes a frame, or is made in place.
    case graph, makeOnce
    /// The keeper may have an instance, kept weakly or for an actor.
    case copy
    /// Nothing is provided.
    case nothing

    /// With observers, each link takes a frame, and so does an instance of the scope `graph`: what
    /// they ask at its beginning must find it under construction.
    fileprivate init(
      of recipe: Recipe, _ scope: Scope, hasMaker: Bool, isGuarded: Bool, isObserved: Bool
    ) {
      switch scope.kind {
      case .unscoped:
        self =
          hasMaker
          ? .make
          : recipe.passesInPlace && !isObserved
            ? .follow : recipe.kind == .nothing ? .nothing : .unscoped
      case .graph: self = hasMaker && !isObserved ? .makeOnce : .graph
      case .singleton, .weak, .custom: self = isGuarded ? .copy : .none
      }
    }
  }

  /// The scope that the binding names, else the class's own, else the default of what makes the
  /// value.
  static func scope(
    of declaration: BindingDeclaration, _ kind: RecipeKind, in core: InjectorCore
  ) -> Scope {
    if let scope = declaration.scope { return scope }
    switch kind {
    case .onDemand: return onDemandScope(of: declaration.key, in: core)
    case .instance, .asynchronous:
      return .singleton
    case .link, .closure, .constructor, .provider, .nothing, .collection, .injector, .weakInstance:
      // The linked class has a lifetime of its own.
      return .unscoped
    }
  }

  /// The scope for drawings and observers: the injector does not hold an object that is bound weakly,
  /// as for the scope `.weak`.
  var shownScope: Scope { recipe.kind == .weakInstance ? .weak : scope }

  var key: Key { declaration.key }
  var snapshot: Snapshot { snapshotReference.object }
  var core: InjectorCore { coreReference.object }

  /// The declaration, if it adds to the objects that the binding hands out.
  @inline(__always)
  var adder: BindingDeclaration? { addsNothing ? nil : declaration }

  /// The core, for objects that do not retain it.
  var coreReference: Unretained<InjectorCore> { snapshotReference.with { $0.coreReference } }

  /// Whether the values that the binding hands out have been injected, here or by the binding that
  /// it is linked to.
  ///
  /// A closure that passes on a value handed out as it is may still inject that value.
  ///
  /// - Complexity: O(*n*) in the number of links.
  var handsOutComplete: Bool {
    let end = isLink ? snapshot.endOfLinks(from: declaration).last : declaration
    return end.handsOutComplete
  }

  /// Whether a binding of the same key provides the same, though a change of the bindings may lie between
  /// the two.
  ///
  /// - Complexity: O(1); for a link, O(*n*) in the number of links.
  func isSame(as other: ActiveBinding) -> Bool {
    if self === other { return true }
    guard declaration.isSame(as: other.declaration) else { return false }
    guard isLink else { return true }
    let end = snapshot.endOfLinks(from: declaration)
    let otherEnd = other.snapshot.endOfLinks(from: other.declaration)
    return end.key == otherEnd.key && end.last.isSame(as: otherEnd.last)
  }

  /// Whether the injector releases what it keeps for the binding.
  ///
  /// For a link, what it leads to decides: a parent releases what it keeps; what lives in a store, or
  /// is kept weakly, is not released.
  ///
  /// - Complexity: O(*n*) in the number of links.
  var ownsObjects: Bool {
    guard isLink else { return declaration.ownsObjects }
    let end = snapshot.endOfLinks(from: declaration)
    guard end.last.ownsObjects, !end.isKeptElsewhere else { return false }
    guard end.declaration == nil else { return true }
    // The topmost injector keeps what is made on demand.
    return !Self.onDemandScope(of: end.key, in: core).isKeptElsewhere(isAbove: core.parent != nil)
  }

  /// Whether a binding that keeps nothing hands out a new object at each request, so that an existing
  /// object under injection can answer instead.
  ///
  /// - Complexity: O(*n*) in the number of links.
  var handsOutNewObjects: Bool {
    guard isLink else { return recipe.kind.makesValues }
    let end = snapshot.endOfLinks(from: declaration)
    return end.isNew
      && (end.declaration != nil || Self.onDemandScope(of: end.key, in: core) == .unscoped)
  }

  /// Whether it is a link or a collection with a lifetime of its own, which no existing object enters.
  var keepsWhatItPassesOn: Bool {
    recipe.passesOn && scope != .unscoped && scope != .graph
  }

  private static func onDemandScope(of key: Key, in core: InjectorCore) -> Scope {
    OnDemandRecipe.scope(of: key.type) ?? core.options.onDemandScope
  }

  /// What identifies the instance that an outermost call has of it.
  let graphIdentity: GraphSite.Identity

  /// What an error says about the instance that the injector keeps; nil when it keeps none.
  var kept: InjectionError.Kept? {
    guard site != nil else { return nil }
    return InjectionError.Kept(
      key: key, isContribution: declaration.isContribution,
      kind: recipe.kind, isEager: declaration.isEager, scope: scope, injector: core.serial)
  }

  /// Whether the elements of an array that the binding hands out are complete with it.
  var handsOutElements: Bool { recipe.kind == .collection || recipe.kind == .instance }

  /// Whether the initializer may return one of the values that it receives.
  var notesValues: Bool { injectsResult || recipe.kind == .collection }

  /// The parameters, once they are linked, which the binding keeps.
  @inline(__always)
  var knownParameters: Unretained<DependencyList>? { parameterCache.unprotected }

  /// The parameters to resolve before the value is made.
  func parameters() throws(InjectionError) -> DependencyList {
    if let known = parameterCache.load() { return known }
    let needs = try recipe.needs(for: key)
    return parameterCache.storeIfEmpty(.of(needs.flatMap { snapshot.dependencies(for: $0) }))
  }

  /// Copies an existing instance that the injector keeps; false when there is nothing to copy, or
  /// when the thread is out of reach.
  ///
  /// The closure retains the object of a singleton that belongs to no actor.
  @inline(__always)
  func copyExisting(
    into memory: UnsafeMutableRawPointer, on record: Unretained<ThreadRecord>,
    _ retain: (UnsafeRawPointer) -> Void = unsafe retainFreely
  ) -> Bool {
    unsafe directSite?.copyExisting(into: memory, retain)
      ?? (site != nil && reach.includes(record) && copyGuarded(into: memory))
  }

  /// The same for an instance that is kept weakly, or belongs to an actor, within reach.
  @inline(__always)
  func copyGuarded(into memory: UnsafeMutableRawPointer) -> Bool {
    unsafe site?.copy(into: memory, within: reach) ?? false
  }

  /// The plan for an object that this binding has made, if the object has the class of the first
  /// one; it may belong to an actor.
  @inline(__always)
  func knownPlan(for cls: AnyClass) -> Unretained<InjectionPlan>? {
    guard let found = resultPlan.unprotected, found.with({ $0.cls == cls }) else { return nil }
    return found
  }

  /// Whether an object is known to need no injection, on any actor.
  @inline(__always)
  func needsNothing(_ object: Unretained<AnyObject>) -> Bool {
    object.with { knownPlan(for: type(of: $0)) }?
      .with { !$0.isIsolated && $0.isTrivial } ?? false
  }

  /// The properties to inject into an object that this binding has made.
  ///
  /// - Complexity: O(1) once the binding has made an object of the class.
  func plan(for object: AnyObject) throws(InjectionError) -> Unretained<InjectionPlan> {
    if let first = knownPlan(for: type(of: object)) {
      if first.with({ $0.isIsolated }) { try first.object.requireIsolation() }
      return first
    }
    if let adder, resultPlan.unprotected == nil {
      let first = resultPlan.storeIfEmpty(try snapshot.makePlan(for: object, adding: adder))
      if first.cls == type(of: object) { return Unretained(first) }
    }
    let plan = try snapshot.plan(for: object, adding: adder)
    _ = resultPlan.storeIfEmpty(plan.object)
    return plan
  }

  /// The object in a value that user code has made; for opaque types, a cast finds it.
  func objectMade(in memory: UnsafeMutableRawPointer) -> AnyObject? {
    unsafe result == .opaque ? recipe.object(in: memory) : result.object(in: memory)?.object
  }

  // MARK: - Isolation

  /// The actor of a value that the binding has made or passed on, in memory.
  func isolation(ofValueIn memory: UnsafeMutableRawPointer) -> BindingIsolation? {
    func isolation<Value>(_ type: Value.Type) -> BindingIsolation? {
      unsafe self.isolation(of: memory.assumingMemoryBound(to: type).pointee)
    }
    return _openExistential(recipe.valueType, do: isolation)
  }

  /// The actor of a value that the binding has made or passed on; nil when every thread may have it.
  ///
  /// If other code has completed an object, its class does not count, only the protocol type that it has
  /// here.
  ///
  /// - Complexity: For a link, O(*n*) in the number of links.
  func isolation<Value>(of value: Value) -> BindingIsolation? {
    if !snapshot.handsOutUnchanged(declaration, recipe),
      let found = isolationToComplete(containedObjects(value))
    {
      return found
    }
    return isolation
      ?? ClassIsolation.using(value).map {
        BindingIsolation(declaration, $0)
      }
  }

  /// The actor on which an instance is injected that consists of some objects, or holds them.
  func isolationToComplete(_ objects: @autoclosure () -> [AnyObject]) -> BindingIsolation? {
    isolation
      ?? objects().lazy.compactMap { BindingIsolation.of($0, from: self.declaration) }.first
  }
}
