extension MainActorBindingBuilder {
  /// Creates values with a closure that declares what it uses, and may use the injector.
  ///
  /// See the same forms of ``BindingBuilder`` for what the declaration is good for.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for, as it asks for it.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping @MainActor (Injector) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(types.map { Key($0) })
  }

  /// Creates values with a closure that declares what it uses, by name where there is one, and may
  /// use the injector.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Headlight.self, named: "left")`.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping @MainActor (Injector) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(keys)
  }

  /// Creates values with a closure that declares what it asks the current injector for.
  ///
  /// - Parameters:
  ///   - types: What the closure asks for.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping @MainActor () throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(types.map { Key($0) })
  }

  /// Creates values with a closure that declares what it asks the current injector for, by name
  /// where there is one.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping @MainActor () throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(keys)
  }
}
