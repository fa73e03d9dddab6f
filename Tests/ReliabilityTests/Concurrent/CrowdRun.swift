import Infusion
import Synchronization

/// Runs a plan once, and collects the promises that were not kept.
final class CrowdRun: @unchecked Sendable {
  struct Storm: Error {}

  /// A request with more nodes or steps fails, because graphs of unscoped nodes can explode.
  static let mostNodes = 60
  static let mostSteps = 80
  /// An object that is released may have others made and released, without end.
  static let mostEchoes = 100
  static let names: [Name] = (0..<16).map { Name("\($0)") }

  let plan: CrowdPlan
  let rules: CrowdRules
  let homes: [CrowdHome]
  let modules: [CrowdModule]
  let store = ScopeStore()
  let slowStore = SlowCrowdStore()
  let scopes: [Scope]
  /// The number of nodes that exist.
  let living = Atomic<Int>(0)
  // These order nothing: they must not hide a missing order from the thread sanitizer.
  private let clock = Atomic<Int>(0)
  private let lastTag = Atomic<Int>(0)
  private let occasions = Atomic<Int>(0)
  private let echoes = Atomic<Int>(0)
  /// Whether the injectors are being dropped: an object that ended then would make others.
  private let isOver = Atomic<Bool>(false)
  private let unkept = Locked<[String]>([])
  /// The nodes of a plan with cycles, to be taken apart.
  private let nodes = Locked<[Reference]>([])
  let requests = Locked<[CrowdRequest]>([])
  /// The singletons that outermost calls have returned, with the beginning of the call.
  let returned = Locked<[(facts: CrowdFacts, start: Int)]>([])
  /// The objects that stores keep, as far as outermost calls have returned them.
  let stored = Locked<[[CrowdKey: Set<ObjectIdentifier>]]>([[:], [:]])
  let resets = Locked([0, 0])
  /// What each thread does, for the report of a run that hangs.
  private let doing: [Locked<String>]

  struct Reference { weak var node: CrowdNode? }

  init(_ plan: CrowdPlan) {
    self.plan = plan
    rules = CrowdRules(plan)
    var homes: [CrowdHome] = []
    for (number, home) in plan.homes.enumerated() {
      homes.append(CrowdHome(number, parent: home.parent.map { homes[$0] }))
    }
    self.homes = homes
    modules = plan.modules.indices.map { CrowdModule($0) }
    scopes = [Scope("store", in: store), Scope("slow store", in: slowStore)]
    doing = plan.threads.map { _ in Locked("nothing yet") }
    for module in modules { module.run = self }
    slowStore.run = self
  }

  var mistakes: [String] { unkept.current }

  func note(_ mistake: String) { unkept.with { $0.append(mistake) } }

  func tick() -> Int { clock.add(1, ordering: .relaxed).newValue }
  func nextTag() -> Int { lastTag.add(1, ordering: .relaxed).newValue }

  // MARK: - Running

  /// Returns false if the threads hang; then the run must not be touched again.
  func run(within limit: Duration) -> Bool {
    guard setUp() else {
      finish()
      return true
    }
    let finished = Latch(plan.threads.count)
    let line = StartLine(plan.threads.count)
    for (thread, steps) in plan.threads.enumerated() {
      startThread {
        line.pass(0)
        self.perform(steps, of: thread)
        finished.countDown()
      }
    }
    guard finished.wait(within: limit) else {
      for (thread, text) in doing.enumerated() { note("thread \(thread) hangs: \(text.current)") }
      return false
    }
    checkAfterwards()
    finish()
    return true
  }

  /// Creates the injectors; an eager singleton may fail.
  private func setUp() -> Bool {
    let options = Injector.Options(
      maximumNesting: 1_000_000, observers: plan.isObserved ? [CrowdObserver(self)] : [])
    let request = CrowdRequest(-1, "setting up", tick(), homes, [])
    request.hasOwnChange = true
    defer { for child in request.children { child.injector = nil } }
    return CrowdRequest.$current.withValue(request) {
      do {
        for home in homes {
          let forms = plan.homes[home.number].forms
          let configure = { [unowned self] (binder: Binder) in
            let target = home.injector == nil ? (home, 0) : nil
            for form in forms { bind(form, binder, noting: target) }
          }
          if let parent = home.parent?.injector {
            home.injector = try parent.makeChild(configure)
          } else {
            home.injector = try Injector(options: options, configure)
          }
        }
        return true
      } catch {
        check(error)
        return false
      }
    }
  }

