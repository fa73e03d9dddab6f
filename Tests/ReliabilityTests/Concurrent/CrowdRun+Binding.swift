import Infusion
import Synchronization

/// Binds the forms of a plan.
extension CrowdRun {
  func apply(
    _ change: CrowdChange, _ binder: Binder, noting target: (home: CrowdHome, attempt: Int),
    _ request: CrowdRequest
  ) {
    switch change {
    case .bind(let form): bind(form, binder, noting: target)
    case .unbind(let key):
      switch key {
      case .node(let number): binder.unbind(CrowdNode.self, named: Self.names[number])
      case .role(let number): binder.unbind((any CrowdRole).self, named: Self.names[number])
      case .list(let number): binder.unbind([CrowdNode].self, named: Self.names[number])
      }
      target.home.note(.unbind(key), in: target.attempt)
    case .rescope(let number, let scope):
      guard target.home.parent == nil else { return }
      target.home.releases.add(1, ordering: .relaxed)
      binder.rescope(CrowdNode.self, named: Self.names[number], to: self.scope(scope))
    case .install(let number):
      let outer = request.attempt
      request.attempt = (target.home, target.attempt)
      binder.install(modules[number])
      request.attempt = outer
    case .uninstall(let number):
      binder.uninstall(modules[number])
      target.home.note(.uninstall(number), in: target.attempt)
    }
  }

  func scope(_ scope: CrowdScope) -> Scope {
    switch scope {
    case .unscoped: .unscoped
    case .singleton, .eager: .singleton
    case .graph: .graph
    case .weak: .weak
    case .stored(let number): scopes[number]
    }
  }

  /// Binds a form under a new tag.
  func bind(
    _ form: CrowdForm, _ binder: Binder, noting target: (home: CrowdHome, attempt: Int)?,
    module: Int? = nil
  ) {
    let tag = nextTag()
    target?.home.note(.bind(form, tag: tag, module: module), in: target?.attempt ?? 0)
    let name = Self.names[form.key.number]
    switch form.key {
    case .node: define(binder.bind(CrowdNode.self, named: name), form, tag)
    case .list: define(binder.contribute(CrowdNode.self, named: name), form, tag)
    case .role:
      guard case .link(let number) = form.source else { return }
      let builder = binder.bind((any CrowdRole).self, named: name)
        .to(CrowdNode.self, named: Self.names[number]) { $0 }
      keep(builder, form)
    }
  }

  private func define(_ builder: BindingBuilder<CrowdNode>, _ form: CrowdForm, _ tag: Int) {
    var builder = builder
    switch form.source {
    case .closure:
      builder = builder.to { [unowned self] injector in
        make(form, tag, injector, kept: try begin(form, tag, injector))
      }
    case .argument:
      builder = builder.to { [unowned self] (injector, argument: Int?) in
        make(form, tag, injector, kept: try begin(form, tag, injector))
      }
    case .passing(let number):
      builder = builder.to { [unowned self] injector in
        _ = try begin(form, tag, injector)
        return try injector.resolve(CrowdNode.self, named: Self.names[number])
      }
    case .asynchronous(let needs):
      builder = builder.toAsync { [unowned self] injector in
        var kept: [CrowdNode] = []
        for need in needs {
          await Task.yield()
          kept.append(try await injector.prepared(CrowdNode.self, named: Self.names[need]))
        }
        return make(form, tag, injector, kept: kept + (try begin(form, tag, injector)))
      }
    case .link: return
    }
    for edge in form.edges {
      let name = Self.names[edge.key]
      switch edge.property {
      case .a: builder = builder.injecting(\.a, named: name)
      case .b: builder = builder.injecting(\.b, named: name)
      case .c: builder = builder.injecting(\.c, named: name)
      case .lazy: builder = builder.injecting(\.lazy, named: name)
      case .provider: builder = builder.injecting(\.provider, named: name)
      case .list: builder = builder.injecting(\.list, named: name)
      case .role: builder = builder.injecting(\.role, named: name)
      }
    }
    if form.completes { builder = builder.completing { $0.completions += 1 } }
    if case .asynchronous = form.source { return }
    keep(builder, form)
  }

  private func keep<Value>(_ builder: BindingBuilder<Value>, _ form: CrowdForm) {
    if form.scope == .eager {
      builder.asEagerSingleton()
    } else {
      builder.in(scope(form.scope))
    }
  }
}

/// A module of a plan.
final class CrowdModule: UnloadableModule, @unchecked Sendable {
  private let number: Int
  unowned var run: CrowdRun!

  init(_ number: Int) { self.number = number }

  func configure(_ binder: Binder) {
    for form in run.plan.modules[number] {
      run.bind(
        form, binder, noting: CrowdRequest.current?.attempt.map { ($0.home, $0.number) },
        module: number)
    }
  }

  func unload(from injector: Injector) throws {
    run.pause()
    run.echo()
  }
}

/// A store that loses time after it has looked for an instance.
final class SlowCrowdStore: InstanceStore, @unchecked Sendable {
  unowned var run: CrowdRun!
  private let kept = ScopeStore()

  func value(for key: Key) -> Any? {
    let value = kept.value(for: key)
    run.pause()
    run.echo()
    return value
  }

  func publish(_ value: Any, for key: Key) {
    run.pause()
    kept.publish(value, for: key)
    run.echo()
  }

  func withdraw(_ key: Key) { kept.withdraw(key) }

  func reset() { kept.reset() }
}

/// Checks that the events of each call are in order.
struct CrowdObserver: InjectionObserver {
  unowned let run: CrowdRun

  init(_ run: CrowdRun) { self.run = run }

  /// The call of the thread, unless a task may have created the value.
  private func request(of event: InjectionEvent) -> CrowdRequest? {
    let mayBeOfTask = run.rules.asynchronous.contains {
      event.key == Key(CrowdNode.self, named: CrowdRun.names[$0])
    }
    return mayBeOfTask || event.key == Key(CrowdTarget.self) ? nil : CrowdRequest.current
  }

  func willCreate(_ event: InjectionEvent) {
    run.echo()
    request(of: event)?.creations.append((event.key, event.depth))
  }

  func didCreate(_ event: InjectionEvent) {
    end(event, "creation")
    run.echo()
  }

  func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    end(event, "failure with \(error.code)")
  }

  private func end(_ event: InjectionEvent, _ outcome: String) {
    guard let request = request(of: event) else { return }
    let last = request.creations.popLast()
    if last?.0 != event.key || last?.1 != event.depth {
      run.note("\(outcome) of \(event) ends \(last.map { "\($0)" } ?? "nothing")")
    }
  }
}
