import Synchronization

/// A binding at work in one injector: its declaration, its links, and its instance if it keeps one.
///
/// A new one is made whenever the key is bound again, so an instance can never outlive its binding
/// or be taken for that of another.
///
/// Safe to share between threads: everything is immutable but the caches, which are write-once or
/// guarded by the lock, and the site, which is guarded by the construction ledger.
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
  /// The number of the change that has put it in force.
  let since: Int
  /// Whether a request needs to look nowhere else: it is bound in this injector, or no parent
  /// could have bound it.
  let answersAlone: Bool
  let recipe: Recipe
  let scope: Scope
  let injectsResult: Bool
  /// The actor that the class of its values belongs to; nil when it belongs to none.
  let isolation: ClassIsolation?
  /// Whether it may be asked for on one actor only, whether or not there is an instance.
  let isIsolated: Bool
  unowned(unsafe) let core: InjectorCore
  /// The same, for what does not retain it.
  let coreReference: Unretained<InjectorCore>
  /// Where the instance lives; nil for scopes that keep their instances elsewhere, or keep none.
  let site: Site?
  /// The site of a singleton that is handed out to all callers, everywhere.
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
  /// The plan for the objects that the binding has made last, its additions included.
  private let resultPlan = PlanPlace()

  init(
    _ declaration: BindingDeclaration, recipe: Recipe, origin: Origin, since: Int,
    in core: InjectorCore
  ) {
    self.declaration = declaration
    self.recipe = recipe
    self.origin = origin
    self.since = since
    answersAlone = unsafe origin == .explicit || (origin == .onDemand && core.parent == nil)
    unsafe self.core = core
    coreReference = Unretained(core)
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
      switch scope.kind {
      case .singleton: SingletonSite()
      case .weak: WeakSite(recipe)
      case .unscoped, .graph, .custom: nil
      }
    directSite = isIsolated ? nil : site as? SingletonSite
  }

  /// The scope that the binding names, else the class's own, else the default of what makes the
  /// value.
  private static func scope(
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

  /// Takes over an instance that was made before the binding was put in force.
  func adopt(_ box: InstanceBox) {
    switch site {
    case let site as SingletonSite: site.publish(box)
    case let site as WeakSite: site.publish(box)
    default: break
    }
  }

  /// Whether what its initializer is given may be what the initializer returns.
  var notesParameters: Bool { injectsResult || recipe.kind == .collection }

  /// The parameters, once they are linked; the binding keeps them.
  @inline(__always)
  var knownParameters: Unmanaged<LinkList>? { unsafe parameterCache.unprotected }

  /// The parameters to resolve before the value is made.
  func parameters() throws(InjectionError) -> LinkList {
    if let links = parameterCache.load() { return links }
    let links = unsafe LinkList.of(try recipe.parameters(for: key, in: core))
    return recipe.hasVaryingParameters ? links : parameterCache.storeIfEmpty(links)
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
    guard let box = unsafe directSite?.box.unprotected else { return false }
    return unsafe box._withUnsafeGuaranteedRef { unsafe $0.copy(into: memory, retain) }
  }

  /// The plan for an object that this binding has made, if it is of the same class as the last one
  /// and may be injected anywhere; to be used during the request that asks.
  @inline(__always)
  func knownPlan(for cls: AnyClass, at epoch: Int) -> Unmanaged<InjectionPlan>? {
    guard let found = unsafe resultPlan.plan(at: epoch),
      unsafe found._withUnsafeGuaranteedRef({ $0.cls == cls && !$0.isIsolated })
    else { return nil }
    return unsafe found
  }

  /// The properties to inject into an object that this binding has made.
  func plan(
    for object: AnyObject, at epoch: Int
  ) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    if let known = unsafe knownPlan(for: cls, at: epoch)?.takeUnretainedValue() { return known }
    let plan =
      try declaration.addsNothing
      ? unsafe core.plan(for: object, at: epoch)
      : unsafe core.makePlan(
        for: object, additions: declaration.additions, completions: declaration.completions,
        at: epoch)
    unsafe resultPlan.keep(plan, of: core)
    return plan
  }
}
