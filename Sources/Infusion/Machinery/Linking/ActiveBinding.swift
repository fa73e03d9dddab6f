import Synchronization

/// A binding at work in one snapshot: its declaration, its links, and the keeper of its instance.
///
/// It lives as long as the snapshot, or one that stands on it, and so does what it refers to.
///
/// Safe to share between threads: everything is immutable but the caches, which are written once,
/// and the keeper, which is guarded by the construction ledger.
@safe final class ActiveBinding {
  enum Origin {
    /// Bound in this injector.
    case explicit
    /// Bound in a parent, unscoped, and built with this injector.
    case inherited
    /// Not bound anywhere.
    case onDemand
  }

  let declaration: BindingDeclaration
  let origin: Origin
  let recipe: Recipe
  let scope: Scope
  let injectsResult: Bool
  /// The actor that the class of its values belongs to; nil when it belongs to none.
  let isolation: ClassIsolation?
  /// Whether it may be asked for on one actor only, whether or not there is an instance.
  let isIsolated: Bool
  unowned(unsafe) let snapshot: Snapshot
  /// The same, for what does not retain it.
  let snapshotReference: Unretained<Snapshot>
  unowned(unsafe) let core: InjectorCore
  /// The keeper of the instance, which the generation keeps; nil for scopes that keep their
  /// instances elsewhere, or keep none.
  let site: Site?
  /// The keeper of a singleton that is handed out to all callers, everywhere.
  let directSite: SingletonSite?

  /// Whether a value is made without a frame: that of an unscoped binding that needs nothing but
  /// the injector.
  let isMadeInPlace: Bool
  /// Makes such a value.
  ///
  /// Not optional: a closure that is taken out of an optional is retained for each call.
  let maker: Maker
  /// Whether it hands out the value of another binding.
  let isLink: Bool
  /// Whether the injector has observers.
  let isObserved: Bool
  /// The injector that makes the values, and outlives the binding's work.
  let injector: Unretained<Injector>
  /// Where a value of its type has an object.
  let representation: TypeRepresentation
  /// The same for what it makes, as far as that may have something to inject.
  let result: TypeRepresentation
  /// Whether an instance is handed out complete, without a call of an observer.
  let isPlainlyHandedOut: Bool

  private let parameterCache = OnceReference<LinkList>()
  /// The plan for objects of the class that the binding has made first, its additions included.
  private let resultPlan = OnceReference<InjectionPlan>()
  /// The plans for objects of other classes, when the binding adds to them.
  private let otherPlans = LookupTable<InjectionPlan>()

  init(
    _ declaration: BindingDeclaration, recipe: Recipe, origin: Origin, in snapshot: Snapshot
  ) {
    let core = unsafe snapshot.core
    self.declaration = declaration
    self.recipe = recipe
    self.origin = origin
    unsafe self.snapshot = snapshot
    snapshotReference = Unretained(snapshot)
    unsafe self.core = core
    isLink = recipe.isLink
    scope = Self.scope(of: declaration, recipe, in: core)
    injectsResult =
      recipe.injectsResult && (declaration.injectsResult ?? (recipe.kind != .instance))
    isolation = Self.isolation(of: recipe, isExamined: injectsResult)
    isIsolated =
      declaration.requiresMainActor || recipe.requiresMainActor || isolation != nil
    representation = TypeRepresentation(of: recipe.valueType)
    result = injectsResult ? representation : .plain
    isPlainlyHandedOut =
      !core.isObserved && (injectsResult || !recipe.injectsResult || recipe.kind == .instance)
    let isDirect = scope == .unscoped && !isIsolated
    isMadeInPlace = unsafe isDirect && recipe.maker != nil
    if let made = unsafe recipe.maker {
      unsafe maker = unsafe made
    } else {
      unsafe maker = { _, _ in fatalError("the binding needs a frame to make values") }
    }
    isObserved = core.isObserved
    injector = core.injectorReference
    site =
      scope.isOfItsInjector
      ? core.keeper(of: declaration, recipe, scope, isDirect: !isIsolated, in: snapshot) : nil
    directSite = isIsolated ? nil : site as? SingletonSite
  }

