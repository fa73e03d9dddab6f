import Infusion
import Synchronization

/// What threads and user code do with the injectors.
extension CrowdRun {
  /// Performs an operation of a thread: each of its calls is an outermost one.
  func performOutermost(
    _ step: CrowdStep, _ injector: Injector, _ thread: Int, _ children: [CrowdHome]
  ) -> [CrowdNode] {
    switch step.action {
    case .prepare(let cancels):
      prepare(injector, cancels: cancels)
      return []
    case .inChild(let forms, let steps):
      let parent = homes.first { $0.injector === injector }
      let child = CrowdHome(-1, parent: parent, isTemporary: true)
      _ = call(thread, "makeChild", children) { request in
        request.hasOwnChange = true
        child.injector = try self.makeChild(of: injector, child, forms)
        return []
      }
      guard let made = child.injector else { return [] }
      let nodes = steps.flatMap { performOutermost($0, made, thread, [child]) }
      child.injector = nil
      return nodes
    case .derive(let forms, let steps):
      let derived = Locked<Injector?>(nil)
      _ = call(thread, "derive", children) { request in
        request.hasOwnChange = true
        let made = try injector.adding { [unowned self] binder in
          for form in forms { bind(form, binder, noting: nil) }
        }
        derived.with { $0 = made }
        return []
      }
      guard let derived = derived.current else { return [] }
      let nodes = steps.flatMap { performOutermost($0, derived, thread, []) }
      _ = call(thread, "end of derived", []) { request in
        request.hasOwnChange = true
        try derived.shutdown()
        return []
      }
      return nodes
    default:
      return call(thread, "\(step.action)", children) { _ in
        try self.perform(step, injector, nil)
      }
    }
  }

  private func call(
    _ thread: Int, _ title: @autoclosure () -> String, _ children: [CrowdHome],
    _ body: (CrowdRequest) throws -> [CrowdNode]
  ) -> [CrowdNode] {
    let request = CrowdRequest(
      thread, rules.isVerbose ? title() : "", tick(), homes, children)
    let nodes = CrowdRequest.$current.withValue(request) {
      do {
        return try body(request)
      } catch {
        check(error)
        return []
      }
    }
    // Nodes refer to the home that created them.
    for child in request.children.dropFirst(children.count) { child.injector = nil }
    request.end = tick()
    request.high = homes.map(\.lastBegun)
    checkEnd(of: request, nodes)
    requests.with { $0.append(request) }
    return nodes
  }

  /// Performs a step of user code, or the only step of an outermost call.
  func perform(
    _ step: CrowdStep, _ injector: Injector, _ node: CrowdNode?
  ) throws -> [CrowdNode] {
    if let request = CrowdRequest.current {
      request.steps += 1
      if request.steps > Self.mostSteps { throw Storm() }
    }
    var injector = injector
    if let home = step.home, home < homes.count {
      guard let asked = homes[home].injector else { return [] }
      injector = asked
    }
    do {
      let nodes = try perform(step.action, injector, node)
      pause()
      return nodes
    } catch {
      check(error)
      observeMissing(error, from: injector)
      if step.forgives { return [] }
      throw error
    }
  }

