extension BindingBuilder {
  /// Creates a singleton with an asynchronous closure.
  ///
  /// ```swift
  /// struct DatabaseModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Database.self).toAsync { try await Database.open() }
  ///   }
  /// }
  /// func start(_ injector: Injector) async throws -> Database {
  ///   try await injector.prepare()
  ///   return try injector.resolve(Database.self)
  /// }
  /// ```
  ///
  /// ``Injector/prepare(fileID:line:progress:)`` or ``Injector/prepared(_:named:fileID:line:)``
  /// creates the singleton once. The injector injects and awakes it like the result of any closure.
  /// From then on you resolve it as if it were bound with `to`. Until then, a request for it throws
  /// ``InjectionError/Code/notPrepared``.
  ///
  /// - Parameter make: Creates the value. It runs in a task of its own, in parallel with other
  ///   closures, and is cancelled together with the preparation. A value that the closure returns
  ///   after the cancellation is dropped, so let the `deinit` of the value close the resources that
  ///   the closure has opened.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @Sendable @concurrent () async throws -> Value
  ) -> BindingBuilder {
    toAsync { (_: Injector) in try await make() }.using([])
  }

  /// Creates a singleton with an asynchronous closure that may use the injector.
  ///
  /// The closure asks for other asynchronous singletons with
  /// ``Injector/prepared(_:named:fileID:line:)``, which waits for them. If possible, declare the
  /// values that the closure uses in the binding. Then the order is known before anything runs, and
  /// ``Injector/validate(including:)`` can check it.
  ///
  /// - Parameter make: Creates the value. It receives the injector that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @Sendable @concurrent (Injector) async throws -> Value
  ) -> BindingBuilder {
    awaiting { job in
      try job.begin()
      return Delivery(try await make(job.injector))
    }
  }

  /// Creates a singleton with an asynchronous closure that receives the values it uses.
  ///
  /// ```swift
  /// struct IndexModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Index.self).toAsync(uses: Database.self, Clock.self) { database, clock in
  ///       try await Index.build(from: database, at: clock.now)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The declared values are prepared first, in parallel, together with their own dependencies.
  /// ``Injector/validate(including:)`` finds cycles, and so does a preparation before it runs
  /// anything.
  ///
  /// - Parameters:
  ///   - first: The type of the first value that the closure uses, as a property would declare it:
  ///     `X.self`, `[X].self`, `X?.self`. An `X?` needs a binding, too; to pass nil, bind `X` with
  ///     `toNothing()`. The preparation does not wait for a `Lazy<X>`.
  ///   - others: The types of the other values that the closure uses.
  ///   - make: Creates the value from the declared values, in that order.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync<First, each Other>(
    uses first: First.Type, _ others: repeat (each Other).Type,
    make: @escaping @Sendable @concurrent (First, repeat each Other) async throws -> Value
  ) -> BindingBuilder {
    var keys = [Key(first)]
    repeat keys.append(Key((each Other).self))
    return awaiting { job in
      let first = try await job.used(First.self)
      let others = (repeat try await job.used((each Other).self))
      try job.begin()
      return Delivery(try await make(first, repeat each others))
    }.using(keys, receivesThem: true)
  }

  /// Creates a singleton with an asynchronous closure, and declares the keys that the closure uses.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for, such as `Key(Database.self, named: "main")`.
  ///     Their values are prepared first, with all asynchronous singletons that they declare.
  ///   - make: Creates the value. It receives the injector that the binding belongs to. If the
  ///     synchronous closure of a key asks for an asynchronous singleton without declaring it, ask
  ///     for that key with ``Injector/prepared(_:named:fileID:line:)``.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @Sendable @concurrent (Injector) async throws -> Value
  ) -> BindingBuilder {
    toAsync(make).using(keys)
  }

  func awaiting(_ closure: @escaping AwaitedClosure) -> BindingBuilder {
    doubtful.scope = .singleton
    return target(AsynchronousRecipe(of: Value.self, closure))
  }
}

extension MainActorBindingBuilder {
  /// Creates a singleton with an asynchronous closure that runs on the main actor.
  ///
  /// The injector also injects and awakes the value on the main actor. See
  /// ``BindingBuilder/toAsync(_:)-(()->Value)``.
  ///
  /// - Parameter make: Creates the value.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @MainActor () async throws -> Value
  ) -> BindingBuilder<Value> {
    toAsync { (_: Injector) in try await make() }.using([])
  }

  /// Creates a singleton with an asynchronous closure that runs on the main actor and may use the
  /// injector.
  ///
  /// - Parameter make: Creates the value. It receives the injector that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @MainActor (Injector) async throws -> Value
  ) -> BindingBuilder<Value> {
    builder.awaiting { @MainActor job in
      try job.begin()
      return Delivery(try await make(job.injector))
    }
  }

  /// Creates a singleton with an asynchronous closure that runs on the main actor and receives the
  /// values it uses.
  ///
  /// - Parameters:
  ///   - first: The type of the first value that the closure uses. The declared values are prepared
  ///     first.
  ///   - others: The types of the other values that the closure uses.
  ///   - make: Creates the value from the declared values, in that order.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync<First, each Other>(
    uses first: First.Type, _ others: repeat (each Other).Type,
    make: @escaping @MainActor (First, repeat each Other) async throws -> Value
  ) -> BindingBuilder<Value> {
    var keys = [Key(first)]
    repeat keys.append(Key((each Other).self))
    return builder.awaiting { @MainActor job in
      let first = try await job.used(First.self)
      let others = (repeat try await job.used((each Other).self))
      try job.begin()
      return Delivery(try await make(first, repeat each others))
    }.using(keys, receivesThem: true)
  }

  /// Creates a singleton with an asynchronous closure that runs on the main actor, and declares the
  /// keys that the closure uses.
  ///
  /// - Parameters:
  ///   - keys: The keys that the closure asks for, such as `Key(Database.self, named: "main")`.
  ///     Their values are prepared first.
  ///   - make: Creates the value. It receives the injector that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @MainActor (Injector) async throws -> Value
  ) -> BindingBuilder<Value> {
    toAsync(make).using(keys)
  }
}
