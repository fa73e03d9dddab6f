/// Requests, according to the rules.
extension FuzzModel {
  func perform(
    _ step: FuzzStep, _ injector: Injector, _ node: Node?
  ) throws(Failure) {
    do throws(Failure) {
      stepsOfOperation += 1
      if stepsOfOperation > Stage.mostSteps { throw Self.storm }
      try perform(step.action, injector, node)
    } catch {
      note(error)
      if !step.forgives { throw error }
    }
  }

  private func perform(
    _ action: FuzzStep.Action, _ injector: Injector, _ node: Node?
  ) throws(Failure) {
    switch action {
    case .resolve(let key):
      let found = try nested(key, injector)
      note(.got, found.id, found.signature)
    case .resolveIfBound(let key):
      if let found = try nestedIfBound(key, injector) {
        note(.got, found.id, found.signature)
      } else {
        note(.gotNothing)
      }
    case .resolveList(let name):
      noteList(try undoing(injector) { () throws(Failure) in try handOut(list(name, injector)) })
    case .inject(let index):
      try undoing(injector) { () throws(Failure) in try injectExisting(existing[index], injector) }
      note(.done)
    case .injectEach(let indices):
      for (position, index) in indices.enumerated() where !indices[..<position].contains(index) {
        try undoing(injector) { () throws(Failure) in try injectExisting(existing[index], injector)
        }
      }
      note(.done)
    case .create(let cls, let isArray):
      let form = FuzzForm(key: .unnamed, cls: cls)
      var made: [Node] = []
      do throws(Failure) {
        for _ in 0..<(isArray ? 2 : 1) { made.append(try make(form)) }
      } catch {
        throw Failure(code: "providerFailed")
      }
      for node in made {
        try undoing(injector) { () throws(Failure) in try injectExisting(node, injector) }
      }
      if isArray { noteList(made + made) } else { note(.got, made[0].id, made[0].signature) }
    case .getLazy(let id): try get(.lazy, of: node ?? nodes[id])
    case .getProvider(let id): try get(.provider, of: node ?? nodes[id])
    case .getList(let id): try get(.lazyList, of: node ?? nodes[id])
    case .asks(let key):
      var next: Injector? = injector
      while let candidate = next, candidate.own(key) == nil { next = candidate.parent }
      note(.done, next == nil ? 0 : 1)
    case .update(let changes):
      change(root, changes)
      note(.done)
    case .updateThatThrows: throw Failure(code: "providerFailed")
    case .release:
      root.instances = [:]
      note(.done)
    case .inChild(let forms, let steps):
      let child = Injector(parent: injector)
      allInjectors.append(child)
      defer { child.isReleased = true }
      change(child, forms.map { .bind($0) })
      for step in steps { try perform(step, child, node) }
    case .resolveWithArgument: break
    }
  }

  private func noteList(_ list: [Node]) {
    var mixed = list.count
    for node in list { mixed = mixed &* 31 &+ node.signature }
    note(.gotList, mixed)
  }

  private func get(_ property: FuzzEdge.Property, of node: Node?) throws(Failure) {
    guard let node, let deferred = node.deferred[property] else { return }
    let found: [Node]
    if let remembered = node.remembered[property] {
      found = remembered
    } else if deferred.injector.isReleased {
      throw Failure(code: "injectorReleased")
    } else if property == .lazyList {
      found = try undoing(deferred.injector) { () throws(Failure) in
        try handOut(list(deferred.name, deferred.injector))
      }
    } else {
      found = [try nested(.name(deferred.name), deferred.injector)]
    }
    if property != .provider { node.remembered[property] = found }
    if property == .lazyList {
      noteList(found)
    } else {
      note(.got, found[0].id, found[0].signature)
    }
  }

  // MARK: - Calls of user code

