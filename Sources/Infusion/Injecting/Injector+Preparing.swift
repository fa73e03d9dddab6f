extension Injector {
  /// Creates the singletons that are bound with `toAsync`.
  ///
  /// ```swift
  /// func start(_ injector: Injector) async throws {
  ///   try await injector.prepare { progress in
  ///     print("\(progress.completed) of \(progress.total)")
  ///   }
  /// }
  /// ```
  ///
  /// - It prepares all asynchronous singletons that this injector binds, and those of the parents
  ///   that its bindings need.
  /// - Closures run in parallel, each in a task of its own, as soon as the values that they use are
  ///   prepared. When the values of the properties are prepared, the injector injects and awakes
  ///   the results; only then does it hand them out. The injector completes cycles between
  ///   properties. If the bindings declare a cycle through closures, the call throws an error
  ///   before anything runs.
  /// - Each closure runs once, even if many tasks call this method at the same time: they share the
  ///   preparation. If everything is prepared, the call returns immediately.
  /// - A failure affects only the singletons that need the failed one. The call throws all failures
  ///   together. Prepared singletons stay, and the next call continues with the others.
  ///
  /// If the task is cancelled, closures that no other call waits for are cancelled, too, and the
  /// call ends when they have ended. Each singleton is prepared as a whole or not at all:
  /// singletons that are complete by then stay, and nothing remains of the others.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - progress: Called serially with the progress, on the caller's actor.
  /// - Throws: ``InjectionError``. The code is ``InjectionError/Code/several`` if there are several
  ///   failures, and ``InjectionError/Code/cancelled`` if there is none, but the task was cancelled
  ///   before everything was prepared.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies, not counting the
  ///   closures. The dependencies of each unprepared singleton are followed, and each report lists
  ///   the closures that are running, so it is O(*n*²) at worst.
  nonisolated(nonsending) public func prepare(
    fileID: String = #fileID, line: UInt = #line,
    progress: ((PreparationProgress) -> Void)? = nil
  ) async throws(InjectionError) {
    let call = CallFacts(
      .prepare, Key(Injector.self), at: CodeLocation(fileID: fileID, line: line))
    try await Preparations.prepare(for: call, of: self, progress: progress) {
      PreparationPlan(preparing: $0)
    }
  }

  /// Resolves a value when everything that it needs is prepared.
  ///
  /// ```swift
  /// struct SearchModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Index.self).toAsync { injector in
  ///       let database = try await injector.prepared(Database.self)
  ///       return try await Index.build(from: database, at: 0)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// It first prepares all asynchronous singletons that the value needs and that are not prepared
  /// yet. In an asynchronous closure, use it to wait for a singleton that the binding does not
  /// declare. If that singleton, in turn, waits for the closure, the call throws
  /// ``InjectionError/Code/cyclicDependency``.
  ///
  /// - Parameters:
  ///   - type: The requested type, bound with `toAsync` or not.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: Any error that ``prepare(fileID:line:progress:)`` or
  ///   ``resolve(_:named:fileID:line:)`` throws.
  /// - Complexity: O(1) for an existing singleton. Otherwise each call first visits everything that
  ///   the value needs, O(*n*). For a value that is new each time, use
  ///   ``resolve(_:named:fileID:line:)`` once everything is prepared.
  @_semantics("optimize.sil.specialize.generic.never")  // Swift 6.3.1 crashes at a loop with it
  nonisolated(nonsending) public func prepared<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) async throws(InjectionError) -> Value {
    let location = CodeLocation(fileID: fileID, line: line)
    return try await prepared(
      Value.self, for: CallFacts(.prepared, Key(Value.self, named: name), at: location))
  }

  nonisolated(nonsending) func prepared<Value>(
    _ type: Value.Type, for call: CallFacts
  ) async throws(InjectionError) -> Value {
    if let key = keyToPrepare(for: type, named: call.key.name) {
      try await Preparations.prepare(for: call, of: self) {
        PreparationPlan(for: key, in: $0)
      }
    }
    while true {
      switch try resolve(type, for: call) {
      case .value(let value): return value
      case .unprepared(let unprepared):
        // A closure asks for something that no plan sees before the closure runs.
        try await Preparations.prepare(for: call, of: self, in: unprepared.injector) {
          snapshot throws(InjectionError) in try unprepared.plan(on: snapshot)
        }
      }
    }
  }

  /// The key that a request leads to; nil when there is nothing to wait for: the value is prepared,
  /// or a handle asks for it later.
  private func keyToPrepare<Value>(for type: Value.Type, named name: Name?) -> Key? {
    let snapshot = visible
    defer { withExtendedLifetime(snapshot) {} }
    guard let cell = snapshot.supply(of: Value.self, named: name).cell,
      cell.content.load()?.isPrepared != true
    else { return nil }
    return cell.key
  }

  private func resolve<Value>(
    _ type: Value.Type, for call: CallFacts
  ) throws(InjectionError) -> PreparationState.Outcome<Value> {
    let resolution = Resolution.current
    return try resolution.awaiting { () throws(InjectionError) in
      try resolution.perform(call, in: self) { snapshot throws(InjectionError) -> Value in
        let supply = snapshot.object.supply(of: Value.self, named: call.key.name)
        let value = try resolution.resolve(Value.self, from: supply, in: snapshot)
        if let current = PreparationJob.current, let job = current.job {
          let binding = try supply.cell?.binding()
          let isComplete = binding?.handsOutComplete != false
          let objects = isComplete ? containedObjects(value) : []
          // A task that the closure has started receives values of its own, but may hand objects on.
          let given = current.isAwaited ? binding : nil
          let uses = given.map { PreparationPlan.singletons(givenBy: $0, in: snapshot.object) }
          Preparations.deciding { _ in
            job.note(objects, with: uses ?? [], in: snapshot.object)
          }
        }
        return value
      }
    }
  }
}
