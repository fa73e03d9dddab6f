/// Says how the value of a binding is made and how long it lives.
///
/// ```swift
/// struct ShopModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Till.self).to { Till() }.in(.singleton)
///   }
/// }
/// ```
///
/// Good for the call of ``Module/configure(_:)`` that it was made in. Not `Sendable`.
public struct BindingBuilder<Value> {
  @usableFromInline let binder: Binder
  @usableFromInline let handle: Int

  @inlinable
  init(of handle: Int, binder: Binder) {
    self.handle = handle
    self.binder = binder
  }

  /// The binding as an object, for what a plain one cannot say.
  var declaration: BindingDeclaration { binder.draft.object(handle) }

  /// Gives the binding a lifetime.
  ///
  /// - Parameter scope: How long a value is kept, and who shares it.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func `in`(_ scope: Scope) -> BindingBuilder {
    binder.set(scope, of: handle)
    return self
  }

  /// Makes the binding a singleton that is created together with its injector.
  ///
  /// If it cannot be created, neither can the injector; the failures of all eager bindings are
  /// reported together. Nothing is prepared by then: what needs a value that is made asynchronously,
  /// and is to be there from the start, is bound with ``toAsync(uses:_:make:)``.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asEagerSingleton() -> BindingBuilder {
    binder.makeEager(handle)
    return `in`(.singleton)
  }

  /// Hands the value out as it is made: it is neither injected nor awoken.
  ///
  /// For objects that live elsewhere, or are ready made.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asIs() -> BindingBuilder {
    declaration.injectsResult = false
    return self
  }

  @discardableResult
  func target(_ recipe: Recipe) -> BindingBuilder {
    declaration.recipe = optionalForm(of: Value.self)?.unwrap(recipe) ?? recipe
    return self
  }

  /// Makes values with a recipe that is made when it is needed.
  ///
  /// - Parameter makeRecipe: Captures nothing where the optimizer sees that the user's closure
  ///   captures nothing: see ``PlainBindings``.
  @usableFromInline
  func target(making makeRecipe: consuming @escaping () -> Recipe) {
    if TypeRepresentation.isOptional(Value.self) {
      target(makeRecipe())
    } else {
      binder.set(PlainBindings.RecipeMaker(make: makeRecipe), of: handle)
    }
  }
}
