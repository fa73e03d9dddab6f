/// The declaration that a module makes about one key.
///
/// The builders fill it in while the module is configured; the injector reads it afterwards.
/// Configuring happens on one thread, before the injector is shared, or inside one transaction of a
/// live injector.
@usableFromInline
final class BindingDeclaration {
  /// What the bindings of one file in one module or closure have in common.
  ///
  /// Immutable once it has a file.
  final class Origin {
    /// The layer of the configuration that the bindings belong to.
    let layer: Int
    /// Nil until a binding is made.
    var fileID: String?
    /// The module that made the bindings; nil for a closure, and for a module that messages do not
    /// name.
    private let module: (any Module.Type)?
    /// The origin of the bindings of the module around this one.
    private let outer: Origin?
    /// Whether `overriding(with:)` made the bindings, so that they replace others on purpose.
    let isOverriding: Bool

    init(
      layer: Int, fileID: String? = nil, module: (any Module.Type)? = nil, in outer: Origin? = nil,
      isOverriding: Bool = false
    ) {
      self.layer = layer
      self.fileID = fileID
      self.module = module
      self.outer = outer
      self.isOverriding = isOverriding
    }

    /// The origin of bindings of the same module in another layer, or another file.
    convenience init(like other: Origin?, layer: Int, fileID: String?) {
      self.init(
        layer: layer, fileID: fileID, module: other?.module, in: other?.outer,
        isOverriding: other?.isOverriding ?? false)
    }

    /// The modules, outermost first; empty for a closure given to the injector.
    var modules: [any Module.Type] {
      sequence(first: self) { $0.outer }.compactMap(\.module).reversed()
    }
  }

  /// What most bindings do not have.
  private final class Extras {
    let name: Name?
    /// Distinguishes the contributions to a collection; 0 for any other binding.
    let contribution: Int
    var additions = Additions()

    init(name: Name? = nil, contribution: Int = 0) {
      self.name = name
      self.contribution = contribution
    }
  }

  private let type: Any.Type
  /// Nil for what every injector provides, or makes on demand.
  private let origin: Origin?
  /// Makes the recipe when something asks for it: an injector may never use most of its bindings.
  private var makeRecipe: (() -> Recipe)?
  private let knownRecipe = OnceReference<Recipe>()
  private var extras: Extras?
  /// The lifetime; nil leaves it to the class.
  var scope: Scope?
  private let line: UInt32
  /// The position in the list of its layer, set when the binding is added.
  var position: UInt32 = 0
  /// False for a declaration that an injector makes on demand.
  let isExplicit: Bool
  var isEager = false
  /// Whether the result is injected and awoken; nil leaves it to the recipe.
  var injectsResult: Bool?
  /// What of the binding belongs to the main actor.
  var partOnMainActor: Part?

  var requiresMainActor: Bool { partOnMainActor != nil }

  /// A part of a binding that may belong to an actor.
  enum Part {
    case closure, addition, step
    /// It was made through `onMainActor`.
    case whole
  }

  /// What is added to this binding only.
  struct Additions {
    var requirements: [RequirementElement] = []
    /// Steps for the objects of the binding.
    var completions: [(AnyObject) throws -> Void] = []
  }

  /// An injector keeps an object for each binding, so it is as small as it can be.
  init(
    _ key: Key, from origin: Origin? = nil, line: UInt = 0, isExplicit: Bool = true,
    isContribution: Bool = false
  ) {
    type = key.type
    self.origin = origin
    self.line = UInt32(clamping: line)
    self.isExplicit = isExplicit
    if isContribution || key.name != nil {
      extras = Extras(name: key.name, contribution: isContribution ? UniqueNumber.next() : 0)
    }
  }

  /// The way to make the value; nil means as if nothing were bound.
  var recipe: Recipe? {
    knownRecipe.load() ?? makeRecipe.map { keep($0()) }
  }

  /// The objects that the program has bound; a recipe that is not made yet is of no instance.
  var instances: [AnyObject] { knownRecipe.unprotected?.with { $0.instances } ?? [] }

  /// The key that the binding is linked to; a recipe that is not made yet is no link.
  var linkedKey: Key? { knownRecipe.unprotected?.with { $0.linkedKey } }

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

  var key: Key { Key(type, named: name) }

  /// The key under which a custom store keeps the instance: each contribution keeps its own.
  var storeKey: Key { Key(type, named: name, contribution: contribution) }

  private var name: Name? { extras?.name }

  private var contribution: Int { extras?.contribution ?? 0 }

  /// Whether the value goes into a collection and leaves the key itself unbound.
  var isContribution: Bool { contribution != 0 }

