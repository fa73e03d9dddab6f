import Infusion
import Synchronization

/// Binds the forms of a plan.
extension TaskCrowdRun {
  typealias Target = (home: TaskCrowdHome, version: Int)

  /// Binds a form under a new tag.
  func bind(
    _ form: TaskCrowdPlan.Form, _ binder: Binder, as name: Name? = nil, noting target: Target? = nil
  ) {
    let tag = nextTag()
    let home = target?.home
    target.map { $0.home.set(tag, for: form.historyKey(withTag: tag), in: $0.version) }
    let builder =
      form.isContributed
      ? binder.contribute(TaskPart.self, named: Self.collection)
      : binder.bind(TaskPart.self, named: name ?? Self.names[form.key])
    let needs = form.needs.map { Self.names[$0] }
    var bound: BindingBuilder<TaskPart>
    switch form.kind {
    case .asynchronous:
      bound = builder.toAsync { [unowned self] in try await make(form, tag, home, needs, $0) }
    case .declaring:
      bound =
        needs.isEmpty
        ? builder.toAsync { [unowned self] in try await make(form, tag, home, needs, $0) }
        : builder.toAsync(uses: Key(TaskPart.self, named: needs[0])) { [unowned self] in
          try await make(form, tag, home, needs, $0)
        }
    case .link: bound = builder.to(TaskPart.self, named: needs[0]) { $0 }
    case .singleton, .unscoped, .weak, .graph, .stored:
      bound = builder.to { [unowned self] injector in
        pause()
        form.asks.forEach { perform($0, injector) }
        var kept = try needs.map { try injector.resolve(TaskPart.self, named: $0) }
        if form.collects {
          kept += try injector.resolve([TaskPart].self, named: Self.collection)
        }
        if fails(form.failure) { throw Storm() }
        return make(form, tag, home, kept, injector)
      }
    }
    if let first = form.properties.first {
      bound = bound.injecting(\.first, named: Self.names[first])
    }
    if form.properties.count > 1 {
      bound = bound.injecting(\.second, named: Self.names[form.properties[1]])
    }
    if let later = form.later { bound = bound.injecting(\.later, named: Self.names[later]) }
    if let again = form.again { bound = bound.injecting(\.again, named: Self.names[again]) }
    switch form.kind {
    case .singleton where form.isEager: bound.asEagerSingleton()
    case .singleton: bound.in(.singleton)
    case .weak: bound.in(.weak)
    case .graph: bound.in(.graph)
    case .stored: bound.in(Scope("store", in: store))
    case .asynchronous, .declaring, .unscoped, .link: break
    }
  }

  /// The closure of a binding.
  private func make(
    _ form: TaskCrowdPlan.Form, _ tag: Int, _ home: TaskCrowdHome?, _ needs: [Name],
    _ injector: Injector
  ) async throws -> TaskPart {
    // A derived injector has the same closures.
    let home = home?.injector === injector ? home : nil
    home.map { _ = closures[$0.number].increment() }
    defer { home.map { _ = endedClosures[$0.number].increment() } }
    for _ in 0..<form.yields { await Task.yield() }
    for deed in form.deeds { try await perform(deed, injector, home) }
    if fails(form.failure) { throw Storm() }
    var kept: [TaskPart] = []
    for need in needs { kept.append(try await injector.prepared(TaskPart.self, named: need)) }
    if form.collects {
      kept += try await injector.prepared([TaskPart].self, named: Self.collection)
    }
    return make(form, tag, home, kept, injector)
  }

