extension BindingBuilder {
  /// Makes values with a closure that declares what it uses.
  ///
  /// ```swift
  /// struct CacheModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Cache.self).to(uses: Store.self, Clock.self) { injector in
  ///       Cache(store: try injector.resolve(), clock: try injector.resolve())
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// What a closure does is not known before it runs. What it declares is seen by
  /// ``Injector/validate(including:)``, ``Injector/graph`` and ``Injector/explain(_:named:)``, as
  /// if the value needed it to be made. Nothing is resolved in advance, and the closure may ask for
  /// more or for less.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for, as it asks for it: `X.self`, `[X].self`,
  ///     `Lazy<X>.self`.
  ///   - make: Makes one value. The injector is the one that builds it: in a child, the child.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping (Injector) throws -> Value
  ) -> BindingBuilder {
    to(make).using(types.map { Key($0) })
  }

  /// Makes values with a closure that declares what it uses, by name where there is one.
  ///
  /// See the form that takes types for what the declaration is good for.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Headlight.self, named: "left")`.
  ///   - make: Makes one value. The injector is the one that builds it: in a child, the child.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping (Injector) throws -> Value
  ) -> BindingBuilder {
    to(make).using(keys)
  }

  /// Makes values with a closure that declares what it asks the current injector for.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for.
  ///   - make: Makes one value.
  /// - Returns: The builder.
  @discardableResult
  public func to(uses types: Any.Type..., make: @escaping () throws -> Value) -> BindingBuilder {
    to(make).using(types.map { Key($0) })
  }

  /// Makes values with a closure that declares what it asks the current injector for, by name where
  /// there is one.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for.
  ///   - make: Makes one value.
  /// - Returns: The builder.
  @discardableResult
  public func to(uses keys: Key..., make: @escaping () throws -> Value) -> BindingBuilder {
    to(make).using(keys)
  }

  func using(_ keys: [Key]) -> BindingBuilder {
    declaration.recipe = declaration.recipe.map { UsesRecipe($0, uses: keys) }
    return self
  }
}