  /// Runs the requests of user code; if they fail, drops what has been waiting since they began, and
  /// forgets the objects that are not complete.
  private func undoing<Result>(
    _ injector: Injector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = waiting.count
    let depth = frames.count
    let heldCount = held.count
    let (completeBefore, addedBefore) = (complete, added)
    do throws(Failure) {
      return try body()
    } catch {
      waiting.removeSubrange(min(count, waiting.count)...)
      let dropped = frames[depth...].map(\.noted) + held[min(heldCount, held.count)...]
      complete = completeBefore.union(complete.subtracting(dropped.compactMap(\.node)))
      added = addedBefore.union(added.subtracting(dropped.compactMap(\.addition)))
      held.removeSubrange(min(heldCount, held.count)...)
      frames.removeSubrange(depth...)
      throw error.requested(of: injector)
    }
  }

  private func handOut(_ nodes: [Node]) -> [Node] {
    for node in nodes { complete.insert(node.id) }
    return nodes
  }

  private func nested(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> Node {
    let found = try undoing(injector) { () throws(Failure) in
      guard let (value, handsOutComplete) = try request(key, injector) else {
        throw Failure(code: "missingBinding", missing: key)
      }
      guard case .object(let node) = value else { return Node?.none }
      if handsOutComplete { complete.insert(node.id) }
      return node
    }
    // The request has been answered: what provides nothing stays as it is.
    guard let found else { throw Failure(code: "nothingProvided") }
    return found
  }

  private func nestedIfBound(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> Node? {
    try undoing(injector) { () throws(Failure) in
      guard let (value, handsOutComplete) = try request(key, injector),
        case .object(let node) = value
      else { return nil }
      if handsOutComplete { complete.insert(node.id) }
      return node
    }
  }

  private func injectExisting(_ node: Node, _ injector: Injector) throws(Failure) {
    let key: FuzzKey? =
      switch node.cls {
      case .plain: .unnamed
      case .listed: .listed
      case .marked: nil
      }
    let frame = Frame(.existing(key, injector: ObjectIdentifier(injector)))
    frame.object = node
    frames.append(frame)
    try inject(node, [], injector)
    finish(frame, keeping: nil, .nothing)
    frames.removeLast()
  }

  // MARK: - Requests

  /// Nil if nothing is bound; otherwise the value, and whether it is handed out as complete.
  private func request(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> (Value, Bool)? {
    var next: Injector? = injector
    while let candidate = next {
      if let bound = candidate.own(key) {
        let value = try provide(bound, owner: candidate, asked: injector)
        return (value, handsOutComplete(bound, follower(of: bound, candidate, injector)))
      }
      next = candidate.parent
    }
    let subject = Frame.Subject.existing(key, injector: ObjectIdentifier(injector))
    if let open = frames.last(where: { $0.subject == subject }), let object = open.object {
      frames.last?.refersTo.insert(open.id)
      return (.object(object), true)
    }
    return nil
  }

  /// Whether the value of a binding counts as complete; for a link, its target decides.
  private func handsOutComplete(_ bound: Bound, _ injector: Injector) -> Bool {
    var (bound, injector) = (bound, injector)
    // Links may form a ring; then one of its objects exists already.
    for _ in 0..<20 {
      guard case .link(let target) = bound.form?.source else {
        return !(bound.form?.isAsIs ?? false)
      }
      let key: FuzzKey = target == .role ? .unnamed : target
      var next: Injector? = injector
      while let candidate = next, candidate.own(key) == nil { next = candidate.parent }
      guard let owner = next, let found = owner.own(key) else { return true }
      injector = follower(of: found, owner, injector)
      bound = found
    }
    return true
  }

  /// The injector that follows a link: the one that keeps its instance, or the one that is asked.
  private func follower(of bound: Bound, _ owner: Injector, _ asked: Injector) -> Injector {
    bound.scope?.isKept == true ? owner : asked
  }

  private func list(_ name: Int, _ injector: Injector) throws(Failure) -> [Node] {
    let frame = Frame(.list(name, injector: ObjectIdentifier(injector)))
    if frames.contains(where: { $0.subject == frame.subject }) {
      throw Failure(code: "cyclicDependency")
    }
    frames.append(frame)
    var elements: [Node] = []
    for (bound, owner) in contributions(name, injector) {
      if case .object(let node) = try provide(bound, owner: owner, asked: injector) {
        elements.append(node)
        if handsOutComplete(bound, follower(of: bound, owner, injector)),
          underInjection[node.id] == nil
        {
          complete.insert(node.id)
        }
      }
    }
    finish(frame, keeping: nil, .nothing)
    frames.removeLast()
    return elements
  }

  private func contributions(_ name: Int, _ injector: Injector) -> [(Bound, Injector)] {
    (injector.parent.map { contributions(name, $0) } ?? [])
      + injector.contributions(name).map { ($0, injector) }
  }

  private func provide(
    _ bound: Bound, owner: Injector, asked: Injector
  ) throws(Failure) -> Value {
    // Without a recipe, it is created as if it were unbound.
    guard let form = bound.form else { throw Failure(code: "missingBinding") }
    if case .link(let target) = form.source, !form.isContribution {
      let key: FuzzKey = target == .role ? .unnamed : target
      if key == bound.key { throw Failure(code: "missingBinding") }
    }
    var scope = bound.scope ?? .unscoped
    if bound.scope == nil, case .instance = bound.form?.source { scope = .singleton }
    let isKept = scope.isKept
    let builder = isKept ? owner : asked
    let identity = ObjectIdentifier(builder)
    let isStored = scope == .stored || scope == .storedElsewhere
    let key: Kept =
      isStored ? .store(scope, bound.key) : .binding(bound.identity, injector: identity)
    if scope != .unscoped {
      let known =
        isStored ? stores[key] : isKept ? owner.instances[bound.identity] : graph[key]
      if let known { return known }
      if let member = waiting.first(where: { $0.key == key }) {
        frames.last?.refersTo.formUnion(member.refersTo)
        return member.value
      }
    }
    // Requests for one key of a store meet, whichever injectors they come from.
    let subject: Frame.Subject =
      isStored
      ? .store(scope, bound.key) : .binding(bound.identity, injector: identity)
    let open = frames.last { frame in
      if frame.subject == subject { return true }
      // An existing object is under construction for its class, if that is unscoped.
      guard scope == .unscoped, bound.form?.isContribution != true else { return false }
      return frame.subject == .existing(bound.key, injector: identity)
    }
    if let open {
      guard let object = open.visibleObject else { throw Failure(code: "cyclicDependency") }
      frames.last?.refersTo.insert(open.id)
      return .object(object)
    }
    let frame = Frame(subject)
    frame.binding = bound.identity
    if let below = frames.last, below.isLink { below.target = frame }
    frames.append(frame)
    let value: Value
    do throws(Failure) {
      value = try make(form, frame, builder)
    } catch {
      guard isKept else { throw error }
      var failure = error
      failure.keepers.append(identity)
      throw failure
    }
    let publish: (() -> Void)? =
      if scope == .unscoped || scope == .weak && value.isNothing {
        // Nothing is kept weakly: the next request asks again.
        nil
      } else if isStored {
        { [self] in stores[key] = value }
      } else if isKept {
        { owner.instances[bound.identity] = value }
      } else {
        { [self] in graph[key] = value }
      }
    finish(frame, keeping: publish.map { (key, $0) }, value)
    frames.removeLast()
    return value
  }

  private func make(
    _ form: FuzzForm, _ frame: Frame, _ injector: Injector
  ) throws(Failure) -> Value {
    switch form.source {
    case .instance(let index):
      frame.object = existing[index]
      // It is handed out as it is bound; a closure that returns it later does not inject it.
      complete.insert(existing[index].id)
      return .object(existing[index])
    case .nothing: return .nothing
    case .link(let target):
      let key: FuzzKey = target == .role ? .unnamed : target
      frame.isLink = true
      guard let (value, _) = try request(key, injector) else {
        throw Failure(code: "missingBinding", missing: key)
      }
      frame.isLink = false
      guard case .object(let node) = value else { return .nothing }
      frame.object = node
      return .object(node)
    case .declared:
      let subject = Frame.Subject.declared(injector: ObjectIdentifier(injector))
      if frames.contains(where: { $0.subject == subject }) {
        throw Failure(code: "cyclicDependency")
      }
      let inner = Frame(subject)
      frames.append(inner)
      let parameter = try parameter(.name(2), injector)
      let node = enter(nil, .plain)
      node.nodes[.b] = parameter
      node.argument = 5
      frame.object = node
      try inject(node, [], injector)
      finish(inner, keeping: nil, .nothing)
      frames.removeLast()
      return .object(node)
    case .initializer:
      let parameters = [
        try parameter(.unnamed, injector), try parameter(.role, injector),
      ]
      let node = enter(nil, .plain)
      node.nodes = [.a: parameters[0], .role: parameters[1]]
      frame.object = node
      try inject(node, form.edges, injector)
      return .object(node)
    case .onDemand:
      let node = enter(nil, .plain)
      frame.object = node
      try inject(node, [], injector)
      return .object(node)
    case .closure, .provider, .throwing, .absent, .passing, .argument, .captured:
      if case .argument(isOptional: false) = form.source {
        throw Failure(code: "argumentMismatch")
      }
      let node = try userCode { () throws(Failure) -> Node? in
        for step in form.steps { try perform(step, injector, nil) }
        switch form.source {
        case .throwing: throw Self.storm
        case .absent: return nil
        case .passing(let key):
          stepsOfOperation += 1
          if stepsOfOperation > Stage.mostSteps { throw Self.storm }
          return try nested(key, injector)
        case .captured(let index): return existing[index]
        case .argument: return try make(form, argument: 9)
        default: return try make(form)
        }
      }
      guard let node else { return .nothing }
      frame.object = node
      // An object that the closure received, or that is under injection, is not injected again; it
      // receives what the binding adds, once.
      if let injecting = underInjection[node.id] {
        frame.refersTo.insert(injecting)
        return .object(node)
      }
      if form.isAsIs { return .object(node) }
      if !complete.contains(node.id) {
        try inject(node, form.edges, injector)
        return .object(node)
      }
      // A finished object may refer to something unfinished.
      for known in held where known.node == node.id { frame.refersTo.formUnion(known.refersTo) }
      if !form.edges.isEmpty, let binding = frame.binding,
        !added.contains(Addition(node: node.id, binding: binding))
      {
        try add(form.edges, to: node, injector)
      }
      return .object(node)
    case .point, .injectedInstance:
      throw Failure(code: "not known to the model")
    }
  }

  /// An error that user code itself throws is a failure of its provider.
  private func userCode<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      throw error.code == "Storm" ? Failure(code: "providerFailed") : error
    }
  }

  // MARK: - Injecting

  /// Gathers the values, then sets them, then awakes the object.
  private func inject(
    _ node: Node, _ edges: [FuzzEdge], _ injector: Injector
  ) throws(Failure) {
    let frame = frames[frames.count - 1]
    let outer = underInjection[node.id]
    // A complete node stays complete while it is injected again: a failure leaves it as it is.
    if !complete.contains(node.id) { underInjection[node.id] = frame.id }
    defer { underInjection[node.id] = outer }
    frame.noted.node = node.id
    if !edges.isEmpty { note(additionTo: node, frame) }
    var sets: [() -> Void] = []
    switch node.cls {
    case .plain: break
    case .listed:
      let left = try required(.name(0), injector)
      let right = try received(.name(1), injector)
      sets.append { node.left = left }
      if let right {
        if case .object(let object) = right.0 {
          sets.append { node.right = object }
        } else {
          sets.append { node.right = nil }
        }
      }
      sets.append { node.hasLater = true }
    case .marked:
      guard let first = try required(.name(1), injector) else {
        throw Failure(code: "nothingProvided")
      }
      sets.append { node.first = first }
      if let second = try received(.name(2), injector) {
        if case .object(let object) = second.0 {
          sets.append { node.second = object }
        } else {
          sets.append { node.second = nil }
        }
      }
    }
    sets += try gather(edges, for: node, injector)
    for set in sets { set() }
    // An injected object is not injected again in this call.
    complete.insert(node.id)
    node.isSet = true
    note(.awake, node.id, node.signature)
    guard let form = node.form else { return }
    try userCode { () throws(Failure) in
      for step in form.awakeSteps { try perform(step, node.injector ?? root, node) }
      if form.awakeThrows { throw Self.storm }
    }
  }

  /// Adds what a binding adds to a complete object.
  private func add(
    _ edges: [FuzzEdge], to node: Node, _ injector: Injector
  ) throws(Failure) {
    note(additionTo: node, frames[frames.count - 1])
    for set in try gather(edges, for: node, injector) { set() }
  }

  private func note(additionTo node: Node, _ frame: Frame) {
    guard let binding = frame.binding else { return }
    let addition = Addition(node: node.id, binding: binding)
    added.insert(addition)
    frame.noted.addition = addition
  }

  /// Gathers what a binding adds.
  private func gather(
    _ edges: [FuzzEdge], for node: Node, _ injector: Injector
  ) throws(Failure) -> [() -> Void] {
    var sets: [() -> Void] = []
    for edge in edges {
      switch edge.property {
      case .lazy, .provider, .lazyList:
        sets.append {
          node.deferred[edge.property] = (edge.name, injector)
          node.remembered[edge.property] = nil
        }
      case .lazies:
        // An array of lazy values contains the contributions to the type of those values.
        break
      case .list:
        let elements = try list(edge.name, injector)
        sets.append { node.list = elements }
      case .a, .b, .c, .role, .listed:
        let key: FuzzKey =
          switch edge.property {
          case .role: .role
          case .listed: .listed
          default: .name(edge.name)
          }
        let found = try required(key, injector)
        sets.append { node.nodes[edge.property] = found }
      case .injector: sets.append { node.injector = injector }
      }
    }
    return sets
  }

  private func parameter(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> Node {
    guard let node = try required(key, injector) else { throw Failure(code: "nothingProvided") }
    return node
  }

  /// Nil if the binding provides nothing.
  private func required(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> Node? {
    guard let (value, _) = try received(key, injector) else {
      throw Failure(code: "missingBinding", missing: key)
    }
    guard case .object(let node) = value else { return nil }
    return node
  }

  /// A value for a property or a parameter.
  ///
  /// Every object of the model awakes, and may pass on what it has received: that is nothing new.
  private func received(_ key: FuzzKey, _ injector: Injector) throws(Failure) -> (Value, Bool)? {
    let found = try request(key, injector)
    if case .object(let node)? = found?.0, found?.1 == true, underInjection[node.id] == nil {
      complete.insert(node.id)
    }
    return found
  }

  /// Publishes instances that refer to nothing unfinished; the others wait.
  private func finish(_ frame: Frame, keeping: (Kept, () -> Void)?, _ value: Value) {
    frame.refersTo.remove(frame.id)
    if let (key, publish) = keeping {
      waiting.append(
        Waiting(key: key, value: value, refersTo: frame.refersTo, publish: publish))
    }
    for index in waiting.indices where waiting[index].refersTo.remove(frame.id) != nil {
      waiting[index].refersTo.formUnion(frame.refersTo)
    }
    for index in held.indices where held[index].refersTo.remove(frame.id) != nil {
      held[index].refersTo.formUnion(frame.refersTo)
    }
    held.removeAll { $0.refersTo.isEmpty }
    if !frame.refersTo.isEmpty {
      frame.noted.refersTo = frame.refersTo
      held.append(frame.noted)
    }
    for member in waiting where member.refersTo.isEmpty { member.publish() }
    waiting.removeAll { $0.refersTo.isEmpty }
    if let position = frames.lastIndex(where: { $0 === frame }), position > 0 {
      frames[position - 1].refersTo.formUnion(frame.refersTo)
    }
  }
}