  private func perform(_ steps: [CrowdStep], of thread: Int) {
    var kept: [CrowdNode] = []
    for (number, step) in steps.enumerated() {
      doing[thread].with { $0 = "\(number): \(step.action)" }
      guard let injector = homes[step.home ?? 0].injector else { continue }
      let nodes = performOutermost(step, injector, thread, [])
      if plan.keepsValues { kept += nodes }
    }
    doing[thread].with { $0 = "nothing any more" }
  }

  private func finish() {
    if plan.isShutDown {
      for home in homes.reversed() where home.parent == nil {
        do {
          try home.injector?.shutdown()
        } catch {
          check(error)
        }
      }
      checkShutDown()
    } else if rules.hasPreparations {
      // A task that prepares may still hold the injectors.
      for home in homes { home.injector?.releaseSingletons() }
    }
    isOver.store(true, ordering: .relaxed)
    for home in homes.reversed() { home.injector = nil }
    resetStores()
    requests.with { $0 = [] }
    if !plan.isAcyclic {
      for reference in nodes.current { reference.node?.takeApart() }
    }
    // The last thread, or task, may still drop what it has held, or put an object into a store.
    for _ in 0..<25_000 where living.load(ordering: .relaxed) > 0 {
      resetStores()
      sleepBriefly()
    }
    let left = living.load(ordering: .relaxed)
    if left > 0 {
      let keys = nodes.current.compactMap { $0.node.map { "\($0.facts.key) #\($0.facts.tag)" } }
      note("\(left) nodes are left: \(keys)")
    }
  }

  private func resetStores() {
    for number in scopes.indices { resetStore(number) }
  }

  func resetStore(_ number: Int) {
    resets.with { $0[number] += 1 }
    if number == 0 { store.reset() } else { slowStore.reset() }
  }

  // MARK: - User code

  /// Loses some time, as user code does.
  func pause() {
    // A counter would be the same for each run of the plan.
    let number = occasions.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9 >> 7
    if number % 100 < plan.yields { yieldThread() }
    if number / 128 % 100 < plan.spins { for _ in 0..<number / 16_384 % 400 { spin() } }
    // On a busy machine, only a thread that sleeps lets another one of this run go on.
    if number / 8_192 % 100 < plan.sleeps { sleepBriefly() }
  }

  @inline(never) private func spin() { _ = clock.load(ordering: .relaxed) }

  private func fails(_ period: Int) -> Bool {
    period > 0 && occasions.add(1, ordering: .relaxed).newValue.isMultiple(of: period)
  }

  func home(of injector: Injector) -> CrowdHome? {
    if let home = homes.first(where: { $0.injector === injector }) { return home }
    // The bindings above a child may be unknown.
    return CrowdRequest.current?.children.last { $0.parent != nil && $0.injector === injector }
  }

  /// The first part of a creator: returns what it has asked for.
  func begin(_ form: CrowdForm, _ tag: Int, _ injector: Injector) throws -> [CrowdNode] {
    if let request = CrowdRequest.current {
      request.nodes += 1
      if request.nodes > Self.mostNodes { throw Storm() }
    }
    observe(form.key, [tag], by: home(of: injector), isCreation: true)
    pause()
    CrowdRequest.current?.depth += 1
    defer { CrowdRequest.current?.depth -= 1 }
    var kept: [CrowdNode] = []
    for step in form.steps { kept += try perform(step, injector, nil) }
    if fails(form.failure) { throw Storm() }
    checkReceived()
    return kept
  }

