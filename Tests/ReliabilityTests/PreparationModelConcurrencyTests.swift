import Infusion
import Testing

/// Prepares, changes, cancels and shuts down random graphs at once, and compares the outcome with a
/// model that knows nothing of the library.
///
/// Each run has forty rounds; with `INFUSION_TEST_SCALE=500` it has twenty thousand, and
/// `INFUSION_TEST_SEED` repeats one of them.
@Suite(.timeLimit(.minutes(60)))
struct PreparationModelConcurrencyTests {
  @Test func randomPreparationsKeepTheirPromises() async throws {
    let count = Settings.times(400)
    let seeds = Settings.seed.map { [$0] } ?? (0..<UInt64(count)).map { $0 }
    for seed in seeds {
      let round = PreparationRound(seed: seed)
      try await round.run()
      let mistakes = round.mistakes
      #expect(mistakes.isEmpty, "seed \(seed)")
      if !mistakes.isEmpty { return }
    }
  }
}

/// The bindings and actions of a round; the same for the same seed.
struct PreparationPlanOfRound {
  enum Form { case asking, declaring, property, synchronous }

  struct Node {
    let number: Int
    let form: Form
    /// Lower nodes; a node of the parent needs only nodes of the parent.
    let needs: [Int]
    let isOfChild: Bool
    let fails: Bool
    let yields: Int

    /// The need that the binding declares, if it declares any.
    var declaredNeed: Int? { form == .declaring && needs.count == 1 ? needs[0] : nil }
  }

  var nodes: [Node] = []
  let cancels: [Int?]
  /// The changes, each after the given number of yields.
  let changes: [(after: Int, node: Int?)]
  /// When two threads shut down the injectors, in yields; nil if only the end of the round does.
  let ends: [Int]?

  init(_ random: inout SeededGenerator) {
    for number in 0..<(2 + random.below(7)) {
      let isOfChild = random.chance(35)
      let candidates = nodes.filter { isOfChild || !$0.isOfChild }.map(\.number)
      let needs = candidates.shuffled(using: &random).prefix(random.below(3))
      let form: Form =
        switch random.below(8) {
        case 0, 1: .synchronous
        case 2, 3: .property
        case 4, 5: .declaring
        default: .asking
        }
      nodes.append(
        Node(
          number: number, form: form, needs: needs.sorted(), isOfChild: isOfChild,
          fails: form != .synchronous && random.chance(8), yields: random.below(6)))
    }
    let count = nodes.count
    cancels = (0..<(1 + random.below(3))).map { _ in random.chance(25) ? random.below(40) : nil }
    changes =
      random.chance(40)
      ? (0..<(1 + random.below(3))).map { _ in
        (random.below(40), random.chance(70) ? random.below(count) : nil)
      } : []
    ends = random.chance(40) ? [random.below(60), random.below(60)] : nil
  }

  /// Whether nothing interferes, so that the model knows the outcome.
  var isPredictable: Bool { ends == nil && changes.isEmpty && cancels.allSatisfy { $0 == nil } }

  /// The nodes that are prepared if nothing interferes.
  var prepared: Set<Int> {
    nodes.reduce(into: []) { prepared, node in
      if !node.fails, node.needs.allSatisfy(prepared.contains) { prepared.insert(node.number) }
    }
  }

  /// The nodes whose failures are reported; failures that others cause are not.
  var failures: Set<Int> {
    Set(nodes.filter { $0.fails && $0.needs.allSatisfy(prepared.contains) }.map(\.number))
  }

  /// The nodes whose failures may be reported: a closure that does not wait for its needs may fail
  /// before they do.
  var possibleFailures: Set<Int> {
    failures.union(nodes.filter { $0.fails && !waitsForNeeds($0) }.map(\.number))
  }

  /// Whether the closure begins after its needs are prepared. The library cannot know the needs of a
  /// synchronous closure.
  private func waitsForNeeds(_ node: Node) -> Bool {
    node.declaredNeed.map { nodes[$0].form != .synchronous } ?? false
  }
}

