extension BindingBuilder {
  /// Creates values with a closure that declares what it uses.
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
  /// What a closure asks for shows only when it runs. ``Injector/validate(including:)``,
  /// ``Injector/graph`` and ``Injector/explain(_:named:)`` treat what it declares like the
  /// parameters of an initializer. The injector resolves nothing in advance, and the closure may
  /// ask for more or for less.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for, as it asks for it: `X.self`, `[X].self`,
  ///     `Lazy<X>.self`.
  ///   - make: Creates one value. The injector is the one that builds it: in a child, the child.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping (Injector) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure that declares what it uses, with names.
  ///
  /// The form that takes types says what the declaration does.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Headlight.self, named: "left")`.
  ///   - make: Creates one value. The injector is the one that builds it: in a child, the child.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping (Injector) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  /// Creates values with a closure that declares what it asks the current injector for.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for.
  ///   - make: Creates one value.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping () throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure that declares what it asks the current injector for, with names.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for.
  ///   - make: Creates one value.
  ///   - isolation: The actor that the call stands on; leave it to its default.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping () throws -> Value, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  /// Creates values with a closure that takes arguments of the call, and declares what it uses.
  ///
  /// ```swift
  /// struct TripModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Trip.self).to(uses: Clock.self) { (injector, name: String) in
  ///       Trip(name: name, clock: try injector.resolve())
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - types: What the closure asks for.
  ///   - make: Creates one value from the injector and the arguments.
  ///   - isolation: The actor that the closure is written on.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses types: Any.Type...,
    make: @escaping @isolated(any) (Injector, repeat each Argument) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure that takes arguments of the call, and declares what it uses,
  /// with names.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for.
  ///   - make: Creates one value from the injector and the arguments.
  ///   - isolation: The actor that the closure is written on.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses keys: Key...,
    make: @escaping @isolated(any) (Injector, repeat each Argument) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  func using(_ keys: [Key]) -> BindingBuilder {
    declaration.recipe = declaration.recipe.map { UsesRecipe($0, uses: keys) }
    return self
  }
}
