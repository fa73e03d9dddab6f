/// Makes random modules and statements.
struct CompositionGenerator {
  /// How many names keys have; with many of them, most bindings hide nothing.
  let names: Int
  private var random: SeededGenerator
  let journal = CompositionJournal()
  private(set) var plans: [Plan] = []
  private var lastNumber = 10
  /// Whether modules change what others have declared; then they are not configured again.
  private(set) var modulesChange = false
  /// The percentage of bindings with a mistake.
  private let misplaced: Int

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    misplaced = random.chance(20) ? 15 : 0
    // With few names, bindings that are mistakes are hidden, and uncovered again.
    names = misplaced > 0 ? 2 : random.chance(10) ? 24 : 6
    modulesChange = random.chance(15)
    for number in 1...(2 + random.below(6)) {
      let form = random.chance(25) ? overriding() : nil
      let kinds: [ModuleKind] = [.value, .value, .otherValue, .object, .derivedObject, .plain]
      let kind = kinds[random.below(kinds.count)]
      plans.append(
        Plan(
          number, form ?? .module(kind, declarations(upTo: 5)), equality: random.below(3),
          isFresh: kind != .value && kind != .otherValue && random.chance(25), journal: journal))
    }
    plans.append(.empty(journal))
  }

  private mutating func overriding() -> Plan.Form? {
    guard let base = plans.randomElement(using: &random) else { return nil }
    if random.chance(50), let replacement = plans.randomElement(using: &random) {
      return .overriding(base, with: replacement)
    }
    return .overridingWithClosure(base, declarations(upTo: 4))
  }

  mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }
  mutating func below(_ bound: Int) -> Int { random.below(bound) }
  mutating func plan() -> Plan { plans[random.below(plans.count)] }
  func hasEqual(_ plan: Plan) -> Bool {
    plan.identity != nil && plans.contains { $0 !== plan && $0.identity == plan.identity }
  }
  mutating func kind() -> ModuleKind {
    ModuleKind.allCases[random.below(ModuleKind.allCases.count)]
  }

  /// What a module or a kept closure declares.
  mutating func declarations(upTo count: Int) -> [Statement] {
    (0..<random.below(count + 1)).map { _ in declaration() }
  }

  mutating func declaration() -> Statement {
    lastNumber += 1
    let name = random.below(names)
    if modulesChange, random.chance(15) {
      return random.chance(60)
        ? .unbind(name: name) : .rescope(lastNumber, name: name, isSingleton: random.chance(50))
    }
    switch random.below(20) {
    case 0..<9:
      let lifetimes: [Statement.Lifetime] = [.unscoped, .singleton, .singleton, .eager]
      let lifetime = random.chance(misplaced) ? .misplaced : lifetimes[random.below(4)]
      let fails = random.chance(lifetime == .eager ? 2 : 5)
      let isFixed = lifetime != .eager && !fails && random.chance(25)
      let number = isFixed ? Statement.fixed.randomElement(using: &random) : nil
      return .bind(number ?? lastNumber, name: name, lifetime, fails: fails)
    case 9:
      // A rescoped link would keep an object of another binding.
      let target = name + 1 + random.below(3)
      return target < names && !modulesChange
        ? .link(lastNumber, name: name, to: target) : declaration()
    case 10..<13:
      return .contribute(lastNumber, name: name % 2, isSingleton: random.chance(50))
    case 13: return .bindArray(lastNumber, name: name % 2)
    case 14, 15:
      return .extend(
        lastNumber, isDerived: random.chance(40), property: random.below(3), name: name)
    default:
      return plans.isEmpty ? declaration() : .install(plan())
    }
  }

  /// A line of an update.
  mutating func change() -> Statement {
    lastNumber += 1
    let name = random.below(names)
    return switch random.below(20) {
    case 0, 1: .unbind(name: name)
    case 2: .unbindArray(name: name % 2)
    case 3, 4, 5: .rescope(lastNumber, name: name, isSingleton: random.chance(50))
    case 6, 7, 8: .uninstall(plan())
    case 9: .uninstallAll(kind())
    case 10, 11, 12: .install(plan())
    default: declaration()
    }
  }
}