  private func perform(
    _ deed: TaskCrowdPlan.Deed, _ injector: Injector, _ home: TaskCrowdHome?
  ) async throws {
    switch deed {
    case .tries(let key, let home):
      do {
        guard let asked = other(home, injector) else { return }
        _ = try await asked.prepared(TaskPart.self, named: Self.names[key])
      } catch {
        check(error, mayBeCancelled: true)
      }
    case .makesChild(let forms, let key, let isShutDown):
      do {
        let child = try injector.makeChild { [unowned self] binder in
          for form in forms { bind(form, binder) }
        }
        _ = try await child.prepared(TaskPart.self, named: Self.names[key])
        if isShutDown { try await child.shutdownGracefully() }
      } catch {
        check(error, mayBeCancelled: true)
      }
    case .startsTask(let key, let asksInChildTask):
      let task = Task { [self] in
        do {
          if asksInChildTask {
            async let part = injector.prepared(TaskPart.self, named: Self.names[key])
            _ = try await part
          } else {
            _ = try await injector.prepared(TaskPart.self, named: Self.names[key])
          }
        } catch {
          check(error, mayBeCancelled: true)
        }
      }
      started.with { $0.append(task) }
    case .updates(let form):
      let count = updatesOfClosures.add(1, ordering: .relaxed).newValue
      guard let home, count <= Self.mostUpdatesOfClosures else { return }
      update(home, [.bind(form)], throwsError: false)
    case .shutsDown, .shutsDownAnother:
      do {
        let number: Int? = if case .shutsDownAnother(let number) = deed { number } else { nil }
        try await other(number, injector)?.shutdownGracefully()
      } catch {
        check(error)
      }
    }
  }

  private func other(_ number: Int?, _ injector: Injector) -> Injector? {
    guard let number else { return injector }
    return number < homes.count ? homes[number].injector : nil
  }

  func perform(_ ask: TaskCrowdPlan.Ask, _ injector: Injector) {
    guard asked.add(1, ordering: .relaxed).newValue <= Self.mostAsked else { return }
    do {
      switch ask {
      case .resolve(let key, let home):
        _ = try other(home, injector)?.resolve(TaskPart.self, named: Self.names[key])
      case .create(let key):
        _ = try ObjectFactory(injector).resolve(TaskPart.self, named: Self.names[key])
      case .inChild(let forms, let key):
        let child = try injector.makeChild { [unowned self] binder in
          for form in forms { bind(form, binder) }
        }
        _ = try child.resolve(TaskPart.self, named: Self.names[key])
        try child.shutdown()
      case .inDerived(let key):
        let derived = try injector.adding { _ in }
        _ = try derived.resolve(TaskPart.self, named: Self.names[key])
        try derived.shutdown()
      }
    } catch  where [.awaitRequired, .mainActorRequired].contains(error.code) {
      // The child is dropped without a release.
    } catch  where error.code == .injectorShutDown && plan.changes {
      // While its modules are unloaded, an injector makes no child.
    } catch {
      check(error, mayBeUnprepared: true)
    }
  }

  func perform(_ farewell: TaskCrowdPlan.Farewell) {
    switch farewell {
    case .asks(let key, let home) where home < homes.count:
      _ = try? homes[home].injector?.resolve(TaskPart.self, named: Self.names[key])
    case .shutsDown(let home) where home < homes.count: try? homes[home].injector?.shutdown()
    default: break
    }
  }

  func perform(_ farewell: TaskCrowdPlan.Farewell) async {
    switch farewell {
    case .asks(let key, let home) where home < homes.count:
      _ = try? await homes[home].injector?.prepared(TaskPart.self, named: Self.names[key])
    case .shutsDown(let home) where home < homes.count:
      try? await homes[home].injector?.shutdownGracefully()
    default: break
    }
  }

  func apply(_ change: TaskCrowdPlan.Change, _ binder: Binder, noting target: Target) {
    switch change {
    case .bind(let form): bind(form, binder, noting: target)
    case .unbind(let key):
      binder.unbind(TaskPart.self, named: Self.names[key])
      target.home.set(nil, for: key, in: target.version)
    case .rescope(let key):
      target.home.releases.add(1, ordering: .relaxed)
      binder.rescope(TaskPart.self, named: Self.names[key], to: .singleton)
    case .install(let number): binder.install(modules[number])
    case .uninstall(let number): binder.uninstall(modules[number])
    case .extend: binder.extend(TaskPart.self).completing { _ in }
    }
  }
}

/// A module with keys of its own; the first one installs the second.
final class TaskCrowdModule: UnloadableModule, @unchecked Sendable {
  private let number: Int
  unowned private let run: TaskCrowdRun

  init(_ number: Int, _ run: TaskCrowdRun) { (self.number, self.run) = (number, run) }

  func configure(_ binder: Binder) {
    for (position, form) in run.plan.modules[number].enumerated() {
      run.bind(form, binder, as: Name("module \(number), \(position)"))
    }
    if number == 0 { binder.install(run.modules[1]) }
  }

  func unload(from injector: Injector) {
    _ = try? injector.resolve(TaskPart.self, named: TaskCrowdRun.names[0])
  }
}
