extension BindingBuilder {
  /// Makes a singleton with a closure that is awaited.
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
  /// The singleton is made by ``Injector/prepare(fileID:line:progress:)`` and
  /// ``Injector/prepared(_:named:fileID:line:)``, once, and is injected and awoken like the result
  /// of any closure. From then on it is resolved as if it had been bound with `to`; before, asking
  /// for it is an error with the code ``InjectionError/Code/notPrepared``.
  ///
  /// - Parameter make: Makes the value. It runs in a task of its own, at the same time as other
  ///   closures, and is cancelled together with the preparation. A value that it returns after that
  ///   is dropped: let a `deinit` close what it has opened.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @Sendable @concurrent () async throws -> Value
  ) -> BindingBuilder {
    awaiting { _ in Delivery(try await make()) }
  }

  /// Makes a singleton with a closure that is awaited, and may use the injector.
  ///
  /// The closure asks for other asynchronous singletons with
  /// ``Injector/prepared(_:named:fileID:line:)``, which waits for them. To wait for what is
  /// declared in the binding is better where it is possible: the order is known before anything
  /// runs, and ``Injector/validate(including:)`` sees it.
  ///
  /// - Parameter make: Makes the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @Sendable @concurrent (Injector) async throws -> Value
  ) -> BindingBuilder {
    awaiting { supplies in Delivery(try await make(supplies.injector)) }
  }

  /// Makes a singleton with a closure that is awaited, and receives what it uses.
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
  /// What is declared is prepared first, in parallel, with everything that it depends on itself.
  /// Cycles are found by ``Injector/validate(including:)``, and by a preparation before it runs
  /// anything.
  ///
  /// - Parameters:
  ///   - first: What the closure uses, as a property would ask for it: `X.self`, `[X].self`,
  ///     `X?.self`. A `Lazy<X>` is not waited for.
  ///   - others: What else it uses.
  ///   - make: Makes the value from what was declared, in that order.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync<First, each Other>(
    uses first: First.Type, _ others: repeat (each Other).Type,
    make: @escaping @Sendable @concurrent (First, repeat each Other) async throws -> Value
  ) -> BindingBuilder {
    var keys = [Key(first)]
    repeat keys.append(Key((each Other).self))
    return awaiting { supplies in
      let first = try await supplies.used(First.self)
      let others = (repeat try await supplies.used((each Other).self))
      var used = containedObjects(first)
      repeat used += containedObjects(each others)
      return Delivery(try await make(first, repeat each others), used: used)
    }.using(keys)
  }

  /// Makes a singleton with a closure that is awaited, and declares what it uses by name.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Database.self, named: "main")`. It is prepared
  ///     first.
  ///   - make: Makes the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @Sendable @concurrent (Injector) async throws -> Value
  ) -> BindingBuilder {
    toAsync(make).using(keys)
  }

  /// Takes a closure that delivers a value of this binding.
  func awaiting(_ body: @escaping AsynchronousRecipe<Value>.Body) -> BindingBuilder {
    `in`(.singleton).target(AsynchronousRecipe<Value>(body))
  }
}

extension MainActorBindingBuilder {
  /// Makes a singleton with a closure that is awaited on the main actor.
  ///
  /// It is injected and awoken on the main actor, too. See ``BindingBuilder/toAsync(_:)-(()->Value)``.
  ///
  /// - Parameter make: Makes the value.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @MainActor () async throws -> Value
  ) -> BindingBuilder<Value> {
    builder.awaiting { _ in try await delivering { () async throws -> Value in try await make() } }
  }

  /// Makes a singleton with a closure that is awaited on the main actor, and may use the injector.
  ///
  /// - Parameter make: Makes the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    _ make: @escaping @MainActor (Injector) async throws -> Value
  ) -> BindingBuilder<Value> {
    builder.awaiting { supplies in
      try await delivering { () async throws -> Value in try await make(supplies.injector) }
    }
  }

  /// Makes a singleton with a closure that is awaited on the main actor, and receives what it uses.
  ///
  /// - Parameters:
  ///   - first: What the closure uses. It is prepared first.
  ///   - others: What else it uses.
  ///   - make: Makes the value from what was declared, in that order.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync<First, each Other>(
    uses first: First.Type, _ others: repeat (each Other).Type,
    make: @escaping @MainActor (First, repeat each Other) async throws -> Value
  ) -> BindingBuilder<Value> {
    var keys = [Key(first)]
    repeat keys.append(Key((each Other).self))
    return builder.awaiting { supplies in
      try await deliveringOnMainActor(supplies, First.self, repeat (each Other).self, make: make)
    }.using(keys)
  }

  /// Makes a singleton with a closure that is awaited on the main actor, and declares what it uses
  /// by name.
  ///
  /// - Parameters:
  ///   - keys: What the closure asks for: `Key(Database.self, named: "main")`. It is prepared
  ///     first.
  ///   - make: Makes the value. The injector is the one that the binding belongs to.
  /// - Returns: The builder.
  @discardableResult
  public func toAsync(
    uses keys: Key..., make: @escaping @MainActor (Injector) async throws -> Value
  ) -> BindingBuilder<Value> {
    toAsync(make).using(keys)
  }
}

@MainActor private func delivering<Value>(
  _ make: @MainActor () async throws -> Value
) async throws -> Delivery {
  Delivery(try await make())
}

@MainActor private func deliveringOnMainActor<Value, First, each Other>(
  _ supplies: Supplies, _ first: First.Type, _ others: repeat (each Other).Type,
  make: @MainActor (First, repeat each Other) async throws -> Value
) async throws -> Delivery {
  let first = try await supplies.used(First.self)
  let others = (repeat try await supplies.used((each Other).self))
  var used = containedObjects(first)
  repeat used += containedObjects(each others)
  return Delivery(try await make(first, repeat each others), used: used)
}
