import Infusion

/// Performs the actions of a scenario with the injector.
extension Stage {
  func perform(_ step: FuzzStep, _ injector: Injector, _ node: FuzzNode?) throws {
    do {
      try countStep()
      try perform(step.action, injector, node)
    } catch {
      note(error)
      if !step.forgives { throw error }
    }
  }

  private func perform(
    _ action: FuzzStep.Action, _ injector: Injector, _ node: FuzzNode?
  ) throws {
    switch action {
    case .resolve(let key): noteGot(try resolve(key, injector))
    case .resolveIfBound(let key):
      let found: FuzzNode? =
        switch key {
        case .name(let name): try injector.resolveIfBound(FuzzNode.self, named: Self.names[name])
        case .unnamed: try injector.resolveIfBound(FuzzNode.self)
        case .role: try injector.resolveIfBound((any FuzzRole).self)?.node
        case .listed: try injector.resolveIfBound(ListedNode.self)
        }
      if let found { noteGot(found) } else { note(.gotNothing) { "got nothing" } }
    case .resolveList(let name):
      noteList(try injector.resolve([FuzzNode].self, named: Self.names[name]))
    case .resolveWithArgument(let key, let fits):
      if fits {
        noteGot(try resolve(key, injector, argument: 7))
      } else {
        noteGot(try resolve(key, injector, argument: "seven"))
      }
    case .inject(let index):
      try injector.injectDependencies(into: existing[index])
      note(.done) { "injected \(self.existing[index].text)" }
    case .injectEach(let indices):
      try injector.injectDependencies(intoEach: indices.map { existing[$0] })
      note(.done) { "injected \(indices)" }
    case .create(let cls, let isArray):
      let form = FuzzForm(key: .unnamed, cls: cls)
      if isArray {
        noteList(
          try injector.create {
            let nodes = [try self.make(form), try self.make(form)]
            return nodes + nodes
          })
      } else {
        noteGot(try injector.create { try self.make(form) })
      }
    case .getLazy(let id):
      guard let lazy = (node ?? self.node(id))?.lazy else { return }
      noteGot(try lazy.get())
    case .getProvider(let id):
      guard let provider = (node ?? self.node(id))?.provider else { return }
      noteGot(try provider.get())
    case .getList(let id):
      guard let list = (node ?? self.node(id))?.lazyList else { return }
      noteList(try list.get())
    case .asks(let key):
      let isBound =
        switch key {
        case .name(let name): injector.hasBinding(FuzzNode.self, named: Self.names[name])
        case .unnamed: injector.hasBinding(FuzzNode.self)
        case .role: injector.hasBinding((any FuzzRole).self)
        case .listed: injector.hasBinding(ListedNode.self)
        }
      note(.done, isBound ? 1 : 0) { "bound: \(isBound)" }
    case .update(let changes):
      try updated?.update { binder in for change in changes { self.apply(change, binder) } }
      note(.done) { "updated" }
    case .updateThatThrows(let changes):
      try updated?.update { binder in
        for change in changes { self.apply(change, binder) }
        throw Storm()
      }
    case .release:
      updated?.releaseSingletons()
      note(.done) { "released" }
    case .inChild(let forms, let steps):
      let child = try injector.makeChild { [unowned self] binder in
        for form in forms { bind(form, binder) }
      }
      for step in steps { try perform(step, child, node) }
    }
  }

  private func noteGot(_ node: FuzzNode) {
    note(.got, node.id, node.signature) { "got \(node.text)" }
  }

  private func noteList(_ list: [FuzzNode]) {
    var mixed = list.count
    for node in list { mixed = mixed &* 31 &+ node.signature }
    note(.gotList, mixed) { "got \(list.map(\.id))" }
  }

  private func resolve(_ key: FuzzKey, _ injector: Injector) throws -> FuzzNode {
    switch key {
    case .name(let name): try injector.resolve(FuzzNode.self, named: Self.names[name])
    case .unnamed: try injector.resolve(FuzzNode.self)
    case .role: try injector.resolve((any FuzzRole).self).node
    case .listed: try injector.resolve(ListedNode.self)
    }
  }

