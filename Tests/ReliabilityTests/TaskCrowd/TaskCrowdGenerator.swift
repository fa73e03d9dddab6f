/// Makes a plan from a seed.
struct TaskCrowdGenerator {
  private var random: SeededGenerator
  private var plan = TaskCrowdPlan()
  private var depth = 0
  private var deeds = 0
  private var asks = 0
  private var farewells = 0
  private var failing = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func makePlan() -> TaskCrowdPlan {
    plan.keys = 3 + random.below(6)
    plan.hasCycles = random.chance(30)
    plan.fails = random.chance(35)
    plan.changes = random.chance(60)
    plan.unbinds = plan.changes && random.chance(30)
    plan.rescopes = plan.changes && !plan.unbinds && random.chance(30)
    plan.derives = random.chance(40)
    plan.collects = random.chance(40)
    plan.hasHandles = random.chance(40)
    plan.awaits = random.chance(70)
    plan.releasesOnMainActor = random.chance(30)
    plan.ends = random.chance(30)
    plan.endsAtOnce = plan.ends && random.chance(30)
    plan.isShutDown = random.chance(75)
    failing = plan.fails ? 15 : 0
    deeds = [0, 15, 35][random.below(3)]
    asks = [0, 0, 10, 25][random.below(4)]
    farewells = [0, 0, 20][random.below(3)]
    plan.yields = [0, 10, 40][random.below(3)]
    plan.sleeps = [0, 0, 3, 10][random.below(4)]
    plan.homes = [.init(parent: nil, forms: formsOfAllKeys())]
    if random.chance(50) { plan.homes.append(.init(parent: 0, forms: forms(upTo: 4))) }
    if random.chance(25) {
      plan.homes.append(.init(parent: nil, forms: formsOfAllKeys()))
    }
    if plan.changes { plan.modules = [forms(upTo: 2), forms(upTo: 2)] }
    plan.tasks = (0..<2 + random.below(3)).map { _ in
      (0..<1 + random.below(4)).map { _ in operation(ofThread: false) }
    }
    plan.threads = (0..<random.below(3)).map { _ in
      (0..<1 + random.below(5)).map { _ in operation(ofThread: true) }
    }
    return plan
  }

  private mutating func formsOfAllKeys() -> [TaskCrowdPlan.Form] {
    let bound = (0..<plan.keys).map { key in
      var form = form(key)
      form.isContributed = false
      return form
    }
    return bound + (plan.collects ? forms(upTo: 4) : [])
  }

  private mutating func forms(upTo count: Int) -> [TaskCrowdPlan.Form] {
    (0..<random.below(count + 1)).map { _ in form(anyKey()) }
  }

  private mutating func anyKey() -> Int { random.below(plan.keys) }

  private mutating func key(above lower: Int) -> Int? {
    lower + 1 < plan.keys ? Int.random(in: lower + 1..<plan.keys, using: &random) : nil
  }

  // MARK: - Bindings

  private mutating func form(_ key: Int) -> TaskCrowdPlan.Form {
    depth += 1
    defer { depth -= 1 }
    var form = TaskCrowdPlan.Form(key: key)
    form.needs = (0..<random.below(3)).compactMap { _ in self.key(above: key) }
    form.kind =
      switch random.below(24) {
      case 0..<7: .asynchronous
      case 7..<11: .declaring
      case 11..<16: .singleton
      case 16, 17: .stored
      case 18: .weak
      case 19: .graph
      case 20...21 where !form.needs.isEmpty: .link
      default: .unscoped
      }
    form.isContributed = plan.collects && key >= plan.keys / 2 && random.chance(30)
    if form.kind == .link { return form }
    // What is contributed has a higher key.
    form.collects = plan.collects && key < plan.keys / 2 && random.chance(30)
    form.properties = (0..<random.below(3)).compactMap { _ in
      plan.hasCycles ? anyKey() : self.key(above: key)
    }
    if plan.hasHandles {
      form.later = random.chance(40) ? self.key(above: key) : nil
      form.again = random.chance(40) ? self.key(above: key) : nil
      form.usesHandles = random.chance(50)
    }
    form.release = release()
    form.yields = random.chance(50) ? random.below(8) : 0
    if random.chance(failing) { form.failure = 1 + random.below(3) }
    if random.chance(failing / 2) { form.awakeFailure = 1 + random.below(3) }
    if random.chance(farewells) { form.farewell = farewell() }
    if depth < 3 {
      while random.chance(asks) { if let ask = ask(above: key) { form.asks.append(ask) } }
      while random.chance(asks) { if let ask = ask(above: key) { form.awakeAsks.append(ask) } }
    }
    if form.isAsynchronous, depth < 3 {
      while random.chance(deeds) { if let deed = deed(above: key) { form.deeds.append(deed) } }
    }
    return form
  }

