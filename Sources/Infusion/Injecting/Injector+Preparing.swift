extension Injector {
  /// Makes the singletons that are bound with `toAsync`.
  ///
  /// ```swift
  /// func start(_ injector: Injector) async throws {
  ///   try await injector.prepare { progress in
  ///     print("\(progress.completed) of \(progress.total)")
  ///   }
  /// }
  /// ```
  ///
  /// - Everything that this injector binds itself is prepared, and whatever of its parents that
  ///   needs.
  /// - Closures run at the same time as far as what they use allows, each in a task of its own.
  ///   What they have made is injected and awoken when the properties' values are prepared, and
  ///   published then. Cycles between properties close; those through closures are errors, found
  ///   before anything runs.
  /// - Each closure runs once, however many tasks call at once: they share what is under way. A
  ///   call when everything is prepared returns immediately.
  /// - A failure does not stop what does not depend on it: all failures are reported together. What
  ///   was prepared stays, and the next call begins with the rest.
  ///
  /// When the task is cancelled, closures that no other call waits for are cancelled, and the call
  /// ends when they have. Each singleton is prepared in whole or not at all: what was complete by
  /// then stays, and of the rest nothing is kept.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - progress: Hears how far it has come, by one call after the other, on the caller's actor.
  /// - Throws: ``InjectionError``; with the code ``InjectionError/Code/cancelled`` when the task
  ///   was cancelled before everything was prepared, ``InjectionError/Code/several`` with all
  ///   failures when there is more than one.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies, besides the closures.
  ///   What a singleton waits for is followed from each that is not prepared, so that it is O(*n*²)
  ///   at worst.
  nonisolated(nonsending) public func prepare(
    fileID: String = #fileID, line: UInt = #line,
    progress: ((PreparationProgress) -> Void)? = nil
  ) async throws(InjectionError) {
    let call = CallFacts(
      .prepare, Key(Injector.self), at: CodeLocation(fileID: fileID, line: line))
    while true {
      try requireOpen(for: call)
      let plan = PreparationPlan(preparing: core)
      if plan.items.isEmpty, plan.errors.isEmpty {
        // An injector that ended while the plan was read has nothing left to prepare.
        try requireOpen(for: call)
        return
      }
      try requireNotCancelled(plan, call)
      guard try await Preparations.shared.prepare(plan, for: call, progress: progress) else {
        return
      }
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
  /// It prepares what is not prepared yet, and nothing else. In an asynchronous closure it is how
  /// one singleton waits for another that the binding has not declared; when the other one waits
  /// for the closure in turn, that is ``InjectionError/Code/cyclicDependency``.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for, bound with `toAsync` or not.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: What ``prepare(fileID:line:progress:)`` and ``resolve(_:named:fileID:line:)`` throw.
  /// - Complexity: O(1) for a singleton that exists. Otherwise the bindings of the injector are gone
  ///   through, as by ``prepare(fileID:line:progress:)``, in each call: ask for a value that is new
  ///   each time with ``resolve(_:named:fileID:line:)`` once everything is prepared.
  nonisolated(nonsending) public func prepared<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) async throws(InjectionError) -> Value {
    let place = CodeLocation(fileID: fileID, line: line)
    return try await prepared(
      type, named: name, by: CallFacts(.prepared, Key(type, named: name), at: place))
  }

  /// Resolves a value when it is prepared, for a call, or for an asynchronous binding that has
  /// declared it.
  nonisolated(nonsending) func prepared<Value>(
    _ type: Value.Type, named name: Name?, by call: CallFacts?
  ) async throws(InjectionError) -> Value {
    let call = call ?? CallFacts(.prepared, Key(type, named: name), at: nil)
    var isPlanned = false
    while true {
      let source = core.source(of: type, named: name)
      // A handle that asks later has nothing to wait for.
      if !isPlanned, source.examined === source, let cell = source.cell,
        cell.content.load()?.isPrepared != true
      {
        isPlanned = true
        let plan = PreparationPlan(for: cell.key, in: core)
        try requireNotCancelled(plan, call)
        if try await Preparations.shared.prepare(plan, for: call, progress: nil) {
          isPlanned = false
          continue
        }
      }
      let plan: PreparationPlan
      do throws(InjectionError) {
        return try resolve(type, for: call)
      } catch {
        guard let unprepared = Resolution.current.takeUnprepared(after: error) else { throw error }
        plan = try unprepared.plan(for: call)
      }
      // A closure asks for something that is not seen before it runs.
      try requireNotCancelled(plan, call)
      _ = try await Preparations.shared.prepare(plan, for: call, progress: nil)
    }
  }

  private func resolve<Value>(
    _ type: Value.Type, for call: CallFacts
  ) throws(InjectionError) -> Value {
    let resolution = Resolution.current
    let source = resolution.answering(for: core).source(of: type, named: call.key.name)
    return try resolution.perform(call, in: self) { () throws(InjectionError) -> Value in
      guard let value = try resolution.resolve(source, in: core) else {
        throw core.missing(source.cell?.key ?? call.key)
      }
      return value
    }
  }

  private func requireOpen(for call: CallFacts) throws(InjectionError) {
    guard !core.isShutDown else {
      throw InjectionError(.injectorShutDown(call.key)).requested(by: call)
    }
  }

  private func requireNotCancelled(
    _ plan: PreparationPlan, _ call: CallFacts
  ) throws(InjectionError) {
    guard Task.isCancelled, !plan.items.isEmpty else { return }
    throw InjectionError(
      .preparationCancelled(prepared: 0, missing: plan.items.map(\.binding.key))
    ).requested(by: call)
  }
}
