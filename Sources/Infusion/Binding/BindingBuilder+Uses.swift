extension BindingBuilder {
  /// Creates values with a closure, and declares the types that the closure uses.
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
  /// The injector learns what a closure asks for only when the closure runs.
  /// ``Injector/validate(including:)``, ``Injector/graph`` and ``Injector/explain(_:named:)`` treat
  /// the declared types like the parameters of an initializer. The injector resolves nothing in
  /// advance, and the closure may ask for more or for less.
  ///
  /// - Parameters:
  ///   - types: The types that the closure asks for, exactly as it asks for them: `X.self`,
  ///     `[X].self`, `Lazy<X>.self`; `X?.self` if it can do without a value.
  ///   - make: Creates one value. It receives the injector that creates the value: if a child
  ///     creates it, that is the child.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping (Injector) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure, and declares the keys that the closure uses.
  ///
  /// The declaration has the same effect as in the form that takes types.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for, such as `Key(Headlight.self, named: "left")`.
  ///   - make: Creates one value. It receives the injector that creates the value: if a child
  ///     creates it, that is the child.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping (Injector) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  /// Creates values with a closure that asks the current injector, and declares the types that it
  /// asks for.
  ///
  /// - Parameters:
  ///   - types: The types that the closure asks for.
  ///   - make: Creates one value.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping () throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure that asks the current injector, and declares the keys that it
  /// asks for.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for.
  ///   - make: Creates one value.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping () throws -> Value, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  /// Creates values with a closure that takes arguments from the call, and declares the types that
  /// the closure uses.
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
  ///   - types: The types that the closure asks for.
  ///   - make: Creates one value from the injector and the arguments.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses types: Any.Type...,
    make: @escaping @isolated(any) (Injector, repeat each Argument) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(types.map { Key($0) })
  }

  /// Creates values with a closure that takes arguments from the call, and declares the keys that
  /// the closure uses.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for.
  ///   - make: Creates one value from the injector and the arguments.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses keys: Key...,
    make: @escaping @isolated(any) (Injector, repeat each Argument) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    to(make, isolation: isolation).using(keys)
  }

  func using(_ keys: [Key], receivesThem: Bool = false) -> BindingBuilder {
    declaration.recipe?.uses = keys
    declaration.recipe?.receivesUses = receivesThem
    return self
  }
}
