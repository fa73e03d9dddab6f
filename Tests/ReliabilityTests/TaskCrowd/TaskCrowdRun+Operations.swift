import Infusion
import Synchronization

/// What tasks and threads do with the injectors.
extension TaskCrowdRun {
  func perform(_ action: TaskCrowdPlan.Action, _ home: TaskCrowdHome) async {
    guard let injector = home.injector else { return }
    switch action {
    case .prepare(let cancelsAfter):
      await cancelling(after: cancelsAfter) { [self] in
        let progress = Locked<(completed: Int, total: Int)>((0, 0))
        try await injector.prepare { [unowned self] report in
          progress.with { last in
            if report.completed < last.completed || report.total < report.completed {
              note("progress: \(report.completed) of \(report.total) after \(last)")
            }
            last = (report.completed, report.total)
          }
        }
        let last = progress.current
        if last.completed != last.total { note("prepared, with progress \(last)") }
      }
    case .prepared(let key, let cancelsAfter):
      await cancelling(after: cancelsAfter) { [self] in
        let start = tick()
        let part = try await injector.prepared(TaskPart.self, named: Self.names[key])
        receive(part, for: key, from: home, since: start)
      }
    case .preparedCollection:
      await cancelling(after: nil) { [self] in
        let start = tick()
        receive(
          try await injector.prepared([TaskPart].self, named: Self.collection), from: home,
          since: start)
      }
    case .makeChild(let forms, let keys, let isShutDown):
      await cancelling(after: nil) { [self] in
        let child = try injector.makeChild { [unowned self] binder in
          for form in forms { bind(form, binder) }
        }
        for key in keys {
          let start = tick()
          let part = try await child.prepared(TaskPart.self, named: Self.names[key])
          receive(part, for: key, from: nil, since: start)
        }
        try await child.prepare()
        if isShutDown { try await child.shutdownGracefully() }
      }
    case .derive(let forms, let key):
      await cancelling(after: nil) { [self] in
        let derived: Injector
        do {
          derived = try injector.adding { [unowned self] binder in
            for form in forms { bind(form, binder) }
          }
        } catch {
          // It has the eager bindings of the other one.
          return check(error, mayBeUnprepared: true)
        }
        try await derived.prepare()
        // Its parts have the tags of the injector that it is derived from.
        checkComplete(try await derived.prepared(TaskPart.self, named: Self.names[key]))
        try await derived.shutdownGracefully()
      }
    case .shutDownGracefully:
      await cancelling(after: nil) { [self] in
        try await injector.shutdownGracefully()
        checkEnd(of: home)
      }
    default: performHere(action, home)
    }
  }

  private func cancelling(
    after yields: Int?, _ body: @escaping @Sendable () async throws -> Void
  ) async {
    guard let yields else {
      do {
        try await body()
      } catch {
        check(error)
      }
      return
    }
    let task = Task { try await body() }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    if case .failure(let error) = await task.result { check(error, mayBeCancelled: true) }
  }

  /// Performs what needs no task.
  func performHere(
    _ action: TaskCrowdPlan.Action, _ home: TaskCrowdHome, isPrepared: Bool = false
  ) {
    guard let injector = home.injector else { return }
    let start = tick()
    do {
      switch action {
      case .resolve(let key):
        let part = try injector.resolve(TaskPart.self, named: Self.names[key])
        receive(part, for: key, from: home, since: start)
      case .collect:
        receive(
          try injector.resolve([TaskPart].self, named: Self.collection), from: home, since: start)
      case .create(let key):
        let part = try ObjectFactory(injector).resolve(TaskPart.self, named: Self.names[key])
        receive(part, for: key, from: home, since: start)
        let target = try injector.create { TaskTarget() }
        receive(target, from: home, since: start)
      case .inject(let count):
        let targets = (0..<count).map { _ in TaskTarget() }
        try injector.injectDependencies(intoEach: targets)
        for target in targets { receive(target, from: home, since: start) }
      case .update(let changes, let throwsError):
        update(home, changes, throwsError: throwsError)
      case .release: release(home)
      case .releaseOne(let key):
        home.releases.add(1, ordering: .relaxed)
        injector.releaseSingletons(of: TaskPart.self, named: Self.names[key]).forEach { check($0) }
      case .resetStore:
        resets.add(1, ordering: .relaxed)
        store.reset()
      case .shutDown:
        try injector.shutdown()
        if plan.endsAtOnce, plan.isReleasedAtOnce { checkReleased(of: home) }
      default: break
      }
    } catch {
      check(error, mayBeUnprepared: !isPrepared)
    }
  }

  func release(_ home: TaskCrowdHome) {
    home.releases.add(1, ordering: .relaxed)
    home.injector?.releaseSingletons().forEach { check($0) }
  }

  func update(_ home: TaskCrowdHome, _ changes: [TaskCrowdPlan.Change], throwsError: Bool) {
    let version = Locked<Int?>(nil)
    var isCommitted = false
    do {
      try home.injector?.update { [self] binder in
        let begun = home.begin(at: tick())
        version.with { $0 = begun }
        for change in changes { apply(change, binder, noting: (home, begun)) }
        if throwsError { throw Storm() }
      }
      isCommitted = true
    } catch {
      check(error, mayBeUnprepared: changes.contains { $0.isEager })
    }
    if let version = version.current {
      home.end(version, at: tick(), isCommitted: isCommitted)
    }
  }
}
