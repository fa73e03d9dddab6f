import Infusion

/// Runs a scenario in one of its variants, and records the events.
///
/// A thread has one stage at a time, and only that thread uses it.
final class Stage: @unchecked Sendable {
  @TaskLocal private static var present: Stage?

  static var current: Stage {
    guard let present else { fatalError("no scenario is running") }
    return present
  }

  struct Storm: Error {}

  /// An operation with more nodes fails, because graphs of unscoped nodes can explode.
  static let mostNodes = 60
  static let mostSteps = 200
  static let names: [Name] = (0..<16).map { Name("\($0)") }

  let scenario: Scenario
  let variant: Variant
  private(set) var events: [FuzzEvent] = []
  /// The events in words, if a difference has to be printed.
  private(set) var words: [String] = []
  private let isVerbose: Bool

  private var root: Injector?
  /// The root, or the child that replaces it.
  private var front: Injector?
  private var children: [Injector] = []
  private(set) var existing: [FuzzNode] = []
  private var lastID = 0
  private var live: [Int: Unmanaged<FuzzNode>] = [:]
  private var kept: [FuzzNode] = []
  private var nodesOfOperation = 0
  private var stepsOfOperation = 0
  private let stores = [MemoryStore(), MemoryStore()]
  private let scopes: [Scope]
  /// The value of markers that must not hold another node.
  var placeholder: FuzzNode { existing[3] }

  private init(_ scenario: Scenario, _ variant: Variant, isVerbose: Bool) {
    self.scenario = scenario
    self.variant = variant
    self.isVerbose = isVerbose
    scopes = stores.enumerated().map { index, store in Scope("stored \(index)") { _ in store } }
  }

  /// Runs a scenario, and returns its events.
  static func run(
    _ scenario: Scenario, _ variant: Variant, isVerbose: Bool = false
  ) -> (events: [FuzzEvent], words: [String]) {
    let stage = Stage(scenario, variant, isVerbose: isVerbose)
    $present.withValue(stage) {
      stage.run()
      stage.takeApart()
    }
    if !stage.live.isEmpty { stage.note(.leaked) { "leaked \(stage.live.keys.sorted())" } }
    return (stage.events, stage.words)
  }

  /// Passes the injectors of a scenario to a body, the root first; nil if they cannot be made.
  static func examine<Result>(
    _ scenario: Scenario, observers: [any InjectionObserver] = [],
    _ body: (Stage, [Injector]) -> Result
  ) -> Result? {
    let stage = Stage(scenario, [], isVerbose: false)
    return $present.withValue(stage) {
      stage.makeExisting()
      defer { stage.takeApart() }
      guard (try? stage.setUp(observers)) != nil, let root = stage.root else { return nil }
      return body(stage, [root] + stage.children)
    }
  }

  private func makeExisting() {
    lastID = -10
    existing = [ListedNode(nil), ListedNode(nil), FuzzNode(nil), FuzzNode(nil)]
    lastID = 0
  }

  private func run() {
    makeExisting()
    do {
      try setUp(variant.contains(.observed) ? [SilentObserver()] : [])
      perform(scenario.operations)
      if variant.contains(.warm), scenario.canBeRepeated {
        startAgain()
        perform(scenario.operations)
      }
      end()
    } catch {
      note(error)
    }
  }

  private func setUp(_ observers: [any InjectionObserver]) throws {
    let configure = { [unowned self] (binder: Binder) in
      if let first = scenario.modules.first { binder.install(FuzzModule(0, first)) }
      for form in scenario.forms { bind(form, binder) }
      for added in scenario.extensions { extend(added, binder) }
    }
    let options = Injector.Options(maximumNesting: 1_000_000, observers: observers)
    var root: Injector
    if variant.contains(.live) {
      root = try Injector(options: options)
      try root.update(configure)
    } else {
      root = try Injector(options: options, configure)
      if variant.contains(.derived) {
        root = try root.adding { $0.bind(Bool.self, named: "unrelated").to { true } }
      }
    }
    self.root = root
    let front = variant.contains(.throughChild) ? try root.makeChild() : root
    self.front = front
    for child in scenario.children {
      let parent = child.parent.flatMap { $0 < children.count ? children[$0] : nil } ?? front
      children.append(
        try parent.makeChild { [unowned self] binder in
          for form in child.forms { bind(form, binder) }
        })
    }
    if variant.contains(.warm), !scenario.canBeRepeated {
      for injector in [root] + children {
        // Missing bindings do not matter here.
        _ = try? injector.validate()
        _ = injector.graph.nodes.count
      }
    }
  }

  /// Restores the initial state, but the injectors keep what they have learned.
  private func startAgain() {
    for injector in children.reversed() { injector.releaseSingletons() }
    if let front, front !== root { front.releaseSingletons() }
    root?.releaseSingletons()
    for store in stores { store.removeAll() }
    takeNodesApart()
    kept = []
    lastID = 0
    events = []
    words = []
  }

  /// Takes the nodes apart, because they refer to one another in cycles.
  private func takeApart() {
    for injector in children { injector.releaseSingletons() }
    root?.releaseSingletons()
    for store in stores { store.removeAll() }
    takeNodesApart()
    children = []
    front = nil
    root = nil
    kept = []
    existing = []
  }

