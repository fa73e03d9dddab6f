/// Makes random scenarios.
struct ScenarioGenerator {
  private var random: SeededGenerator
  private var names = 3
  /// How many forms are kept: hardly any, most of them, or some.
  private var keptPercent = 0
  /// How often creators request values and awakes act.
  private var askingPercent = 0
  private var usesGraph = false
  private var depth = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func scenario() -> Scenario {
    names = 3 + random.below(3)
    keptPercent = [0, 30, 60, 100][random.below(4)]
    askingPercent = [0, 0, 25, 60][random.below(4)]
    usesGraph = random.chance(40)
    var scenario = Scenario()
    scenario.names = names
    scenario.keepsNodes = random.chance(50)
    for name in 0..<names where random.chance(95) {
      scenario.forms.append(form(.name(name)))
      if random.chance(4) { scenario.forms.append(form(.name(name))) }
      if random.chance(12) { scenario.forms.append(form(.name(name), isContribution: true)) }
    }
    if random.chance(30) { scenario.forms.append(form(.unnamed)) }
    if random.chance(30) { scenario.forms.append(form(.role)) }
    if random.chance(25) { scenario.forms.append(form(.listed)) }
    if random.chance(10) { scenario.extensions.append(added()) }
    let changes = random.chance(35)
    if changes {
      for _ in 0..<2 { scenario.modules.append((0..<1 + random.below(2)).map { _ in form() }) }
    }
    if random.chance(25) {
      scenario.children.append(.init(parent: nil, forms: (0..<random.below(3)).map { _ in form() }))
      if random.chance(40) {
        scenario.children.append(
          .init(
            parent: random.chance(60) ? 0 : nil,
            forms: (0..<random.below(3)).map { _ in form() }))
      }
    }
    for _ in 0..<2 + random.below(3) {
      let child =
        scenario.children.isEmpty || random.chance(50)
        ? nil : random.below(scenario.children.count)
      scenario.operations.append(
        .init(step: step(isOutermost: true, changes: changes), child: child))
    }
    return scenario
  }

  private mutating func key() -> FuzzKey {
    switch random.below(20) {
    case 0: .unnamed
    case 1: .role
    case 2: .listed
    default: .name(random.below(names))
    }
  }

  private mutating func form() -> FuzzForm {
    let key = key()
    return form(key, isContribution: key != .role && random.chance(12))
  }

  private mutating func form(_ key: FuzzKey, isContribution: Bool = false) -> FuzzForm {
    var form = FuzzForm(key: key)
    if case .name = key { form.isContribution = isContribution }
    form.scope = scope()
    form.source = source(of: form)
    let makes: Bool =
      switch form.source {
      case .link, .onDemand, .declared, .instance, .injectedInstance, .nothing, .initializer:
        false
      default: true
      }
    if makes, random.chance(askingPercent) {
      form.steps = (0..<1 + random.below(2)).map { _ in step(isOutermost: false, changes: false) }
    }
    if makes, random.chance(8) { form.isAsIs = true }
    let injects = makes || form.source == .initializer
    switch key {
    case .name, .unnamed:
      if injects, !form.isAsIs, form.source != .absent {
        for property in FuzzEdge.Property.allCases where random.chance(likelihood(property)) {
          form.edges.append(FuzzEdge(property: property, name: random.below(names)))
        }
        form.edges.shuffle(using: &random)
      }
    case .role, .listed: break
    }
    switch random.below(12) {
    case 0: form.cls = .listed
    case 1: form.cls = .marked
    default: break
    }
    if random.chance(askingPercent / 4) {
      form.awakeSteps = [awakeStep()]
    }
    if random.chance(2) { form.awakeThrows = true }
    // An update treats an injected instance as eager; the source decides the scope.
    if case .injectedInstance = form.source { form.scope = nil }
    return form
  }

  private mutating func scope() -> FuzzScope? {
    guard random.chance(keptPercent) else {
      return usesGraph && random.chance(25) ? .graph : random.chance(70) ? nil : .unscoped
    }
    return switch random.below(10) {
    case 0: .weak
    case 1: .eager
    case 2: .stored
    case 3: random.chance(50) ? .stored : .storedElsewhere
    case 4: usesGraph ? .graph : .singleton
    default: .singleton
    }
  }