  /// The scope that the binding names, else the class's own, else the default of what makes the
  /// value.
  static func scope(
    of declaration: BindingDeclaration, _ recipe: Recipe, in core: InjectorCore
  ) -> Scope {
    if let scope = declaration.scope { return scope }
    switch recipe.kind {
    case .onDemand:
      return OnDemandRecipe.scope(of: declaration.key.type) ?? core.options.onDemandScope
    case .instance, .asynchronous:
      return .singleton
    case .link, .closure, .constructor, .provider, .nothing, .collection, .injector, .weakInstance:
      // The class that is linked has a lifetime of its own.
      return .unscoped
    }
  }

  var key: Key { declaration.key }

  /// Whether a value that it hands out has been injected, here or by the binding that it is linked
  /// to.
  ///
  /// What is handed out as it is may be injected by a closure that passes it on.
  var handsOutComplete: Bool {
    injectsResult || !recipe.injectsResult || recipe.kind == .instance
  }

  /// Whether it hands out what was bound, and makes nothing.
  var isReadyMade: Bool { recipe.kind == .instance && !injectsResult }

  /// Whether children share the instance, so that the parent has to build it.
  var belongsToItsInjector: Bool { site != nil }

  /// Whether what its initializer is given may be what the initializer returns.
  var notesParameters: Bool { injectsResult || recipe.kind == .collection }

  /// The parameters, once they are linked; the binding keeps them.
  @inline(__always)
  var knownParameters: Unmanaged<LinkList>? { unsafe parameterCache.unprotected }

  /// The parameters to resolve before the value is made.
  func parameters() throws(InjectionError) -> LinkList {
    if let links = parameterCache.load() { return links }
    return parameterCache.storeIfEmpty(
      .of(try unsafe recipe.parameters(for: key, in: snapshot)))
  }

  /// Copies the instance of a singleton that exists; false when there is nothing to copy.
  ///
  /// Where the instance is an object, the closure retains it.
  @inline(__always)
  func copyExisting(
    into memory: UnsafeMutableRawPointer,
    _ retain: (UnsafeRawPointer) -> Void = {
      _ = unsafe Unmanaged<AnyObject>.fromOpaque($0).retain()
    }
  ) -> Bool {
    unsafe directSite?.copyExisting(into: memory, retain) ?? false
  }

  /// The plan for an object that this binding has made, if it is of the same class as the first one
  /// and may be injected anywhere.
  @inline(__always)
  func knownPlan(for cls: AnyClass) -> Unmanaged<InjectionPlan>? {
    guard let found = unsafe resultPlan.unprotected,
      unsafe found._withUnsafeGuaranteedRef({ $0.cls == cls && !$0.isIsolated })
    else { return nil }
    return unsafe found
  }

  /// The properties to inject into an object that this binding has made.
  ///
  /// - Complexity: O(1) once an object of the class has been met.
  func plan(for object: AnyObject) throws(InjectionError) -> Unretained<InjectionPlan> {
    let cls: AnyClass = type(of: object)
    if let known = unsafe knownPlan(for: cls) { return unsafe Unretained(known) }
    guard !declaration.addsNothing else {
      let plan = try unsafe snapshot.plan(for: object)
      _ = resultPlan.storeIfEmpty(plan.object)
      return plan
    }
    let first = resultPlan.load()
    if let known = first?.cls == cls ? first : otherPlans.find(Key(cls)) {
      try known.requireIsolation()
      return Unretained(known)
    }
    let plan = try unsafe snapshot.makePlan(
      for: object, additions: declaration.additions, completions: declaration.completions)
    let kept = resultPlan.storeIfEmpty(plan)
    return unsafe Unretained(
      kept.cls == cls ? kept : otherPlans.insert(plan, under: core.lock))
  }
}