  /// Whether a key is that of the binding.
  @inline(__always)
  func isOf(_ key: Key) -> Bool { type == key.type && name == key.name }

  /// Whether the binding is that of a type under a name; a contribution does not bind its type.
  @usableFromInline
  func binds(_ type: Any.Type, named name: Name?) -> Bool {
    !isContribution && isOf(Key(type, named: name))
  }

  var location: CodeLocation? {
    (origin?.fileID).map { CodeLocation(fileID: $0, line: UInt(line)) }
  }

  /// The layer of the configuration that the binding belongs to.
  var layer: Int { origin?.layer ?? 0 }

  var modules: [any Module.Type] { origin?.modules ?? [] }

  private var isOverriding: Bool { origin?.isOverriding ?? false }

  /// Whether `overriding(with:)` made the binding to replace an earlier one, which it did not make.
  func overrides(_ earlier: BindingDeclaration) -> Bool {
    isOverriding && earlier.layer != layer
  }

  /// Whether the binding's objects are injected like any others of their class.
  var addsNothing: Bool {
    guard let extras else { return true }
    return extras.additions.requirements.isEmpty && extras.additions.completions.isEmpty
  }

  var additions: Additions {
    get { extras?.additions ?? Additions() }
    // In place: a copy for each of many additions would take quadratic time.
    _modify {
      let present = extras ?? Extras()
      extras = present
      yield &present.additions
    }
  }

  /// Whether two declarations of a key are one: each snapshot makes its own of what is made on demand.
  func isSame(as other: BindingDeclaration) -> Bool {
    self === other || !(isExplicit || other.isExplicit)
  }

  /// The reason why added requirements and steps would have no effect; nil when there are none, or
  /// when they have one.
  var reasonNotToInject: InjectionError.Uninjected? {
    if addsNothing { return nil }
    if let target = recipe?.linkedKey { return .link(to: target) }
    if recipe?.kind == .nothing { return .nothing }
    if recipe?.kind == .weakInstance { return .instance }
    if recipe?.kind == .instance, injectsResult != true { return .instance }
    return injectsResult == false ? .asIs : nil
  }

  /// Whether the values, which are not instances of classes, are to be kept weakly.
  var keepsWeakValues: Bool {
    guard scope == .weak || recipe?.kind == .weakInstance else { return false }
    return TypeRepresentation(of: key.type) == .plain || recipe?.isOfPlainValue == true
  }

  /// Whether the values that a recipe makes for the binding are injected and awoken.
  func injects(resultOf recipe: Recipe) -> Bool {
    recipe.injectsResult && (injectsResult ?? (recipe.kind != .instance))
  }

  /// Whether the binding injects the instance that it was given.
  var injectsInstance: Bool {
    recipe.map { $0.kind == .instance && injects(resultOf: $0) } ?? false
  }

  /// Whether a value of the binding needs no injection when the binding hands it out; for a link,
  /// the binding at its end decides.
  var handsOutComplete: Bool {
    injectsResult != false || recipe.map { !$0.injectsResult || $0.kind == .instance } ?? false
  }

  /// Whether every thread may have the objects of the binding, whatever their classes: other code has
  /// completed them, or they are elements of an array that a closure returns.
  var handsOutUnchanged: Bool {
    guard let recipe, !recipe.passesOn else { return false }
    return recipe.asynchronous != nil || !injects(resultOf: recipe)
      || TypeRepresentation(of: recipe.valueType) == .plain
  }

  /// Whether the binding creates its objects; those of other code are not released.
  var ownsObjects: Bool {
    if recipe?.isLink == true { return true }
    return recipe?.kind != .instance && recipe?.kind != .weakInstance && injectsResult != false
  }

  /// The same binding with another lifetime, in a layer of a configuration.
  func rescoped(to scope: Scope, in layer: Int) -> BindingDeclaration {
    let copy = copy(in: layer)
    copy.scope = scope
    copy.isEager = false
    return copy
  }

  /// The same binding for another configuration, in one of its layers.
  func copy(in layer: Int) -> BindingDeclaration {
    let origin = Origin(like: origin, layer: layer, fileID: origin?.fileID)
    let copy = BindingDeclaration(
      key, from: origin, line: UInt(line), isExplicit: isExplicit, isContribution: isContribution)
    copy.makeRecipe = makeRecipe
    if let known = knownRecipe.load() { copy.provide(by: known) }
    copy.scope = scope
    copy.isEager = isEager
    copy.injectsResult = injectsResult
    copy.partOnMainActor = partOnMainActor
    if !addsNothing { copy.additions = additions }
    return copy
  }
}