/// One round: two injectors, and some calls, changes and shutdowns.
private final class PreparationRound: Sendable {
  final class Part: Injectable, AwakesFromInjection, ReleasesFromInjection {
    let id: Int
    let ledger: PreparationLedger
    let kept: [Part]
    var first: Part?
    var second: Part?
    static var requires: [PartialKeyPath<Part>] { [] }

    init(_ ledger: PreparationLedger, _ kept: [Part]) {
      (self.ledger, self.kept) = (ledger, kept)
      id = ledger.make()
    }
    deinit { ledger.drop(id) }

    func awakeFromInjection() {
      ledger.awake(id, (kept + [first, second].compactMap { $0 }).map(\.id))
    }
    func releaseFromInjection() { ledger.release(id) }
  }

  let plan: PreparationPlanOfRound
  let ledger = PreparationLedger()
  let begun: [Counter]
  private let unexpected = Locked<[String]>([])

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    plan = PreparationPlanOfRound(&random)
    begun = plan.nodes.map { _ in Counter() }
    // With changes the order is free: a release does not wait for objects that are not made yet.
    ledger.checksOrder = plan.changes.isEmpty
  }

  var mistakes: [String] { unexpected.current + ledger.mistakes }

  func run() async throws {
    try await runInjectors()
    // The last task releases its captures a little later: how much depends on the machine's load.
    for _ in 0..<1_000 where ledger.living > 0 { await Task.yield() }
    for _ in 0..<5_000 where ledger.living > 0 { try await Task.sleep(for: .milliseconds(1)) }
    ledger.close()
  }

  private func runInjectors() async throws {
    let parent = try Injector { [self] in bind($0, ofChild: false) }
    let child = try parent.makeChild { [self] in bind($0, ofChild: true) }
    let calls = plan.cancels.indices.map { number in
      Task { try await (number.isMultiple(of: 2) ? child : parent).prepare() }
    }
    await withTaskGroup(of: Void.self) { group in
      for (number, cancel) in plan.cancels.enumerated() {
        guard let cancel else { continue }
        group.addTask {
          for _ in 0..<cancel { await Task.yield() }
          calls[number].cancel()
        }
      }
      group.addTask { [self] in
        for change in plan.changes {
          for _ in 0..<change.after { await Task.yield() }
          self.change(change.node, parent, child)
        }
      }
      for (number, end) in (plan.ends ?? []).enumerated() {
        group.addTask { [self] in
          for _ in 0..<end { await Task.yield() }
          await self.end(number == 0 ? parent : child, isGraceful: end.isMultiple(of: 2))
        }
      }
    }
    for (number, call) in calls.enumerated() {
      let result = await call.result
      if plan.isPredictable { check(result, ofChild: number.isMultiple(of: 2)) }
    }
    if plan.isPredictable {
      for call in [parent, child] { _ = try? await call.prepare() }
      check(child)
    }
    await end(child, isGraceful: false)
    await end(parent, isGraceful: true)
  }

  private func name(_ number: Int) -> Name { Name("\(number)") }

  private func bind(_ binder: Binder, ofChild: Bool) {
    for node in plan.nodes where node.isOfChild == ofChild { bind(node, binder) }
  }

  private func bind(_ node: PreparationPlanOfRound.Node, _ binder: Binder) {
    let builder = binder.bind(Part.self, named: name(node.number))
    let (ledger, begun) = (ledger, begun[node.number])
    let names = node.needs.map { name($0) }
    let make: @Sendable (Injector) async throws -> [Part] = { injector in
      begun.increment()
      for _ in 0..<node.yields { await Task.yield() }
      if node.fails { throw Refusal(number: node.number) }
      return []
    }
    switch node.form {
    case .synchronous:
      builder.to { injector in
        Part(ledger, try names.map { try injector.resolve(Part.self, named: $0) })
      }.in(.singleton)
    case .asking:
      builder.toAsync { injector in
        var parts = try await make(injector)
        for name in names { parts.append(try await injector.prepared(Part.self, named: name)) }
        return Part(ledger, parts)
      }
    case .declaring where node.declaredNeed != nil:
      builder.toAsync(uses: Key(Part.self, named: names[0])) { injector in
        let parts = try await make(injector)
        return Part(ledger, parts + [try await injector.prepared(Part.self, named: names[0])])
      }
    case .declaring, .property:
      let bound = builder.toAsync { injector in Part(ledger, try await make(injector)) }
      if let first = names.first { bound.injecting(\.first, named: first) }
      if names.count > 1 { bound.injecting(\.second, named: names[1]) }
    }
  }

  private func change(_ number: Int?, _ parent: Injector, _ child: Injector) {
    guard let number else {
      for error in parent.releaseSingletons() + child.releaseSingletons() {
        note("releasing: \(error)")
      }
      return
    }
    let node = plan.nodes[number]
    do {
      try (node.isOfChild ? child : parent).update { bind(node, $0) }
    } catch  where error.code == .injectorShutDown {
    } catch {
      note("changing: \(error)")
    }
  }

  private func end(_ injector: Injector, isGraceful: Bool) async {
    do {
      if isGraceful { try await injector.shutdownGracefully() } else { try injector.shutdown() }
    } catch  where error.code == .awaitRequired {
      // The parent's shutdown, which awaits, is already shutting down the child.
    } catch {
      note("ending: \(error)")
    }
  }

  private func check(_ result: Result<Void, any Error>, ofChild: Bool) {
    let failures = plan.failures
    switch result {
    case .success:
      if plan.nodes.contains(where: { failures.contains($0.number) && $0.isOfChild == ofChild }) {
        note("a failure was not reported")
      }
    case .failure(let error):
      guard let error = error as? InjectionError else { return note("\(error)") }
      for error in error.errors.isEmpty ? [error] : error.errors {
        guard let refusal = error.underlying as? Refusal,
          plan.possibleFailures.contains(refusal.number)
        else {
          note("reported: \(error)")
          continue
        }
      }
    }
  }

  private func check(_ child: Injector) {
    let prepared = plan.prepared
    for node in plan.nodes {
      let part = try? child.resolve(Part.self, named: name(node.number))
      if (part != nil) != prepared.contains(node.number) {
        note("node \(node.number) is \(part == nil ? "missing" : "there")")
      }
      if begun[node.number].value > 1, !node.fails, prepared.contains(node.number) {
        note("node \(node.number) was begun \(begun[node.number].value) times")
      }
    }
  }

  private func note(_ mistake: String) { unexpected.with { $0.append(mistake) } }
}

