extension BindingBuilder {
  /// Makes values with a closure.
  ///
  /// What it returns is injected and awoken, once per outermost call; see ``asIs()``.
  ///
  /// - Parameter make: Makes one value. It runs without a lock, on the thread that asks.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func to(_ make: @escaping () throws -> Value) -> BindingBuilder {
    target(making: {
      unsafe MakerRecipe<Value> { _, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try make())
      }
    })
    return self
  }

  /// Makes values with a closure that may use the injector.
  ///
  /// - Parameter make: Makes one value. The injector is the one that builds it: in a child, the
  ///   child.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func to(_ make: @escaping (Injector) throws -> Value) -> BindingBuilder {
    target(making: {
      unsafe MakerRecipe<Value> { injector, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try make(injector))
      }
    })
    return self
  }

  /// Makes values with a closure that takes arguments of the call.
  ///
  /// Each argument is cast to the type of its parameter: a subclass, an existential and an optional
  /// are accepted. A trailing argument of an Optional type may be omitted. Anything else is an
  /// error with the code ``InjectionError/Code/argumentMismatch``. A parameter of type
  /// ``InjectionPoint`` takes no argument: it tells who asks.
  ///
  /// - Parameter make: Makes one value from the injector and the arguments.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    _ make: @escaping (Injector, repeat each Argument) throws -> Value
  ) -> BindingBuilder {
    target(
      ClosureRecipe<Value, repeat each Argument> {
        (ingredients: Recipe.Ingredients, arguments: repeat each Argument) in
        try make(ingredients.injector, repeat each arguments)
      })
  }

  /// Links the key to a class: what that class's own binding provides, or the class created on
  /// demand.
  ///
  /// The scope of the class applies, unless the link names one of its own. Arguments are forwarded.
  /// A class that is linked to itself under the same name is created as if nothing were bound.
  ///
  /// ```swift
  /// struct EngineModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind((any Engine).self).to(V8Engine.self) { $0 }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - name: The name under which the class is asked for.
  ///   - upcast: Returns its argument, and so makes the compiler check that the class fits.
  /// - Returns: The builder.
  @discardableResult
  public func to<Target: AnyObject>(
    _ type: Target.Type, named name: Name? = nil, _ upcast: @escaping (Target) -> Value
  ) -> BindingBuilder {
    guard Key(type, named: name) != declaration.key else { return self }
    return target(LinkRecipe(named: name, upcast))
  }

  /// Hands out an instance that exists, unchanged.
  ///
  /// - Parameter instance: The object or value, a metatype too.
  /// - Returns: The builder.
  @discardableResult
  public func to(instance: Value) -> BindingBuilder {
    target(InstanceRecipe(instance))
  }

  /// Hands out an instance that exists, and may inject it.
  ///
  /// - Parameters:
  ///   - instance: The object.
  ///   - injecting: Whether the object is injected and awoken, once, when the injector is created.
  /// - Returns: The builder.
  @discardableResult
  public func to(instance: Value, injecting: Bool) -> BindingBuilder {
    declaration.injectsResult = injecting
    if injecting {
      declaration.isEager = true
      declaration.scope = .singleton
    }
    return target(InstanceRecipe(instance))
  }

  /// Makes values with a provider.
  ///
  /// - Parameter provider: Asked for each value that the scope does not keep.
  /// - Returns: The builder.
  @discardableResult
  public func to(provider: some ProviderProtocol<Value>) -> BindingBuilder {
    unsafe target(
      MakerRecipe<Value>(kind: .provider) { injector, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try provider.provide(from: injector))
      })
  }

  /// Makes values with an initializer whose parameters are resolved.
  ///
  /// ```swift
  /// struct StoreModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Cache.self).toInitializer(Cache.init(store:)).in(.singleton)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter initializer: An initializer, with its labels where it is overloaded, or any
  ///   function.
  /// - Returns: The builder.
  @discardableResult
  public func toInitializer<each Input>(
    _ initializer: @escaping (repeat each Input) throws -> Value
  ) -> BindingBuilder {
    target(InitializerRecipe(initializer, parameters: [], kind: .constructor))
  }

  /// Provides nothing: nil for properties of an Optional type.
  ///
  /// Anywhere else it is an error with the code ``InjectionError/Code/nothingProvided``. A closure
  /// that may return nil is bound for the Optional type: `bind(Radio?.self).to { nil }`.
  ///
  /// - Important: `Radio!` is an Optional type, too. A property of it is set to nil, also one that is
  ///   required, and to read it as a radio stops the program.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func toNothing() -> BindingBuilder {
    target(NothingRecipe<Value>())
  }
}