  private func resolve<Argument>(
    _ key: FuzzKey, _ injector: Injector, argument: Argument
  ) throws -> FuzzNode {
    switch key {
    case .name(let name):
      try injector.resolve(FuzzNode.self, named: Self.names[name], arguments: argument)
    case .unnamed: try injector.resolve(FuzzNode.self, arguments: argument)
    case .role: try injector.resolve((any FuzzRole).self, arguments: argument).node
    case .listed: try injector.resolve(ListedNode.self, arguments: argument)
    }
  }

  // MARK: - Binding

  private func apply(_ change: FuzzChange, _ binder: Binder) {
    switch change {
    case .bind(let form): bind(form, binder)
    case .unbind(let key):
      switch key {
      case .name(let name): binder.unbind(FuzzNode.self, named: Self.names[name])
      case .unnamed: binder.unbind(FuzzNode.self)
      case .role: binder.unbind((any FuzzRole).self)
      case .listed: binder.unbind(ListedNode.self)
      }
    case .unbindList(let name): binder.unbind([FuzzNode].self, named: Self.names[name])
    case .rescope(let key, let scope):
      let scope = self.scope(scope)
      switch key {
      case .name(let name): binder.rescope(FuzzNode.self, named: Self.names[name], to: scope)
      case .unnamed: binder.rescope(FuzzNode.self, to: scope)
      case .role: binder.rescope((any FuzzRole).self, to: scope)
      case .listed: binder.rescope(ListedNode.self, to: scope)
      }
    case .install(let index) where index < scenario.modules.count:
      binder.install(FuzzModule(index, scenario.modules[index]))
    case .install: break
    case .uninstall(let index): binder.uninstall(FuzzModule(index, []))
    case .extend(let added): extend(added, binder)
    }
  }

  func bind(_ form: FuzzForm, _ binder: Binder) {
    switch form.key {
    case .name(let index):
      let name = Self.names[index]
      if form.source == .absent {
        let builder = binder.bind(FuzzNode?.self, named: name).to { [unowned self] injector in
          for step in form.steps { try perform(step, injector, nil) }
          return nil
        }
        define(builder, form) { $0 }
        return
      }
      let builder =
        form.isContribution
        ? binder.contribute(FuzzNode.self, named: name) : binder.bind(FuzzNode.self, named: name)
      inject(form.edges, define(initialize(builder, form), form) { $0 })
    case .unnamed:
      let builder = binder.bind(FuzzNode.self)
      inject(form.edges, define(initialize(builder, form), form) { $0 })
    case .role: define(binder.bind((any FuzzRole).self), form) { $0 }
    case .listed:
      define(binder.bind(ListedNode.self), form) { node in
        guard let listed = node as? ListedNode else { fatalError("not of the class") }
        return listed
      }
    }
  }

  private func initialize(
    _ builder: BindingBuilder<FuzzNode>, _ form: FuzzForm
  ) -> BindingBuilder<FuzzNode> {
    form.source == .initializer
      ? builder.toInitializer(InitializedNode.init(node:role:)) : builder
  }

