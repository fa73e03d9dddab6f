extension BindingBuilder {
  /// Creates values with a closure.
  ///
  /// The injector injects and awakes the object that the closure returns, once per outermost call.
  /// To hand out the object unchanged, use ``asIs()``.
  ///
  /// A closure that you write in main-actor code runs only on the main actor. A request off the
  /// main actor throws ``InjectionError/Code/mainActorRequired`` before the closure runs. A closure
  /// of another actor cannot be bound, and causes ``InjectionError/Code/actorIsolated``.
  ///
  /// - Parameters:
  ///   - make: Creates one value. It runs without a lock, on the thread that asks.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func to(
    _ make: @escaping () throws -> Value, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    if let isolation { binder.keep(make, of: bound, writtenOn: isolation) }
    binder.provide(bound) {
      unsafe MakerRecipe(of: Value.self) { _, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try make())
      }
    }
    return self
  }

  /// Creates values with a closure that may use the injector.
  ///
  /// - Parameters:
  ///   - make: Creates one value. It receives the injector that creates the value: if a child
  ///     creates it, that is the child.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func to(
    _ make: @escaping (Injector) throws -> Value, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    if let isolation { binder.keep(make, of: bound, writtenOn: isolation) }
    binder.provide(bound) {
      unsafe MakerRecipe(of: Value.self, asksFreely: true) { injector, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try make(injector))
      }
    }
    return self
  }

  /// Creates values with a closure that takes arguments from the call.
  ///
  /// The injector casts each argument to the type of its parameter, so an argument may be an
  /// instance of a subclass, an existential or an Optional. The caller may omit a trailing argument
  /// of an Optional type. If the arguments do not fit, the request throws
  /// ``InjectionError/Code/argumentMismatch``. A parameter of type ``InjectionPoint`` takes no
  /// argument: it says which property or call asks.
  ///
  /// - Parameters:
  ///   - make: Creates one value from the injector and the arguments.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to<each Argument>(
    _ make: @escaping @isolated(any) (Injector, repeat each Argument) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    let make = keep(
      KeptFunction(function: make), passedIn: PassedMaker(make: make), writtenOn: isolation)
    return target(
      ClosureRecipe<Value, repeat each Argument> {
        (ingredients: Recipe.Ingredients, arguments: repeat each Argument) in
        try make.call(ingredients.injector, repeat each arguments)
      })
  }

  /// Links the key to a class.
  ///
  /// The link provides the value of the class's own binding, in the scope of that binding; if that
  /// provides nothing, so does the link. Without such a binding, the injector creates an object of
  /// the class on demand, in the scope of the class. If you give the link a scope, it also keeps the
  /// value in that scope. The link forwards arguments. If you link a class to itself under the same
  /// name, its objects are created as if nothing were bound.
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
  ///   - name: The name of the class's binding.
  ///   - upcast: Returns its argument, `{ $0 }`, so that the compiler checks that the class has the
  ///     bound type.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func to<Target: AnyObject>(
    _ type: Target.Type, named name: Name? = nil,
    _ upcast: @escaping (Target) -> Value, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    if let isolation { binder.keep(upcast, of: bound, writtenOn: isolation) }
    guard !bound.binds(Target.self, named: name) else { return self }
    return target(LinkRecipe(to: Target.self, named: name, upcast))
  }

  /// Hands out an existing instance, unchanged.
  ///
  /// Any thread may receive it, with two exceptions: a function that you write in main-actor code,
  /// and a value that you bind as a protocol to which its type conforms on a global actor, or an array of
  /// these. Off that actor, a request for them throws an error.
  ///
  /// - Parameters:
  ///   - instance: The object or value, which may be a metatype.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(instance: Value, isolation: (any Actor)? = #isolation) -> BindingBuilder {
    if let isolation, TypeRepresentation.runsWhereCalled(innermostElement(of: Value.self)) {
      keep(instance: instance, writtenOn: isolation)
    }
    return target(InstanceRecipe(instance))
  }

  /// Hands out an existing instance, and optionally injects it.
  ///
  /// - Parameters:
  ///   - instance: The object.
  ///   - injecting: Whether the object is injected and awoken, once, when the injector is created. If
  ///     `rescope` gives the binding another scope, this happens whenever the scope asks for a new value.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to(
    instance: Value, injecting: Bool, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    declaration.injectsResult = injecting
    if injecting { asEagerSingleton() }
    return to(instance: instance, isolation: isolation)
  }

  /// Creates values with a provider.
  ///
  /// - Parameters:
  ///   - provider: Creates each value that the scope does not already keep.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func to<Providing: ProviderProtocol<Value>>(
    provider: Providing, isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    let conforming: (any ProviderProtocol.Type)? = Providing.self
    let owner = ConformanceRecord(of: conforming)?.actor.map { CodeOwner($0) }
    keep(writtenOn: isolation, isolation: owner?.actor)
    return unsafe target(
      MakerRecipe(of: Value.self, .provider, asksFreely: true) { injector, memory in
        unsafe memory.initializeMemory(as: Value.self, to: try provider.provide(from: injector))
      })
  }

  /// Creates values with an initializer, and resolves its parameters.
  ///
  /// ```swift
  /// struct StoreModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Cache.self).toInitializer(Cache.init(store:)).in(.singleton)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initializer: An initializer, with its labels if it is overloaded, or any function.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @inlinable
  @discardableResult
  public func toInitializer<each Input>(
    _ initializer: @escaping (repeat each Input) throws -> Value,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    if let isolation { binder.keep(initializer, of: bound, writtenOn: isolation) }
    binder.provide(bound) {
      unsafe InitializerRecipe(of: Value.self, repeat (each Input).self) { inputs, memory in
        var inputs = inputs
        unsafe memory.initializeMemory(
          as: Value.self, to: try initializer(repeat inputs.take((each Input).self)))
      }
    }
    return self
  }

  /// Creates values with an initializer of a main-actor class, and resolves its parameters.
  ///
  /// It runs only on the main actor. A request off the main actor throws
  /// ``InjectionError/Code/mainActorRequired``.
  ///
  /// - Parameter initializer: An initializer, with its labels if it is overloaded, or any function
  ///   that belongs to the main actor.
  /// - Returns: The builder.
  @discardableResult
  public func toInitializer<each Input>(
    _ initializer: @escaping @MainActor (repeat each Input) throws -> Value
  ) -> BindingBuilder {
    declaration.partOnMainActor = .closure
    return toInitializer(KeptFunction(function: initializer).unchecked.function, isolation: nil)
  }

  /// Provides nil for properties of an Optional type, and nothing for other requests.
  ///
  /// A request that needs a value throws ``InjectionError/Code/nothingProvided``. For a closure
  /// that may return nil, bind the Optional type: `bind(Radio?.self).to { nil }`.
  ///
  /// - Important: `Radio!` is an Optional type, too. A property of this type becomes nil, even if
  ///   it is required, and a program that reads it as a `Radio` stops.
  ///
  /// - Returns: The builder.
  @discardableResult
  public func toNothing() -> BindingBuilder {
    target(Recipe(of: Value.self, .nothing))
  }
}

