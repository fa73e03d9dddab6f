import Infusion
import Testing

/// Random modules whose code only creates objects: what is found before anything is created has to agree
/// with what happens.
@Suite struct ForecastTests {
  /// A valid graph serves every request, and in any other graph a request fails.
  @Test func validationFindsWhatRequestsThrow() { search(\.wrongReport) }

  /// Every value that a request creates or reuses for another one is drawn.
  @Test func theGraphHasEveryEdgeThatIsUsed() { search(\.missingEdge) }

  private func search(_ difference: @escaping @Sendable (Forecast) -> String?) {
    let differences = Locked<[String]>([])
    let finished = onThreads(1, stackSize: 64 << 20, within: .seconds(36_000)) { _ in
      for seed in Settings.seed.map({ $0...$0 }) ?? 1...UInt64(Settings.times(1_250)) {
        var generator = ScenarioGenerator(seed: seed)
        let scenario = generator.scenario()
        guard difference(Forecast(scenario)) != nil else { continue }
        let smallest = Forecast(scenario.shrunk { difference(Forecast($0)) != nil })
        let found = difference(smallest) ?? "gone when made smaller"
        differences.with { $0.append("INFUSION_TEST_SEED=\(seed)\n\(smallest.scenario)\n\(found)") }
        if differences.current.count == 3 { return }
      }
    }
    guard finished else { return }
    for difference in differences.current { Issue.record("\(difference)") }
  }
}

/// Compares what is known of the injectors of a scenario with what requests to them do.
///
/// Each request finds new injectors, so none sees what another one has created.
private struct Forecast {
  typealias Code = InjectionError.Code

  let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario.foreseeable }

  /// The children of the scenario, after nil for the root.
  private var injectors: [Int?] { [nil] + scenario.children.indices.map { $0 } }

  // MARK: - Validation

  /// A description of a report that is wrong; nil if there is none.
  var wrongReport: String? {
    let reports: [Set<Code>]? = Stage.examine(scenario) { _, injectors in
      injectors.map { Set($0.examine(including: []).errors.map { known($0.code) }) }
    }
    guard let reports else { return nil }
    for (reported, injector) in zip(reports, injectors) {
      let thrown = failures(of: requests(to: injector), injector)
      if reported.isEmpty, !thrown.isSubset(of: unforeseen) {
        return "\(name(of: injector)): nothing is reported, \(thrown) thrown"
      }
      // No request notices these mistakes.
      let mistakes = reported.subtracting([.shadowedBinding, .captiveDependency])
      // A request ends with the first mistake, which may be one that is not reported.
      let expected = mistakes.union(unforeseen)
      if !mistakes.isEmpty, expected.isDisjoint(with: thrown),
        expected.isDisjoint(with: laterFailures(injector))
      {
        return "\(name(of: injector)): \(mistakes) reported, \(thrown) thrown"
      }
    }
    return nil
  }

  /// What requests may throw although nothing is reported: a graph has too many nodes, or a request without
  /// arguments asks for an instance that another request may have created with them.
  private var unforeseen: Set<Code> {
    var codes: Set = [Code.providerFailed]
    scenario.read(
      form: { form in
        switch form.source {
        case .argument(isOptional: false), .link:
          if form.scope ?? .unscoped != .unscoped { codes.insert(.argumentMismatch) }
        default: break
        }
      }, step: { _ in })
    return codes
  }

  /// What requests throw that objects may make later, and requests to the injectors above.
  private func laterFailures(_ injector: Int?) -> Set<Code> {
    let failures = failures(of: laterRequests(to: injector), injector)
    guard let injector else { return failures }
    let parent = scenario.children[injector].parent
    return failures.union(self.failures(of: requests(to: parent), parent))
      .union(laterFailures(parent))
  }

  private func failures(of requests: [FuzzStep.Action], _ injector: Int?) -> Set<Code> {
    Set(
      requests.compactMap { request in
        Stage.examine(scenario) { stage, injectors -> Code? in
          do {
            try stage.perform(FuzzStep(action: request), injectors[position(of: injector)], nil)
            return nil
          } catch {
            return (error as? InjectionError).map { known($0.code) } ?? .providerFailed
          }
        }.flatMap { $0 }
      })
  }

  /// The code, but one for both ways to miss a binding: a parent's handle does not know who gets its value.
  private func known(_ code: Code) -> Code { code == .boundInChild ? .missingBinding : code }

  // MARK: - Graph

  /// A description of an edge that is used and not drawn; nil if there is none.
  var missingEdge: String? {
    let graphs: [Set<Edge>]? = Stage.examine(scenario) { _, injectors in
      injectors.map { edges(of: $0.graph) }
    }
    guard let graphs else { return nil }
    for (drawn, injector) in zip(graphs, injectors) {
      for request in requests(to: injector) + laterRequests(to: injector) {
        let recorder = EdgeRecorder()
        _ = Stage.examine(scenario, observers: [recorder]) { stage, injectors in
          try? stage.perform(FuzzStep(action: request), injectors[position(of: injector)], nil)
        }
        if let edge = recorder.edges.subtracting(drawn).first {
          return "\(name(of: injector)): \(request) uses \(edge), which is not drawn"
        }
      }
    }
    return nil
  }

  private func edges(of graph: DependencyGraph) -> Set<Edge> {
    let titles = Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.id, title($0)) })
    return Set(graph.edges.map { Edge(titles[$0.source] ?? "", titles[$0.target] ?? "") })
  }

  private func title(_ node: DependencyGraph.Node) -> String {
    node.type + (node.name.map { " named \"\($0)\"" } ?? "")
  }

  // MARK: - Requests

  private func position(of injector: Int?) -> Int { injector.map { $0 + 1 } ?? 0 }

  private func name(of injector: Int?) -> String { injector.map { "child \($0)" } ?? "the root" }

  /// The requests for what an injector binds.
  private func requests(to injector: Int?) -> [FuzzStep.Action] {
    let forms = visibleForms(injector)
    let keys = Set(forms.filter { !$0.isContribution }.map(\.key))
    let names = Set(forms.filter(\.isContribution).compactMap(\.key.name))
    return keys.filter { isUnconditional($0, forms) }.map { .resolve($0) }
      + names.map { .resolveList($0) }
  }

  /// The requests that objects may make later, and those that have to name an argument.
  private func laterRequests(to injector: Int?) -> [FuzzStep.Action] {
    let forms = visibleForms(injector)
    let keys = Set(forms.filter { !$0.isContribution }.map(\.key))
    var requests: [FuzzStep.Action] =
      keys.filter { !isUnconditional($0, forms) }.map { .resolveWithArgument($0, fits: true) }
    if keys.contains(.listed) { requests.append(.resolve(.name(1))) }
    for edge in forms.flatMap(\.edges) + scenario.extensions.map(\.edge) {
      switch edge.property {
      case .lazy, .provider: requests.append(.resolve(.name(edge.name)))
      case .lazyList, .lazies: requests.append(.resolveList(edge.name))
      default: break
      }
    }
    return requests
  }

  /// The bindings that an injector sees; later ones replace those before them.
  private func visibleForms(_ injector: Int?) -> [FuzzForm] {
    guard let injector else { return (scenario.modules.first ?? []) + scenario.forms }
    let child = scenario.children[injector]
    return visibleForms(child.parent) + child.forms
  }

  /// Whether a request for a key needs no argument and expects a value.
  private func isUnconditional(_ first: FuzzKey, _ forms: [FuzzForm]) -> Bool {
    var key = first
    for _ in forms {
      guard let form = forms.last(where: { $0.key == key && !$0.isContribution }) else { break }
      switch form.source {
      case .nothing, .argument(isOptional: false): return false
      case .link(let target): key = target
      default: break
      }
    }
    return true
  }
}

