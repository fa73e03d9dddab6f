extension BindingBuilder {
  /// Creates a singleton with a closure that is awaited.
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
  /// From then on you resolve it as if it were bound with `to`. Until then a request for it is the
  /// error ``InjectionError/Code/notPrepared``.
  ///
  /// - Parameter make: Creates the value. It runs in a task of its own, in parallel with other
  ///   closures, and is cancelled together with the preparation. A value that it returns after that
  ///   is dropped: let a `deinit` close what it opened.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @Sendable @concurrent () async throws -> Value
  ) -> BindingBuilder {
    awaiting { job in
      try job.begin()
      return Delivery(try await make())
    }
  }

  /// Creates a singleton with a closure that is awaited, and may use the injector.
  ///
  /// The closure asks for other asynchronous singletons with
  /// ``Injector/prepared(_:named:fileID:line:)``, which waits for them. Prefer to declare in the
  /// binding what the closure uses. The order is then known before anything runs, and
  /// ``Injector/validate(including:)`` sees it.
  ///
  /// - Parameter make: Creates the value. The injector is the one that the binding belongs to.
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

  /// Creates a singleton with a closure that is awaited, and receives what it uses.
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
  /// What the binding declares is prepared first, in parallel, together with its own dependencies.
  /// ``Injector/validate(including:)`` finds cycles, and so does a preparation before it runs
  /// anything.
  ///
  /// - Parameters:
  ///   - first: What the closure uses, as a property would ask for it: `X.self`, `[X].self`,
  ///     `X?.self`. The preparation does not wait for a `Lazy<X>`.
  ///   - others: What else it uses.
  ///   - make: Creates the value from what was declared, in that order.
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
    }.using(keys)
  }

  /// Creates a singleton with a closure that is awaited, and declares what it uses by name.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Database.self, named: "main")`. It is prepared
  ///     first.
  ///   - make: Creates the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @Sendable @concurrent (Injector) async throws -> Value
  ) -> BindingBuilder {
    toAsync(make).using(keys)
  }

  func awaiting(_ closure: @escaping AwaitedClosure) -> BindingBuilder {
    `in`(.singleton).target(AsynchronousRecipe<Value>(closure))
  }
}

extension MainActorBindingBuilder {
  /// Creates a singleton with a closure that is awaited on the main actor.
  ///
  /// It is injected and awoken on the main actor, too. See
  /// ``BindingBuilder/toAsync(_:)-(()->Value)``.
  ///
  /// - Parameter make: Creates the value.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @MainActor () async throws -> Value
  ) -> BindingBuilder<Value> {
    builder.awaiting { @MainActor job in
      try job.begin()
      return Delivery(try await make())
    }
  }

  /// Creates a singleton with a closure that is awaited on the main actor, and may use the
  /// injector.
  ///
  /// - Parameter make: Creates the value. The injector is the one that the binding belongs to.
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

  /// Creates a singleton with a closure that is awaited on the main actor, and receives what it
  /// uses.
  ///
  /// - Parameters:
  ///   - first: What the closure uses. It is prepared first.
  ///   - others: What else it uses.
  ///   - make: Creates the value from what was declared, in that order.
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
    }.using(keys)
  }

  /// Creates a singleton with a closure that is awaited on the main actor, and declares what it
  /// uses by name.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Database.self, named: "main")`. It is prepared
  ///     first.
  ///   - make: Creates the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @MainActor (Injector) async throws -> Value
  ) -> BindingBuilder<Value> {
    toAsync(make).using(keys)
  }
}
