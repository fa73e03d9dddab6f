/// Makes a plan from a seed.
struct CrowdGenerator {
  private var random: SeededGenerator
  private var plan = CrowdPlan()
  private var depth = 0
  private var hasAsynchronous = false
  private var unbinds = false
  private var shutsDown = false
  private var isReentrant = false
  /// How much user code asks injectors, in percent.
  private var asking = 0
  private var failing = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func makePlan() -> CrowdPlan {
    plan.keys = 4 + random.below(8)
    plan.isAcyclic = random.chance(50)
    plan.keepsValues = random.chance(40)
    plan.isObserved = random.chance(30)
    plan.isShutDown = random.chance(60)
    plan.yields = [0, 10, 40][random.below(3)]
    plan.spins = [0, 10, 40][random.below(3)]
    plan.sleeps = [0, 3, 15][random.below(3)]
    hasAsynchronous = random.chance(20)
    unbinds = random.chance(30)
    shutsDown = random.chance(12)
    isReentrant = random.chance(25)
    asking = [0, 15, 40][random.below(3)]
    failing = random.chance(40) ? 12 : 0
    if random.chance(20) { plan.unbound = random.below(plan.keys) }
    plan.homes = [.init(parent: nil, forms: bindingsOfAll())]
    if random.chance(60) { plan.homes.append(.init(parent: 0, forms: forms(upTo: 4))) }
    if random.chance(25) { plan.homes.append(.init(parent: nil, forms: bindingsOfAll())) }
    plan.modules = (0..<2).map { _ in forms(upTo: 4) }
    plan.threads = (0..<2 + random.below(3)).map { _ in
      (0..<3 + random.below(6)).map { _ in operation() }
    }
    if isReentrant { plan.echoes = (0..<random.below(4)).map { _ in innerStep(above: 0) } }
    return plan
  }

  private mutating func bindingsOfAll() -> [CrowdForm] {
    (0..<plan.keys).flatMap { number -> [CrowdForm] in
      var forms = number == plan.unbound ? [] : [form(.node(number)), form(.role(number))]
      while random.chance(25) { forms.append(form(.list(number))) }
      return forms
    }
  }

  private mutating func forms(upTo count: Int) -> [CrowdForm] {
    (0..<random.below(count + 1)).map { _ in form(anyKey(above: nil)) }
  }

  // MARK: - Keys

  private mutating func number(above lower: Int?) -> Int? {
    guard plan.isAcyclic, let lower else { return random.below(plan.keys) }
    return lower + 1 < plan.keys ? Int.random(in: lower + 1..<plan.keys, using: &random) : nil
  }

  private mutating func anyKey(above lower: Int?) -> CrowdKey {
    let number = number(above: lower) ?? plan.keys - 1
    switch random.below(10) {
    case 0: return .role(number)
    case 1: return .list(number)
    default: return .node(number)
    }
  }

  // MARK: - Bindings

  private mutating func form(_ key: CrowdKey) -> CrowdForm {
    depth += 1
    defer { depth -= 1 }
    var form = CrowdForm(key: key)
    let lower = key.number
    form.scope =
      switch random.below(20) {
      case 0..<5: .unscoped
      case 5..<13: .singleton
      case 13: .eager
      case 14, 15: .graph
      case 16: .weak
      default: .stored(random.below(2))
      }
    if case .role = key {
      // A role is provided by a link to the node of the same number, or of a higher one.
      form.source = .link(random.chance(50) ? lower : number(above: lower) ?? lower)
      if random.chance(75) || mayOutlive(form.scope) { form.scope = .unscoped }
      return form
    }
    if random.chance(10), !mayOutlive(form.scope), let target = number(above: lower) {
      form.source = .passing(target)
    } else if random.chance(8), case .node = key {
      form.source = .argument
    } else if hasAsynchronous, random.chance(25), case .node = key {
      let needs = (0..<random.below(3)).compactMap { _ in number(above: lower) }
      form.source = .asynchronous(needs)
      form.scope = .singleton
    }
    if !form.source.isPassing {
      for property in CrowdForm.Edge.Property.allCases where random.chance(likelihood(property)) {
        if let target = number(above: lower) {
          form.edges.append(.init(property: property, key: target))
        }
      }
      if isReentrant, depth < 4, random.chance(30) { form.echoes = [innerStep(above: lower)] }
      form.isReleased = random.chance(70)
      form.releaseFails = random.chance(5)
      form.completes = random.chance(20)
      if random.chance(failing) { form.awakeFailure = 1 + random.below(4) }
      if depth < 4 {
        while random.chance(asking / 2) { form.awakeSteps.append(innerStep(above: lower)) }
      }
    }
    if random.chance(failing) { form.failure = 1 + random.below(4) }
    if depth < 4, !hasClosureOfTask(form) {
      while random.chance(asking) { form.steps.append(innerStep(above: lower)) }
    }
    return form
  }