/// A value, and one that is used for it.
private struct Edge: Hashable, CustomStringConvertible {
  let source: String
  let target: String

  init(_ source: String, _ target: String) { (self.source, self.target) = (source, target) }

  var description: String { "\(source) → \(target)" }
}

/// Records for which value another one is created or reused.
private final class EdgeRecorder: InjectionObserver {
  private let open = Locked<[InjectionEvent]>([])
  private let found = Locked<Set<Edge>>([])

  var edges: Set<Edge> { found.current }

  func willCreate(_ event: InjectionEvent) {
    use(event)
    open.with { $0.append(event) }
  }

  func didReuse(_ event: InjectionEvent) { use(event) }

  func didCreate(_ event: InjectionEvent) { close(event) }

  func didFail(_ event: InjectionEvent, _ error: InjectionError) { close(event) }

  private func use(_ event: InjectionEvent) {
    guard let owner = open.current.last, owner.depth == event.depth - 1 else { return }
    // A list that only the request asks for is no node.
    if owner.depth == 0, owner.key.type == [FuzzNode].self { return }
    found.with { $0.insert(Edge("\(owner.key)", "\(event.key)")) }
  }

  private func close(_ event: InjectionEvent) {
    open.with { open in
      if let last = open.last, last.depth == event.depth, last.key == event.key {
        open.removeLast()
      }
    }
  }
}

extension FuzzKey {
  fileprivate var name: Int? { if case .name(let name) = self { name } else { nil } }
}

extension Scenario {
  /// The scenario without what cannot be known before it happens: what user code requests or throws, and
  /// that a closure returns an object of a subclass.
  fileprivate var foreseeable: Scenario {
    var scenario = self
    scenario.operations = []
    scenario.forms = forms.map(\.foreseeable)
    scenario.modules = modules.prefix(1).map { $0.map(\.foreseeable) }
    scenario.children = children.map { child in
      // A binding of a child shares the instance in a store with that of the parent.
      let isShared = child.forms.contains { $0.scope == .stored || $0.scope == .storedElsewhere }
      return Child(parent: child.parent, forms: isShared ? [] : child.forms.map(\.foreseeable))
    }
    return scenario
  }
}

extension FuzzForm {
  fileprivate var foreseeable: FuzzForm {
    var form = self
    (form.steps, form.awakeSteps, form.awakeThrows) = ([], [], false)
    form.cls = .plain
    if form.scope == .eager { form.scope = .singleton }
    switch form.source {
    case .link, .onDemand, .declared, .instance, .nothing: break
    case .injectedInstance(let index): form.source = .instance(index)
    case .absent: form.source = .nothing
    // What conforms to the protocol may have any class.
    case _ where form.key == .role: form.source = .link(.name(0))
    case .throwing, .passing, .captured: form.source = .closure
    case .closure, .argument, .point, .provider, .initializer: break
    }
    return form
  }
}
