/// Makes random configurations and operations.
struct GraphGenerator {
  var random: SeededGenerator
  let names: Int
  private let style: Style
  private var modules: [[Declaration]] = []

  enum Style: CaseIterable {
    /// Mostly kept instances, edges in every direction, cycles.
    case dense
    /// Mostly new instances, and edges only forward, for depth.
    case chain
    /// A bit of everything.
    case mixed
    /// Closures that request values.
    case asking
    /// All names are bound: only intended failures occur.
    case solid
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    names =
      switch random.below(200) {
      case 0..<100: 1 + random.below(8)
      case 100..<184: 5 + random.below(30)
      case 184..<199: 50 + random.below(100)
      default: 2_000
      }
    style = Style.allCases[random.below(Style.allCases.count)]
    for _ in 0..<4 {
      modules.append((0..<1 + random.below(5)).map { _ in declaration(random.below(names)) })
    }
  }

  mutating func configuration() -> [Declaration] {
    var declarations: [Declaration] = []
    for name in 0..<names {
      if style == .solid || random.chance(96) { declarations.append(declaration(name)) }
      if random.chance(8) { declarations.append(declaration(name, isContribution: true)) }
      if random.chance(3) { declarations.append(declaration(name)) }
    }
    return declarations
  }

  mutating func declaration(_ name: Int, isContribution: Bool = false) -> Declaration {
    let kind: Declaration.Kind
    switch random.below(100) {
    case 0..<5 where names > 1: kind = .link(other(than: name))
    case 5..<8: kind = .instance
    case 8..<11 where style != .solid: kind = .nothing
    case 11..<15 where names > 1: kind = .alias(other(than: name))
    default:
      let count = random.chance(style == .asking ? 40 : 8) ? 1 + random.below(2) : 0
      kind = .closure(
        asks: (0..<count).map { _ in
          Declaration.Ask(name: reachable(from: name), forgives: random.chance(40))
        })
    }
    var edges: [Declaration.Edge] = []
    var isSensitive = false
    if case .closure = kind {
      for property in Declaration.Property.allCases.shuffled(using: &random) {
        let likelihood =
          switch property {
          case .a: 70
          case .b: style == .chain ? 5 : 40
          case .c: style == .dense ? 40 : 10
          case .lazy, .list: 8
          }
        if random.chance(likelihood) {
          edges.append(.init(property: property, name: reachable(from: name)))
        }
      }
      isSensitive = random.chance(style == .chain ? 1 : 6)
    }
    return Declaration(
      identity: 0, name: name, kind: kind, lifetime: lifetime(), edges: edges,
      isSensitive: isSensitive, isContribution: isContribution)
  }

  private mutating func other(than name: Int) -> Int {
    let found = random.below(names - 1)
    return found < name ? found : found + 1
  }

  private mutating func reachable(from name: Int) -> Int {
    switch style {
    case .chain where random.chance(97): min(name + 1, names - 1)
    case .mixed where random.chance(50): min(name + 1 + random.below(5), names - 1)
    default: random.below(names)
    }
  }

  private mutating func lifetime() -> Declaration.Lifetime? {
    let unscoped =
      switch style {
      case .chain: 80
      case .dense: 15
      default: 25
      }
    if random.chance(unscoped) { return random.chance(50) ? nil : .unscoped }
    return [.singleton, .singleton, .singleton, .graph, .weak][random.below(5)]
  }

  /// The next operation, and its injector.
  mutating func operation(injectors: Int, nodes: Int, in model: ReferenceModel) -> (
    Operation, on: Int
  ) {
    // The root is asked as often as all other injectors together.
    let index = random.chance(50) ? 0 : random.below(injectors)
    let name = random.below(names)
    switch random.below(100) {
    case 0..<45: return (.resolve(name), index)
    case 45..<50: return (.resolveIfBound(name), index)
    case 50..<56: return (.resolveList(name), index)
    case 56..<63: return (.inject, index)
    case 63..<66: return (.getLazy(node: 1 + random.below(nodes + 1)), index)
    case 66..<68: return (.asks(name), index)
    case 68..<80: return (.update(changes(model.injectors[index])), index)
    case 80..<82: return (.updateThatThrows(changes(model.injectors[index])), index)
    case 82..<84: return (.release, index)
    case 84..<87 where injectors < 6:
      return (
        .makeChild(
          (0..<random.below(4)).map { _ in
            declaration(random.below(names), isContribution: random.chance(25))
          }), index
      )
    case 87..<91: return (.failCreation(name, true), index)
    case 91..<96:
      let failing = model.weather.failingCreations.sorted()
      return (.failCreation(failing.first ?? name, false), index)
    case 96..<98: return (.failAwake(name, true), index)
    default:
      let failing = model.weather.failingAwakes.sorted()
      return (.failAwake(failing.first ?? name, false), index)
    }
  }

  private mutating func changes(_ injector: ReferenceModel.Injector) -> [Change] {
    (0..<1 + random.below(3)).map { _ in
      let name = random.below(names)
      switch random.below(12) {
      case 0..<4: return .bind(declaration(name, isContribution: random.chance(20)))
      case 4: return .unbind(name)
      case 5: return .unbindList(name)
      case 6..<8:
        // Rarely an unbound name, because it then stays unusable.
        guard injector.own(name) != nil || random.chance(10) else {
          return .bind(declaration(name))
        }
        return .rescope(name, Declaration.Lifetime.allCases[random.below(4)])
      case 8..<10:
        let module = random.below(modules.count)
        return .install(module: module, modules[module])
      default: return .uninstall(module: random.below(modules.count))
      }
    }
  }
}