extension BindingBuilder {
  /// Hands out an existing object, for as long as something else holds it.
  ///
  /// ```swift
  /// struct ServerModule: Module {
  ///   let server: Server
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Server.self).to(weak: server)
  ///   }
  /// }
  /// ```
  ///
  /// The injector does not inject the object. Once the object is gone, the binding provides
  /// nothing, like ``toNothing()``: properties of an Optional type become nil, and a request that
  /// needs a value throws ``InjectionError/Code/nothingProvided``. Do not give the binding a scope,
  /// because a scope would keep the object alive.
  ///
  /// - Important: The injector keeps its modules. A module that stores the object keeps it, too:
  ///   store it as `weak`, or bind it in a closure of ``Injector/update(fileID:line:isolation:_:)``.
  ///
  /// - Parameter object: An instance of a class. A value of another type causes
  ///   ``InjectionError/Code/weakValue``, as it does with the scope ``Scope/weak``.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(weak object: Value) -> BindingBuilder {
    binder.draft.examine(bound)
    return target(WeakInstanceRecipe(object))
  }
}

// Calls that do not compile, with what to write instead.

extension BindingBuilder {
  /// Not available: a link needs a closure, through which the compiler checks the class.
  @available(
    *, unavailable,
    message:
      "write .to { Impl() }; or .to(Impl.self) { $0 } if Impl has a binding of its own or is created on demand"
  )
  @discardableResult
  public func to<Target: AnyObject>(
    _ type: Target.Type, named name: Name? = nil
  ) -> BindingBuilder {
    fatalError("unavailable")
  }

  /// Not available: only classes are linked.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "write .to { Impl() }; or .to { try $0.resolve(Impl.self) } if Impl has a binding of its own"
  )
  @discardableResult
  public func to<Target>(_ type: Target.Type, named name: Name? = nil) -> BindingBuilder {
    fatalError("unavailable")
  }
}

extension MainActorBindingBuilder {
  /// Not available: a link needs a closure, through which the compiler checks the class.
  @available(
    *, unavailable,
    message:
      "write .to { Impl() }; or .to(Impl.self) { $0 } if Impl has a binding of its own or is created on demand"
  )
  @discardableResult
  public func to<Target: AnyObject>(
    _ type: Target.Type, named name: Name? = nil
  ) -> BindingBuilder<Value> {
    fatalError("unavailable")
  }

  /// Not available: only classes are linked.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "write .to { Impl() }; or .to { try $0.resolve(Impl.self) } if Impl has a binding of its own"
  )
  @discardableResult
  public func to<Target>(_ type: Target.Type, named name: Name? = nil) -> BindingBuilder<Value> {
    fatalError("unavailable")
  }
}
