/// Says how a binding creates its value, and how long the value lives.
///
/// ```swift
/// struct ShopModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Till.self).to { Till() }.in(.singleton)
///   }
/// }
/// ```
///
/// Do not use it after the ``Module/configure(_:)`` that created it has returned. Not `Sendable`.
@frozen
public struct BindingBuilder<Value> {
  @usableFromInline let binder: Binder
  @usableFromInline let bound: BindingDeclaration

  @inlinable
  init(of bound: BindingDeclaration, binder: Binder) {
    self.bound = bound
    self.binder = binder
  }

  /// The binding, as long as it may change.
  ///
  /// If it has been removed, it is no longer part of the configuration, so changes to it have no
  /// effect.
  var declaration: BindingDeclaration {
    binder.draft.requireOpen()
    return bound
  }

  /// The binding, for a change with which it may contain a mistake.
  var doubtful: BindingDeclaration {
    binder.draft.examine(bound)
    return bound
  }

  /// Sets the scope of the binding.
  ///
  /// - Parameter scope: How long a value is kept, and which requests share it.
  /// - Returns: The builder.
  @discardableResult
  public func `in`(_ scope: Scope) -> BindingBuilder {
    (scope == .weak ? doubtful : declaration).scope = scope
    return self
  }

  /// Makes the binding a singleton that is created together with its injector.
  ///
  /// Eager singletons are created in the order of their bindings, those of a module before those of the
  /// modules that it installs, unless one needs another.
  ///
  /// If it cannot be created, the creation of the injector throws an error, which reports the
  /// failures of all eager bindings together. No asynchronous singleton is prepared at that time,
  /// so if the value needs one, bind the value itself with ``toAsync(uses:_:make:)``.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asEagerSingleton() -> BindingBuilder {
    binder.draft.makeEager(bound)
    return `in`(.singleton)
  }

  /// Hands out the value unchanged: it is neither injected nor awoken.
  ///
  /// Use it for objects that are already complete, and for objects that belong to other code.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asIs() -> BindingBuilder {
    declaration.injectsResult = false
    return self
  }

  @inlinable
  @discardableResult
  func target(_ recipe: Recipe) -> BindingBuilder {
    binder.provide(bound, by: recipe)
    return self
  }
}