  @discardableResult
  private func define<Value>(
    _ builder: BindingBuilder<Value>, _ form: FuzzForm, _ up: @escaping (FuzzNode) -> Value
  ) -> BindingBuilder<Value> {
    var builder = builder
    switch form.source {
    case .closure:
      builder =
        form.steps.isEmpty
        ? builder.to { [unowned self] in up(try make(form)) }
        : builder.to { [unowned self] injector in
          for step in form.steps { try perform(step, injector, nil) }
          return up(try make(form))
        }
    case .throwing:
      builder = builder.to { [unowned self] injector in
        for step in form.steps { try perform(step, injector, nil) }
        throw Storm()
      }
    case .passing(let key):
      builder = builder.to { [unowned self] injector in
        for step in form.steps { try perform(step, injector, nil) }
        try countStep()
        return up(try resolve(key, injector))
      }
    case .captured(let index):
      builder = builder.to { [unowned self] injector in
        for step in form.steps { try perform(step, injector, nil) }
        return up(existing[index])
      }
    case .argument(isOptional: false):
      builder = builder.to { [unowned self] (injector, argument: Int) in
        for step in form.steps { try perform(step, injector, nil) }
        return up(try make(form, argument: argument))
      }
    case .argument(isOptional: true):
      builder = builder.to { [unowned self] (injector, argument: Int?) in
        for step in form.steps { try perform(step, injector, nil) }
        return up(try make(form, argument: argument ?? 9))
      }
    case .point:
      builder = builder.to { [unowned self] (injector, point: InjectionPoint) in
        for step in form.steps { try perform(step, injector, nil) }
        var argument = point.owner == nil ? 1 : 2
        for byte in (point.property ?? "").utf8 { argument = argument &* 31 &+ Int(byte) }
        return up(try make(form, argument: argument))
      }
    case .provider:
      builder = builder.to(
        provider: FuzzProvider { [unowned self] injector in
          for step in form.steps { try perform(step, injector, nil) }
          return up(try make(form))
        })
    case .link(let key):
      switch key {
      case .name(let name): builder = builder.to(FuzzNode.self, named: Self.names[name]) { up($0) }
      case .listed: builder = builder.to(ListedNode.self) { up($0) }
      case .unnamed, .role: builder = builder.to(FuzzNode.self) { up($0) }
      }
    case .onDemand: builder = builder.to(OnDemandNode.self) { up($0) }
    case .declared: builder = builder.to(DeclaredNode.self) { up($0) }
    case .instance(let index): builder = builder.to(instance: up(existing[index]))
    case .injectedInstance(let index):
      builder = builder.to(instance: up(existing[index]), injecting: true)
    case .nothing: builder = builder.toNothing()
    case .absent, .initializer: break
    }
    if form.isAsIs { builder = builder.asIs() }
    switch form.scope {
    case .eager: builder = builder.asEagerSingleton()
    case let scope?: builder = builder.in(self.scope(scope))
    case nil: break
    }
    return builder
  }

  private func inject(_ edges: [FuzzEdge], _ builder: BindingBuilder<FuzzNode>) {
    for edge in edges {
      let name = Self.names[edge.name]
      switch edge.property {
      case .a: builder.injecting(\.a, named: name)
      case .b: builder.injecting(\.b, named: name)
      case .c: builder.injecting(\.c, named: name)
      case .lazy: builder.injecting(\.lazy, named: name)
      case .provider: builder.injecting(\.provider, named: name)
      case .list: builder.injecting(\.list, named: name)
      case .lazyList: builder.injecting(\.lazyList, named: name)
      case .lazies: builder.injecting(\.lazies, named: name)
      case .role: builder.injecting(\.role)
      case .listed: builder.injecting(\.listed)
      case .injector: builder.injecting(\.injector)
      }
    }
  }

  func extend(_ added: Scenario.Extension, _ binder: Binder) {
    switch added.cls {
    case .plain: extend(binder.extend(FuzzNode.self), added.edge)
    case .listed: extend(binder.extend(ListedNode.self), added.edge)
    case .marked: extend(binder.extend(MarkedNode.self), added.edge)
    }
  }

  private func extend<Extended: FuzzNode>(_ builder: ExtensionBuilder<Extended>, _ edge: FuzzEdge) {
    let name = Self.names[edge.name]
    switch edge.property {
    case .a, .list, .lazyList, .lazies, .role, .listed, .provider:
      builder.injecting(\.a, named: name)
    case .b: builder.injecting(\.b, named: name)
    case .c: builder.injecting(\.c, named: name)
    case .lazy: builder.injecting(\.lazy, named: name)
    case .injector: builder.injecting(\.injector)
    }
  }
}

/// A module that is identified by its number.
struct FuzzModule: Module, Hashable {
  let number: Int
  let forms: [FuzzForm]

  init(_ number: Int, _ forms: [FuzzForm]) {
    self.number = number
    self.forms = forms
  }

  func configure(_ binder: Binder) { for form in forms { Stage.current.bind(form, binder) } }

  static func == (left: FuzzModule, right: FuzzModule) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