  func make(
    _ form: CrowdForm, _ tag: Int, _ injector: Injector, kept: [CrowdNode]
  ) -> CrowdNode {
    let node =
      form.isReleased
      ? ReleasedCrowdNode(self, form, tag, injector, kept: kept)
      : CrowdNode(self, form, tag, injector, kept: kept)
    if !plan.isAcyclic { nodes.with { $0.append(Reference(node: node)) } }
    return node
  }

  func awake(_ node: CrowdNode) throws {
    let facts = node.facts
    let awakes = facts.awakes.add(1, ordering: .relaxed).newValue
    if !isAwoken(facts) { note("\(facts.key) #\(facts.tag) was awoken \(awakes) times") }
    for edge in node.form.edges {
      guard node.has(edge.property) else {
        note("\(facts.key) #\(facts.tag) awakes without '\(edge.property)'")
        continue
      }
      let value: (CrowdKey, [CrowdNode])? =
        switch edge.property {
        case .a: (.node(edge.key), [node.a].compactMap { $0 })
        case .b: (.node(edge.key), [node.b].compactMap { $0 })
        case .c: (.node(edge.key), [node.c].compactMap { $0 })
        case .list: (.list(edge.key), node.list ?? [])
        case .role: (.role(edge.key), [node.role?.node].compactMap { $0 })
        case .lazy, .provider: nil
        }
      if let (key, nodes) = value { observe(key, nodes.map(\.facts.tag), by: facts.home) }
    }
    if node.completions != (node.form.completes ? awakes : 0) {
      note("\(facts.key) #\(facts.tag) was completed \(node.completions) times")
    }
    pause()
    CrowdRequest.current?.depth += 1
    defer { CrowdRequest.current?.depth -= 1 }
    for step in node.form.awakeSteps {
      guard let injector = node.injector else { break }
      node.kept += try perform(step, injector, node)
    }
    if fails(node.form.awakeFailure) { throw Storm() }
    checkReceived()
  }

  /// Whether a node has awoken, as often as it may.
  func isAwoken(_ facts: CrowdFacts) -> Bool {
    let awakes = facts.awakes.load(ordering: .relaxed)
    return awakes == 1 || awakes > 1 && rules.mayAwakeAgain(facts.key)
  }

  func release(_ node: CrowdNode) throws {
    let facts = node.facts
    facts.releasedAt.store(tick(), ordering: .relaxed)
    let releases = facts.releases.add(1, ordering: .relaxed).newValue
    if releases > 1, !rules.mayReleaseAgain(facts) {
      note("\(facts.key) #\(facts.tag) was released \(releases) times")
    }
    if !isAwoken(facts) {
      note("\(facts.key) #\(facts.tag) was released unfinished")
    }
    if !facts.scope.isSingleton, rules.showsScope(of: facts.key) {
      note("\(facts.key) #\(facts.tag) was released, but is no singleton")
    }
    pause()
    echo(node.form.echoes, node.injector)
    if node.form.releaseFails { throw Storm() }
  }

  /// Performs steps in code that the library calls, or that runs when an object ends.
  ///
  /// The call around them may see another state afterwards.
  func echo(_ steps: [CrowdStep], _ injector: Injector?) {
    let outer = CrowdRequest.current
    guard !steps.isEmpty, let injector, outer?.isEcho != true, !isOver.load(ordering: .relaxed),
      echoes.add(1, ordering: .relaxed).newValue <= Self.mostEchoes
    else { return }
    outer?.hasOwnChange = true
    let request = CrowdRequest(-1, "an echo", tick(), homes, [])
    request.isEcho = true
    request.hasOwnChange = true
    CrowdRequest.$current.withValue(request) {
      for step in steps { _ = try? perform(step, injector, nil) }
    }
    for child in request.children { child.injector = nil }
  }

  /// Performs one of the plan's own echoes, on some occasions.
  func echo() {
    guard !plan.echoes.isEmpty else { return }
    let number = occasions.add(1, ordering: .relaxed).newValue
    if number.isMultiple(of: 3) {
      echo([plan.echoes[number / 3 % plan.echoes.count]], homes[0].injector)
    }
  }
}
