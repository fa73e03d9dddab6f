extension MainActorBindingBuilder {
  /// Creates values with a closure that may use the injector, and declares the types that the
  /// closure uses.
  ///
  /// The declaration has the same effect as in the corresponding form of ``BindingBuilder``.
  ///
  /// - Parameters:
  ///   - types: The types that the closure asks for, exactly as it asks for them.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping @MainActor (Injector) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(types.map { Key($0) })
  }

  /// Creates values with a closure that may use the injector, and declares the keys that the
  /// closure uses.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for, such as `Key(Headlight.self, named: "left")`.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    uses keys: Key..., make: @escaping @MainActor (Injector) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(keys)
  }

  /// Creates values with a closure that asks the current injector, and declares the types that it
  /// asks for.
  ///
  /// - Parameters:
  ///   - types: The types that the closure asks for.
  ///   - make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(
    uses types: Any.Type..., make: @escaping @MainActor () throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(types.map { Key($0) })
  }

  /// Creates values with a closure that asks the current injector, and declares the keys that it
  /// asks for.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for.
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