  private mutating func release() -> TaskCrowdPlan.Form.Release {
    switch random.below(5) {
    case 0: .never
    case 1 where plan.awaits: .awaited
    case 2 where plan.releasesOnMainActor: .onMainActor
    default: .here
    }
  }

  private mutating func anyHome() -> Int { random.below(3) }

  private mutating func farewell() -> TaskCrowdPlan.Farewell {
    plan.ends && random.chance(30)
      ? .shutsDown(home: anyHome()) : .asks(anyKey(), home: anyHome())
  }

  private mutating func ask(above lower: Int) -> TaskCrowdPlan.Ask? {
    guard let key = key(above: lower) else { return nil }
    switch random.below(8) {
    case 0: return .create(key)
    case 1, 2:
      let forms = (0..<random.below(3)).compactMap { _ in self.key(above: lower).map { form($0) } }
      return .inChild(forms, key: key)
    case 3 where plan.derives: return .inDerived(key: key)
    default: return .resolve(key, home: random.chance(30) ? anyHome() : nil)
    }
  }

  private mutating func deed(above lower: Int) -> TaskCrowdPlan.Deed? {
    guard let key = key(above: lower) else { return nil }
    switch random.below(10) {
    case 0, 1, 2: return .tries(key, home: random.chance(30) ? anyHome() : nil)
    case 3, 4:
      let forms = (0..<random.below(3)).compactMap { _ in self.key(above: lower).map { form($0) } }
      return .makesChild(forms, key: key, isShutDown: random.chance(70))
    case 5, 6: return .startsTask(key: anyKey(), asksInChildTask: false)
    case 7: return .startsTask(key: key, asksInChildTask: true)
    case 8 where plan.changes: return .updates(form(key))
    case 9 where plan.ends && !plan.endsAtOnce && random.chance(30): return .shutsDown
    case 9 where plan.ends && !plan.endsAtOnce: return .shutsDownAnother(home: anyHome())
    default: return .tries(key, home: nil)
    }
  }

  // MARK: - Operations

  private mutating func operation(ofThread: Bool) -> TaskCrowdPlan.Operation {
    let home = random.below(plan.homes.count)
    return .init(
      home: home, action: action(ofThread: ofThread, in: home), yields: random.below(12))
  }

  private mutating func action(ofThread: Bool, in home: Int) -> TaskCrowdPlan.Action {
    let cancelsAfter = random.chance(25) ? random.below(25) : nil
    switch random.below(100) {
    case 0..<25 where !ofThread: return .prepare(cancelsAfter: cancelsAfter)
    case 34..<40 where !ofThread && plan.collects: return .preparedCollection
    case 25..<40 where !ofThread: return .prepared(anyKey(), cancelsAfter: cancelsAfter)
    case 40..<48 where !ofThread:
      return .makeChild(
        forms(upTo: 3), keys: (0..<1 + random.below(3)).map { _ in anyKey() },
        isShutDown: random.chance(70))
    case 48..<52 where !ofThread: return .derive(forms(upTo: 2), key: anyKey())
    case 52..<55 where plan.collects: return .collect
    case 52..<58: return .create(anyKey())
    case 58..<62: return .inject(anyKey())
    case 62..<76 where plan.changes:
      return .update(changes(of: home), throwsError: random.chance(12))
    case 76..<80 where plan.changes: return .release
    case 80..<83 where plan.changes: return .releaseOne(anyKey())
    case 83..<86: return .resetStore
    case 86..<89 where plan.ends, 89..<94 where plan.endsAtOnce: return .shutDown
    case 89..<94 where plan.ends && !plan.endsAtOnce && !ofThread: return .shutDownGracefully
    default: return .resolve(anyKey())
    }
  }

  private mutating func changes(of home: Int) -> [TaskCrowdPlan.Change] {
    (0..<1 + random.below(3)).map { _ in
      switch random.below(12) {
      case 0 where plan.unbinds: return .unbind(anyKey())
      case 1, 2: return .install(random.below(2))
      case 3, 4: return .uninstall(random.below(2))
      case 5: return .extend
      // A child would copy the binding of its parent.
      case 6...7 where plan.rescopes && plan.homes[home].parent == nil: return .rescope(anyKey())
      default:
        var form = form(anyKey())
        // In its turn, a derived injector would create an eager singleton that derives one.
        form.isEager = !plan.derives && form.kind == .singleton && random.chance(50)
        return .bind(form)
      }
    }
  }
}