  private func takeNodesApart() {
    // Taking one node apart may release another.
    let nodes = live.values.map { $0.takeUnretainedValue() }
    for node in nodes { node.takeApart() }
  }

  // MARK: - Operations

  private func perform(_ operations: [Scenario.Operation]) {
    for (index, operation) in operations.enumerated() {
      if variant.contains(.updated) { changeNothing(index) }
      nodesOfOperation = 0
      stepsOfOperation = 0
      guard let injector = operation.child.map({ children[$0] }) ?? front else { continue }
      let perform = { try? self.perform(operation.step, injector, nil) }
      if variant.contains(.deep), index == operations.count - 1 {
        DeepChain.run { perform() }
      } else {
        perform()
      }
      noteState()
    }
  }

  /// Ends the root, which ends its children first.
  private func end() {
    do {
      try root?.shutdown()
      note(.released) { "shut down" }
    } catch {
      note(error)
    }
  }

  private func changeNothing(_ index: Int) {
    do {
      if index.isMultiple(of: 2) {
        try root?.update { _ in }
      } else {
        try root?.update { $0.bind(Bool.self, named: "unrelated").to { true } }
      }
    } catch {
      note(error)
    }
  }

  // MARK: - Nodes

  func nextID() -> Int {
    lastID += 1
    return lastID
  }

  func enter(_ node: FuzzNode) {
    live[node.id] = .passUnretained(node)
    if scenario.keepsNodes { kept.append(node) }
    if node.id > 0 { note(.made, node.id) { "made \(node.id) \(type(of: node))" } }
  }

  func leave(_ id: Int) { live[id] = nil }

  func awake(_ node: FuzzNode) throws {
    note(.awake, node.id, node.signature) { "awake \(node.text)" }
    guard let form = node.form else { return }
    for step in form.awakeSteps {
      guard let injector = node.injector ?? front else { break }
      try perform(step, injector, node)
    }
    if form.awakeThrows { throw Storm() }
  }

  func release(_ node: FuzzNode) {
    note(.released, node.id) { "released \(node.id)" }
  }

  func node(_ id: Int) -> FuzzNode? { live[id]?.takeUnretainedValue() }

  func make(_ form: FuzzForm, argument: Int = 0) throws -> FuzzNode {
    nodesOfOperation += 1
    if nodesOfOperation > Self.mostNodes { throw Storm() }
    let node: FuzzNode =
      switch form.key == .listed ? .listed : form.cls {
      case .plain: FuzzNode(form)
      case .listed: ListedNode(form)
      case .marked: MarkedNode(form)
      }
    node.argument = argument
    return node
  }

  /// Counts a step; throws if there are too many.
  func countStep() throws {
    stepsOfOperation += 1
    if stepsOfOperation > Self.mostSteps { throw Storm() }
  }

  var updated: Injector? { root }
  func scope(_ scope: FuzzScope) -> Scope {
    switch scope {
    case .unscoped: .unscoped
    case .singleton, .eager: .singleton
    case .graph: .graph
    case .weak: .weak
    case .stored: scopes[0]
    case .storedElsewhere: scopes[1]
    }
  }

  // MARK: - Events

  func note(
    _ kind: FuzzEvent.Kind, _ first: Int = 0, _ second: Int = 0, _ text: () -> String
  ) {
    events.append(FuzzEvent(kind, first, second))
    if isVerbose { words.append(text()) }
  }

  func note(_ error: any Error) {
    let code = (error as? InjectionError)?.code.description ?? "\(type(of: error))"
    var number = 0
    for byte in code.utf8 { number = number &* 31 &+ Int(byte) }
    note(.failed, number) { "failed: \(code)" }
  }

  private func noteState() {
    var sum = 0
    for node in live.values { sum &+= node.takeUnretainedValue().signature }
    note(.state, live.count, sum) {
      let nodes = live.sorted { $0.key < $1.key }.map { $0.value.takeUnretainedValue() }
        .filter { $0.id > 0 || !$0.properties.isEmpty }.map(\.text)
      return "left:" + nodes.map { "\n    \($0)" }.joined()
    }
  }
}

/// A chain of forty objects, whose last creator runs a body.
///
/// It has its own injector. One thread at a time uses it.
final class DeepChain: @unchecked Sendable {
  private static let unused = Locked<[DeepChain]>([])

  private var body: (() -> Void)?
  private var injector: Injector?

  private init() {
    injector = try? Injector(options: .init(maximumNesting: 1_000_000)) { [unowned self] binder in
      let depth = 40
      for index in 0..<depth {
        binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }
          .injecting(\.next, named: Name("\(index + 1)"))
      }
      binder.bind(ChainLink.self, named: Name("\(depth)")).to {
        self.body?()
        return ChainLink()
      }
    }
  }

  static func run(_ body: @escaping () -> Void) {
    let chain = unused.with { $0.popLast() } ?? DeepChain()
    chain.run(body)
    unused.with { $0.append(chain) }
  }

  private func run(_ body: @escaping () -> Void) {
    self.body = body
    defer { self.body = nil }
    if (try? injector?.resolve(ChainLink.self, named: "0")) == nil {
      fatalError("the chain cannot be made")
    }
  }
}
