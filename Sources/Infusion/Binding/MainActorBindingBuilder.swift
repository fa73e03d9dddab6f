/// Says how a binding creates its values on the main actor, and how long they live.
///
/// Its closures run on the main actor, even if the module is not isolated to it. Otherwise it works
/// like a ``BindingBuilder``, and its methods return one. Not `Sendable`.
public struct MainActorBindingBuilder<Value> {
  let builder: BindingBuilder<Value>

  init(_ builder: BindingBuilder<Value>) {
    self.builder = builder
    builder.declaration.partOnMainActor = .whole
  }

  /// Creates the value as if nothing were bound, and sets its scope.
  ///
  /// - Parameter scope: How long a value is kept, and which requests share it.
  /// - Returns: The builder.
  @discardableResult
  public func `in`(_ scope: Scope) -> BindingBuilder<Value> { builder.in(scope) }

  /// Makes the binding a singleton that is created together with its injector, on the main actor.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asEagerSingleton() -> BindingBuilder<Value> { builder.asEagerSingleton() }

  /// Creates the value as if nothing were bound, and hands it out unchanged.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func asIs() -> BindingBuilder<Value> { builder.asIs() }

  /// Creates values with a closure.
  ///
  /// - Parameter make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(_ make: @escaping @MainActor () throws -> Value) -> BindingBuilder<Value> {
    builder.to(KeptFunction(function: make).unchecked.function)
  }

  /// Creates values with a closure that may use the injector.
  ///
  /// - Parameter make: Creates one value, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    _ make: @escaping @MainActor (Injector) throws -> Value
  ) -> BindingBuilder<Value> {
    builder.to(KeptFunction(function: make).unchecked.function)
  }

  /// Creates values with a closure that takes arguments from the call.
  ///
  /// - Parameter make: Creates one value from the injector and the arguments, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    _ make: @escaping @MainActor (Injector, repeat each Argument) throws -> Value
  ) -> BindingBuilder<Value> {
    builder.to(make)
  }

  /// Links the key to a class.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - name: The name of the class's binding.
  ///   - upcast: Returns its argument, `{ $0 }`, so that the compiler checks that the class has the
  ///     bound type.
  /// - Returns: The builder.
  @discardableResult
  public func to<Target: AnyObject>(
    _ type: Target.Type, named name: Name? = nil,
    _ upcast: @escaping @MainActor (Target) -> Value
  ) -> BindingBuilder<Value> {
    builder.to(type, named: name, unchecked(upcast))
  }

  /// Hands out an existing instance, on the main actor.
  ///
  /// - Parameters:
  ///   - instance: The object or value.
  ///   - injecting: Whether the object is injected and awoken, once, when the injector is created.
  /// - Returns: The builder.
  @discardableResult
  public func to(instance: Value, injecting: Bool = false) -> BindingBuilder<Value> {
    builder.to(instance: instance, injecting: injecting)
  }

  /// Hands out an existing object, on the main actor, for as long as something else holds it.
  ///
  /// - Parameter object: An instance of a class.
  /// - Returns: The builder.
  @discardableResult
  public func to(weak object: Value) -> BindingBuilder<Value> { builder.to(weak: object) }

  /// Creates values with a provider, on the main actor.
  ///
  /// - Parameter provider: Creates each value that the scope does not already keep.
  /// - Returns: The builder.
  @discardableResult
  public func to(provider: some ProviderProtocol<Value>) -> BindingBuilder<Value> {
    builder.to(provider: provider)
  }

  /// Creates values with an initializer, and resolves its parameters.
  ///
  /// - Parameter initializer: An initializer of a main-actor class, or any function.
  /// - Returns: The builder.
  @discardableResult
  public func toInitializer<each Input>(
    _ initializer: @escaping @MainActor (repeat each Input) throws -> Value
  ) -> BindingBuilder<Value> {
    builder.toInitializer(initializer)
  }

  /// Provides nil for properties of an Optional type, and nothing for other requests.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func toNothing() -> BindingBuilder<Value> { builder.toNothing() }
}

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

  /// Creates values with a closure that takes arguments from the call, and declares the types that
  /// the closure uses.
  ///
  /// - Parameters:
  ///   - types: The types that the closure asks for.
  ///   - make: Creates one value from the injector and the arguments, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses types: Any.Type...,
    make: @escaping @MainActor (Injector, repeat each Argument) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(types.map { Key($0) })
  }

  /// Creates values with a closure that takes arguments from the call, and declares the keys that
  /// the closure uses.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for.
  ///   - make: Creates one value from the injector and the arguments, on the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    uses keys: Key..., make: @escaping @MainActor (Injector, repeat each Argument) throws -> Value
  ) -> BindingBuilder<Value> {
    to(make).using(keys)
  }
}