  private mutating func source(of form: FuzzForm) -> FuzzForm.Source {
    if form.key == .listed {
      return random.chance(20) ? .captured(random.below(2)) : .closure
    }
    return switch random.below(40) {
    case 0: .throwing
    case 1: form.isContribution || form.key == .role ? .closure : .nothing
    case 2: .captured(random.below(3))
    case 3, 4: .passing(key())
    case 5, 6, 7: .link(target(of: form.key))
    case 8: .onDemand
    case 9: .declared
    case 10: .argument(isOptional: form.isContribution || random.chance(70))
    case 11: .point
    case 12: .provider
    case 13: .instance(random.below(3))
    case 14: random.chance(30) ? .injectedInstance(random.below(3)) : .closure
    case 15: form.key == .role ? .closure : .initializer
    case 16: form.isContribution || !isName(form.key) ? .closure : .absent
    default: .closure
    }
  }

  private func isName(_ key: FuzzKey) -> Bool { if case .name = key { true } else { false } }

  private mutating func target(of key: FuzzKey) -> FuzzKey {
    random.chance(10) && key != .unnamed ? .unnamed : .name(random.below(names))
  }

  private func likelihood(_ property: FuzzEdge.Property) -> Int {
    switch property {
    case .a: 45
    case .b: 25
    case .c: 10
    case .list: 8
    case .lazy, .provider, .role: 8
    case .lazyList, .lazies, .listed: 3
    case .injector: 5
    }
  }

  private mutating func added() -> Scenario.Extension {
    .init(
      cls: NodeClass.allCases[random.below(3)],
      edge: FuzzEdge(
        property: [.a, .b, .c, .lazy, .injector][random.below(5)], name: random.below(names)))
  }

  private mutating func awakeStep() -> FuzzStep {
    let action: FuzzStep.Action =
      switch random.below(4) {
      case 0: .getLazy(0)
      case 1: .getProvider(0)
      case 2: .getList(0)
      default: .resolve(key())
      }
    return FuzzStep(action: action, forgives: random.chance(70))
  }

  private mutating func step(isOutermost: Bool, changes: Bool) -> FuzzStep {
    depth += 1
    defer { depth -= 1 }
    return FuzzStep(
      action: action(isOutermost: isOutermost, changes: changes),
      forgives: isOutermost || random.chance(50))
  }

  private mutating func action(isOutermost: Bool, changes: Bool) -> FuzzStep.Action {
    if isOutermost, changes, random.chance(30) { return change() }
    switch random.below(40) {
    case 0, 1: return .resolveIfBound(key())
    case 2, 3: return .resolveList(random.below(names))
    case 4: return .resolveWithArgument(key(), fits: random.chance(80))
    case 5, 6: return .inject(random.below(3))
    case 7: return .injectEach((0..<1 + random.below(2)).map { _ in random.below(3) })
    case 8: return .create(NodeClass.allCases[random.below(3)], isArray: random.chance(30))
    case 9: return .asks(key())
    case 10, 11: return .getLazy(random.below(12) - 3)
    case 12: return .getProvider(random.below(12) - 3)
    case 13: return .getList(random.below(12) - 3)
    case 14 where depth < 3: return change()
    case 15 where depth < 3:
      return .inChild(
        // An outermost operation is one call, and what a child creates at once is another.
        (0..<random.below(3)).map { _ in
          var form = form()
          guard isOutermost else { return form }
          if form.scope == .eager { form.scope = .singleton }
          if case .injectedInstance(let index) = form.source { form.source = .instance(index) }
          return form
        },
        (0..<(isOutermost ? 1 : 1 + random.below(2))).map { _ in
          step(isOutermost: isOutermost, changes: false)
        })
    default: return .resolve(key())
    }
  }

  private mutating func change() -> FuzzStep.Action {
    switch random.below(10) {
    case 0: return .release
    case 1: return .updateThatThrows(list())
    default: return .update(list())
    }
  }

  private mutating func list() -> [FuzzChange] {
    depth += 1
    defer { depth -= 1 }
    return (0..<random.below(3)).map { _ in
      switch random.below(12) {
      case 0: .unbind(key())
      case 1: .unbindList(random.below(names))
      case 2, 3:
        .rescope(
          .name(random.below(names)), [.unscoped, .singleton, .weak, .graph][random.below(4)])
      case 4: .install(random.below(2))
      case 5: .uninstall(random.below(2))
      case 6: .extend(added())
      default: .bind(form())
      }
    }
  }
}
