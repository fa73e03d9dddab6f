import Infusion
import Testing

/// Compares random graphs and operations step by step with a reference that is obviously
/// right.
///
/// A failure prints its seed; `INFUSION_TEST_SEED` runs that case alone.
@Suite(.serialized) struct ModelTests {
  @Test
  func everyOutcomeIsThatOfTheReference() throws {
    let operations = Settings.seed == nil ? Settings.times(100_000) : 1
    let first = Settings.seed ?? 1
    let performed = Counter()
    let outcomes = Locked<[String: Int]>([:])
    let differences = Locked<[String]>([])
    // The reference recurses through graphs of two thousand nodes.
    onThreads(1, stackSize: 512 << 20, within: .seconds(7_200)) { _ in
      var seed = first
      var failures = 0
      while performed.value < operations, failures < 5 {
        var run = ModelRun(seed: seed)
        let difference = run.compare(steps: 60)
        performed.increment(by: run.steps)
        for (outcome, count) in run.outcomes {
          outcomes.with { $0[outcome, default: 0] += count }
        }
        if let difference {
          failures += 1
          differences.with { $0.append("INFUSION_TEST_SEED=\(seed): \(difference)") }
        }
        seed += 1
      }
    }
    for difference in differences.current { Issue.record("\(difference)") }
    // The comparison means little unless every outcome occurs now and then.
    if Settings.seed == nil {
      for expected in [
        "node", "nodes", "nothing", "done", "missingBinding", "nothingProvided", "providerFailed",
        "cyclicDependency",
      ] { #expect(outcomes.current[expected, default: 0] > 0, "\(expected)") }
    }
    print("\(performed.value) operations: \(outcomes.current.sorted { $0.value > $1.value })")
  }
}

/// One random configuration and its operations.
struct ModelRun {
  private var generator: GraphGenerator
  private(set) var steps = 0
  private(set) var outcomes: [String: Int] = [:]

  init(seed: UInt64) { generator = GraphGenerator(seed: seed) }

  /// Performs operations on both sides; returns the first difference.
  mutating func compare(steps limit: Int) -> String? {
    let declarations = generator.configuration()
    if Settings.seed != nil { for declaration in declarations { print(declaration) } }
    let model = ReferenceModel(declarations, names: generator.names)
    let world: World
    do {
      world = try World(declarations, names: generator.names)
    } catch {
      return "the injector cannot be made: \(error)"
    }
    defer {
      world.takeApart()
      model.takeApart()
    }
    var logged = 0
    for step in 0..<limit {
      let (operation, index) = generator.operation(
        injectors: model.injectors.count, nodes: model.objects.count, in: model)
      let expected = model.perform(operation, on: index)
      if expected == .failure(ReferenceModel.tooMuch) { return nil }
      world.weather = model.weather
      let found = world.perform(operation, on: index)
      steps += 1
      outcomes[Self.kind(expected), default: 0] += 1
      if Settings.seed != nil { print(step, index, operation, "->", expected) }
      let place = "step \(step), injector \(index) of \(model.injectors.count), \(operation)"
      if found != expected { return "\(found), not \(expected): \(place)" }
      if world.log.count != model.log.count || world.log[logged...] != model.log[logged...] {
        return """
          another order: \(world.log[min(logged, world.log.count)...].prefix(40)), not \
          \(model.log[logged...].prefix(40)): \(place)
          """
      }
      logged = model.log.count
      if let difference = Self.difference(expected, world, model) {
        return "\(difference): \(place)"
      }
    }
    return nil
  }

  private static func kind(_ outcome: Outcome) -> String {
    switch outcome {
    case .node: "node"
    case .nodes: "nodes"
    case .nothing: "nothing"
    case .done: "done"
    case .failure(let code): code
    }
  }

  /// Compares all nodes that can be reached from a result.
  private static func difference(
    _ outcome: Outcome, _ world: World, _ model: ReferenceModel
  ) -> String? {
    var open: [Int] =
      switch outcome {
      case .node(let serial): [serial]
      case .nodes(let serials): serials
      default: []
      }
    var seen: Set<Int> = []
    while let serial = open.popLast(), seen.count < 300 {
      guard serial != Int.min, seen.insert(serial).inserted else { continue }
      guard let node = world.nodes[serial], let object = model.objects[serial] else {
        return "unknown node \(serial)"
      }
      var properties: [String: Int?] = [
        "a": node.a?.serial, "b": node.b?.serial, "c": node.c?.serial,
      ]
      if let sensitive = node as? World.SensitiveNode {
        properties["accepted"] = sensitive.accepted?.serial
        properties["required"] = sensitive.required?.serial
      }
      for (property, found) in properties {
        let expected = object.properties[property] ?? nil
        if found != expected {
          return "\(serial).\(property) is \(found as Any), not \(expected as Any)"
        }
        if let found { open.append(found) }
      }
      if node.list.map(\.serial) != object.list {
        return "\(serial).list is \(node.list.map(\.serial)), not \(object.list)"
      }
      if (node.lazy == nil) != (object.lazy == nil) { return "\(serial).lazy" }
      open += object.list
    }
    return nil
  }
}
