/// The declaration that a module makes about one key.
///
/// The builders fill it in while the module is configured; the injector reads it afterwards.
/// Configuring happens on one thread, before the injector is shared, or inside one transaction of a
/// live injector.
@usableFromInline
final class BindingDeclaration {
  /// The key under which a custom store keeps the instance: each contribution keeps its own.
  let storeKey: Key
  let location: CodeLocation?
  /// The modules that made the binding, outermost first; empty for a closure given to the injector.
  let modules: [any Module.Type]
  /// False for a declaration that an injector makes on demand.
  let isExplicit: Bool

  /// Makes the recipe when something asks for it: an injector may never use most of its bindings.
  private var makeRecipe: (() -> Recipe)?
  private let knownRecipe = OnceReference<Recipe>()
  /// The lifetime; nil leaves it to the class.
  var scope: Scope?
  var isEager = false
  /// Whether the result is injected and awoken; nil leaves it to the recipe.
  var injectsResult: Bool?
  /// Whether the binding keeps code of the main actor, or was made through `onMainActor`.
  var requiresMainActor = false
  /// Whether `overriding(with:)` made the binding, so that it replaces another one on purpose.
  var isOverriding = false
  /// Whether the draft looks for mistakes in the binding.
  var isDoubtful = false
  /// Nil for most bindings.
  private var presentAdditions: Additions?

  /// The layer of the configuration that the binding belongs to, and the position in its list; both
  /// are set when the binding is added.
  var layer = 0
  var position = 0

  /// What is added to this binding only.
  struct Additions {
    var requirements: [RequirementElement] = []
    /// Steps for the objects of the binding.
    var completions: [(AnyObject) throws -> Void] = []
  }

  init(
    _ key: Key, location: CodeLocation?, modules: [any Module.Type] = [], isExplicit: Bool = true,
    isContribution: Bool = false
  ) {
    storeKey =
      isContribution
      ? Key(key.type, named: key.name, contribution: UniqueNumber.next()) : key
    self.location = location
    self.modules = modules
    self.isExplicit = isExplicit
  }

  /// The way to make the value; nil means as if nothing were bound.
  var recipe: Recipe? {
    knownRecipe.load() ?? makeRecipe.map { keep($0()) }
  }

  func provide(by recipe: Recipe) {
    knownRecipe.clear()
    _ = keep(recipe)
  }

  func provide(by makeRecipe: @escaping () -> Recipe) {
    self.makeRecipe = makeRecipe
    knownRecipe.clear()
  }

  /// Keeps a recipe, unless there is one; one for Optionals provides the wrapped value or nothing.
  private func keep(_ recipe: Recipe) -> Recipe {
    knownRecipe.storeIfEmpty(optionalForm(of: recipe.valueType)?.unwrap(recipe) ?? recipe)
  }

  var key: Key { Key(storeKey.type, named: storeKey.name) }

  /// Whether the value goes into a collection and leaves the key itself unbound.
  var isContribution: Bool { storeKey.contribution != 0 }

  /// The names of the modules that made the binding, outermost first.
  var modulePath: [String] { modules.map { TypeText($0).text } }

  /// Whether the binding's objects are injected like any others of their class.
  var addsNothing: Bool { additions.requirements.isEmpty && additions.completions.isEmpty }

  var additions: Additions {
    get { presentAdditions ?? Additions() }
    set { presentAdditions = newValue }
  }

  /// The reason why added requirements and steps would have no effect; nil when there are none, or
  /// when they have one.
  var reasonNotToInject: InjectionError.Uninjected? {
    if addsNothing { return nil }
    if let target = recipe?.linkedKey { return .link(to: target) }
    if recipe?.kind == .nothing { return .nothing }
    if recipe?.kind == .weakInstance { return .instance }
    if recipe?.kind == .instance, injectsResult == nil { return .instance }
    return injectsResult == false ? .asIs : nil
  }

  /// Whether the values, which are not instances of classes, are to be kept weakly.
  var keepsWeakValues: Bool {
    if recipe?.isOfWeakValue == true { return true }
    return (scope == .weak || recipe?.kind == .weakInstance)
      && TypeRepresentation(of: key.type) == .plain
  }

  /// The error of a use here of code that belongs to the main actor; nil on that actor.
  var refusalOfCode: InjectionError? {
    CodeOwner.mainActor.refusal(of: .closure(InjectionError.Place(self)), for: key)
  }

  /// Whether the values that a recipe makes for the binding are injected and awoken.
  func injects(resultOf recipe: Recipe) -> Bool {
    recipe.injectsResult && (injectsResult ?? (recipe.kind != .instance))
  }

  /// Whether a value of the binding needs no injection when the binding hands it out; for a link,
  /// the binding at its end decides.
  var handsOutComplete: Bool {
    injectsResult != false || recipe.map { !$0.injectsResult || $0.kind == .instance } ?? false
  }

  /// Whether the binding creates its objects; those of other code are not released.
  var ownsObjects: Bool {
    recipe?.kind != .instance && recipe?.kind != .weakInstance && injectsResult != false
  }

  /// The same binding with another lifetime.
  func rescoped(to scope: Scope) -> BindingDeclaration {
    let copy = copy()
    copy.scope = scope
    copy.isEager = false
    return copy
  }

  /// The same binding for another configuration; a declaration's layer belongs to a single one.
  func copy() -> BindingDeclaration {
    let copy = BindingDeclaration(
      key, location: location, modules: modules, isExplicit: isExplicit,
      isContribution: isContribution)
    copy.makeRecipe = makeRecipe
    if let known = knownRecipe.load() { copy.provide(by: known) }
    copy.scope = scope
    copy.isEager = isEager
    copy.injectsResult = injectsResult
    copy.requiresMainActor = requiresMainActor
    copy.isOverriding = isOverriding
    copy.presentAdditions = presentAdditions
    copy.layer = layer
    return copy
  }
}