  private func perform(
    _ action: CrowdStep.Action, _ injector: Injector, _ node: CrowdNode?
  ) throws -> [CrowdNode] {
    switch action {
    case .resolve(let key, let isOptional):
      let nodes: [CrowdNode]
      switch key {
      case .node(let number) where isOptional:
        nodes =
          try injector.resolveIfBound(CrowdNode.self, named: Self.names[number]).map { [$0] } ?? []
        if nodes.isEmpty { return [] }
      case .node(let number):
        nodes = [try injector.resolve(CrowdNode.self, named: Self.names[number])]
      case .role(let number):
        nodes = [try injector.resolve((any CrowdRole).self, named: Self.names[number]).node]
      case .list(let number):
        nodes = try injector.resolve([CrowdNode].self, named: Self.names[number])
      }
      receive(nodes, for: key, from: injector)
      return nodes
    case .resolveWithArgument(let number):
      guard rules.takesArgument(.node(number)) else { return [] }
      return [try injector.resolve(CrowdNode.self, named: Self.names[number], arguments: 7)]
    case .inject:
      let target = CrowdTarget()
      try injector.injectDependencies(into: target)
      return values(of: target)
    case .create: return values(of: try injector.create { CrowdTarget() })
    case .getLazy: return try node?.lazy.map { [try $0.get()] } ?? []
    case .getProvider: return try node?.provider.map { [try $0.get()] } ?? []
    case .update(let changes, let throwsError, let number):
      try update(injector, changes, throwsError: throwsError, resolving: number)
      return []
    case .release:
      noteRelease(of: injector)
      injector.releaseSingletons().forEach(check)
      return []
    case .releaseOne(let key):
      noteRelease(of: injector)
      switch key {
      case .node(let number):
        injector.releaseSingletons(of: CrowdNode.self, named: Self.names[number]).forEach(check)
      case .role(let number):
        injector.releaseSingletons(of: (any CrowdRole).self, named: Self.names[number])
          .forEach(check)
      case .list(let number):
        injector.releaseSingletons(of: [CrowdNode].self, named: Self.names[number]).forEach(check)
      }
      return []
    case .resetStore(let number):
      resetStore(number)
      return []
    case .inChild(let forms, let steps):
      guard let request = CrowdRequest.current else { return [] }
      let child = CrowdHome(-1, parent: home(of: injector), isTemporary: true)
      let made = try makeChild(of: injector, child, forms)
      child.injector = made
      request.children.append(child)
      return try steps.flatMap { try perform($0, made, node) }
    case .validate:
      _ = try? injector.validate()
      return []
    case .draw:
      if injector.graph.nodes.isEmpty, !mayHaveEnded { note("a graph is empty") }
      return []
    case .explain(let key):
      switch key {
      case .node(let number), .list(let number):
        _ = injector.explain(CrowdNode.self, named: Self.names[number])
      case .role(let number):
        _ = injector.explain((any CrowdRole).self, named: Self.names[number])
      }
      return []
    case .asks(let key):
      if case .node(let number) = key,
        !injector.hasBinding(CrowdNode.self, named: Self.names[number]), rules.bindsAll,
        !mayHaveEnded
      {
        note("\(key) is not bound")
      }
      return []
    case .shutDown:
      CrowdRequest.current?.hasOwnChange = true
      try injector.shutdown()
      return []
    case .prepare, .derive: return []
    }
  }

  /// Whether the injector that is asked may have been shut down; then its objects are released.
  private var mayHaveEnded: Bool {
    rules.shutsDown || CrowdRequest.current?.isEcho == true
  }

  private func values(of target: CrowdTarget) -> [CrowdNode] {
    if target.node == nil || target.list == nil || target.awakes != 1 {
      note("an incomplete target was awoken \(target.awakes) times")
    }
    return [target.node].compactMap { $0 } + (target.list ?? [])
  }

  private func noteRelease(of injector: Injector) {
    CrowdRequest.current?.hasOwnChange = true
    home(of: injector)?.releases.add(1, ordering: .relaxed)
  }

  private func makeChild(
    of injector: Injector, _ child: CrowdHome, _ forms: [CrowdForm]
  ) throws -> Injector {
    try injector.makeChild { [unowned self] binder in
      for form in forms { bind(form, binder, noting: (child, 0)) }
    }
  }

  /// Prepares in a task, for which this thread waits.
  ///
  /// With the priority of the tests, the task would wait until all of them have been started, and
  /// the test that waits for this thread would keep one of their threads as long.
  private func prepare(_ injector: Injector, cancels: Bool) {
    let done = Latch()
    let task = Task.detached(priority: .high) { [self] in
      do {
        try await injector.prepare()
      } catch {
        check(error, mayBeCancelled: cancels)
      }
      done.countDown()
    }
    if cancels {
      pause()
      task.cancel()
    }
    if !done.wait() { note("a preparation hangs") }
  }

  private func update(
    _ injector: Injector, _ changes: [CrowdChange], throwsError: Bool, resolving number: Int?
  ) throws {
    guard let request = CrowdRequest.current, let home = home(of: injector), !home.isTemporary
    else { return }
    request.hasOwnChange = true
    let attempt = Locked(0)
    let change: (Binder) throws -> Void = { [self] binder in
      let begun = home.begin()
      attempt.with { $0 = begun }
      for change in changes { apply(change, binder, noting: (home, begun), request) }
      pause()
      if let number { _ = try? injector.resolve(CrowdNode.self, named: Self.names[number]) }
      if throwsError { throw Storm() }
    }
    do {
      try injector.update(change)
    } catch {
      guard error.isOfRelease else { throw error }
      check(error)
    }
    home.commit(attempt.current)
  }
}

extension InjectionError {
  /// The errors that it collects, or itself.
  var parts: [InjectionError] { errors.isEmpty ? [self] : errors.flatMap(\.parts) }

  /// Whether an update has taken effect, and only a release has failed.
  var isOfRelease: Bool { parts.allSatisfy { $0.code == .releaseFailed } }
}