/// Records the events of a round's objects, and the mistakes among them.
private final class PreparationLedger: Sendable {
  private struct Entry {
    var needs: [Int] = []
    var isAwoken = false
    var isReleased = false
    var isGone = false
  }
  private struct State {
    var entries: [Entry] = []
    var mistakes: [String] = []
    var checksOrder = true
  }
  private let state = Locked(State())

  var checksOrder: Bool {
    get { state.with { $0.checksOrder } }
    set { state.with { $0.checksOrder = newValue } }
  }
  var mistakes: [String] { state.with { $0.mistakes } }
  var living: Int { state.with { $0.entries.count { !$0.isGone } } }

  func make() -> Int {
    state.with { state in
      state.entries.append(Entry())
      return state.entries.count - 1
    }
  }

  func awake(_ id: Int, _ needs: [Int]) {
    state.with { state in
      if state.entries[id].isAwoken { state.mistakes.append("\(id) was awoken twice") }
      state.entries[id].isAwoken = true
      state.entries[id].needs = needs
      if needs.contains(where: { !state.entries[$0].isAwoken }) {
        state.mistakes.append("\(id) was given something unfinished")
      }
    }
  }

  func release(_ id: Int) {
    state.with { state in
      let entry = state.entries[id]
      if entry.isReleased { state.mistakes.append("\(id) was released twice") }
      if !entry.isAwoken { state.mistakes.append("\(id) was released unfinished") }
      if state.checksOrder, entry.needs.contains(where: { state.entries[$0].isReleased }) {
        state.mistakes.append("\(id) was released after what it needs")
      }
      state.entries[id].isReleased = true
    }
  }

  func drop(_ id: Int) { state.with { $0.entries[id].isGone = true } }

  func close() {
    state.with { state in
      for (id, entry) in state.entries.enumerated() {
        if entry.isAwoken, !entry.isReleased { state.mistakes.append("\(id) was not released") }
        if !entry.isGone { state.mistakes.append("\(id) is kept") }
      }
    }
  }
}