  /// Whether a value may be handed out when the injector that keeps it has released it.
  private func mayOutlive(_ scope: CrowdScope) -> Bool {
    switch scope {
    case .weak, .stored: true
    default: false
    }
  }

  private func hasClosureOfTask(_ form: CrowdForm) -> Bool {
    if case .asynchronous = form.source { true } else { false }
  }

  private func likelihood(_ property: CrowdForm.Edge.Property) -> Int {
    switch property {
    case .a: 45
    case .b: 25
    case .c: 10
    case .lazy, .provider, .role: 8
    case .list: 8
    }
  }

  // MARK: - Steps

  /// A step of user code that creates or awakes an object with the number.
  private mutating func innerStep(above lower: Int) -> CrowdStep {
    depth += 1
    defer { depth -= 1 }
    var step = CrowdStep(action: innerAction(above: lower), forgives: random.chance(60))
    // The unrelated injector may ask the root, and the root the unrelated one.
    if random.chance(20) { step.home = random.below(plan.homes.count + 1) }
    return step
  }

  private mutating func innerAction(above lower: Int) -> CrowdStep.Action {
    switch random.below(24) {
    case 0: return .getLazy
    case 1: return .getProvider
    // Code that forgets what a preparation creates keeps it from ending.
    case 2 where depth < 4 && !hasAsynchronous: return update(above: lower)
    case 3 where !hasAsynchronous: return .release
    case 4 where depth < 4:
      return .inChild(
        (0..<random.below(3)).map { _ in form(anyKey(above: lower)) },
        (0..<1 + random.below(2)).map { _ in innerStep(above: lower) })
    case 5: return .asks(anyKey(above: lower))
    case 6 where !plan.isAcyclic: return random.chance(50) ? .inject : .create
    case 7: return .resetStore(random.below(2))
    case 8: return .draw
    case 9 where shutsDown: return .shutDown
    default:
      guard number(above: lower) != nil else { return .asks(.node(lower)) }
      return .resolve(anyKey(above: lower), isOptional: random.chance(15))
    }
  }

  private mutating func operation() -> CrowdStep {
    var step = CrowdStep(action: outerAction())
    step.home = random.below(plan.homes.count)
    return step
  }

  private mutating func outerAction() -> CrowdStep.Action {
    switch random.below(100) {
    case 0..<6: return .inject
    case 6..<9: return .create
    case 9..<24: return update(above: nil)
    case 24..<29: return .release
    case 29..<32: return .releaseOne(anyKey(above: nil))
    case 32..<35: return .resetStore(random.below(2))
    case 35..<41:
      return .inChild(
        forms(upTo: 3),
        (0..<1 + random.below(3)).map { _ in
          CrowdStep(action: .resolve(anyKey(above: nil), isOptional: false))
        })
    case 41..<43:
      return .derive(
        forms(upTo: 2),
        (0..<1 + random.below(2)).map { _ in
          CrowdStep(action: .resolve(anyKey(above: nil), isOptional: false))
        })
    case 43: return .validate
    case 44: return .draw
    case 45: return .explain(anyKey(above: nil))
    case 46: return .asks(anyKey(above: nil))
    case 47..<52: return .resolveWithArgument(random.below(plan.keys))
    case 52..<64 where hasAsynchronous: return .prepare(cancels: random.chance(20))
    case 52..<54 where shutsDown: return .shutDown
    default: return .resolve(anyKey(above: nil), isOptional: random.chance(10))
    }
  }

  private mutating func update(above lower: Int?) -> CrowdStep.Action {
    .update(
      (0..<1 + random.below(3)).map { _ in
        switch random.below(14) {
        case 0, 1: .install(random.below(2))
        case 2, 3: .uninstall(random.below(2))
        case 4 where unbinds: .unbind(anyKey(above: lower))
        case 5 where !hasAsynchronous:
          .rescope(
            number(above: lower) ?? plan.keys - 1,
            [.unscoped, .singleton, .weak, .graph][random.below(4)])
        default: .bind(form(anyKey(above: lower)))
        }
      }, throwsError: random.chance(12), resolves: random.chance(10) ? number(above: lower) : nil)
  }
}
