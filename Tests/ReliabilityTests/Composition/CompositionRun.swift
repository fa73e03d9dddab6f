import Infusion

/// Injectors that random operations create and change, each with its model.
struct CompositionRun {
  struct Member {
    let injector: Injector
    var model: CompositionModel
    /// The index of the parent.
    let parent: Int?
    /// Whether its closure declares only; one that changes what was declared before depends on it.
    let isDerivable: Bool
  }

  var generator: CompositionGenerator
  var members: [Member] = []
  /// The instances that injectors keep, by the serial number of their item.
  var instances: [Int: Product] = [:]
  /// Objects that may not appear again.
  var gone: [Product] = []
  let options: Injector.Options
  private(set) var story: [String] = []

  init(seed: UInt64) {
    generator = CompositionGenerator(seed: seed)
    options = Injector.Options(forbidsRebinding: generator.chance(15))
  }

  var journal: CompositionJournal { generator.journal }

  /// Compares models and injectors; returns the first difference.
  mutating func compare(operations: Int) -> String? {
    if let difference = makeRoot() ?? members.first.flatMap({ _ in differenceOfAll() }) {
      return report(difference)
    }
    guard !members.isEmpty else { return nil }
    for _ in 0..<operations {
      if let difference = operate() ?? differenceOfAll() { return report(difference) }
    }
    return shutDown().map(report)
  }

  private func report(_ difference: String) -> String {
    (["modules:"] + generator.plans.map { "  \($0)" } + story + [difference])
      .joined(separator: "\n")
  }

  // MARK: - Operations

  private mutating func operate() -> String? {
    let index = generator.below(members.count)
    if generator.chance(6) { journal.failingToConfigure = generator.plan().number }
    if generator.chance(6) { journal.failingToUnload = generator.plan().number }
    defer { (journal.failingToConfigure, journal.failingToUnload) = (nil, nil) }
    switch generator.below(members.count > 4 ? 11 : 17) {
    case 0..<9: return update(index)
    case 9: return reset(index)
    case 10: return releaseSingletons(of: index)
    case 11..<14: return depth(of: index) < 3 ? makeChild(of: index) : update(index)
    default:
      return members[index].isDerivable && !generator.modulesChange
        ? derive(from: index) : update(index)
    }
  }

  private mutating func makeRoot() -> String? {
    var model = CompositionModel(journal)
    if generator.chance(30) {
      let modules = (0..<generator.below(4)).map { _ in generator.plan() }
      story.append("root of \(modules.map(\.number))")
      for plan in modules { model.install(plan, inherited: { _ in nil }) }
      return add(model, parent: nil) { [options] () throws(InjectionError) in
        try Injector(modules.map { $0.makeModule() }, options: options)
      }
    }
    let changes = generator.chance(30)
    let statements =
      changes ? self.changes(of: &model, below: nil) : declarations(of: &model, below: nil)
    story.append("root \(statements)")
    return add(model, parent: nil, isDerivable: !changes) {
      [options, journal] () throws(InjectionError) in
      try Injector(options: options) { try Self.perform(statements, on: $0, journal) }
    }
  }

  private mutating func makeChild(of parent: Int) -> String? {
    var model = CompositionModel(journal)
    let injector = members[parent].injector
    if generator.chance(30) {
      let plan = generator.plan()
      story.append("child \(members.count) of \(parent) with \(plan.number)")
      model.install(plan, inherited: inherited(from: parent))
      return add(model, parent: parent) { () throws(InjectionError) in
        try injector.makeChild(plan.makeModule())
      }
    }
    let statements = declarations(of: &model, below: parent)
    story.append("child \(members.count) of \(parent) \(statements)")
    return add(model, parent: parent) { [journal] () throws(InjectionError) in
      try injector.makeChild { try Self.perform(statements, on: $0, journal) }
    }
  }

  private mutating func derive(from index: Int) -> String? {
    let member = members[index]
    var model = member.model.derived()
    let name = "\(members.count) derived from \(index)"
    switch generator.below(3) {
    case 0:
      let plan = generator.plan()
      story.append("\(name) adding \(plan.number)")
      model.install(plan, inherited: inherited(from: member.parent))
      return add(model, parent: member.parent, isDerived: true) { () throws(InjectionError) in
        try member.injector.adding(plan.makeModule())
      }
    case 1:
      let statements = declarations(of: &model, below: member.parent)
      story.append("\(name) adding \(statements)")
      return add(model, parent: member.parent, isDerived: true) {
        [journal] () throws(InjectionError) in
        try member.injector.adding { try Self.perform(statements, on: $0, journal) }
      }
    default:
      let kind = generator.kind()
      story.append("\(name) removing \(kind)")
      model.uninstallAll(kind)
      return add(model, parent: member.parent, isDerived: true) { () throws(InjectionError) in
        try member.injector.removing(kind.type)
      }
    }
  }

  private static func perform(
    _ statements: [Statement], on binder: Binder, _ journal: CompositionJournal
  ) throws {
    for statement in statements { try statement.perform(on: binder, journal) }
  }

  private func inherited(from parent: Int?) -> (Int) -> CompositionModel.Item? {
    { name in parent.flatMap { visible(name, from: $0)?.item } }
  }

  private mutating func declarations(
    of model: inout CompositionModel, below parent: Int?
  ) -> [Statement] {
    var statements = generator.declarations(upTo: generator.names > 6 ? 40 : 8)
    if generator.chance(5) { statements.append(.fail) }
    model.perform(statements, inherited: inherited(from: parent))
    return statements
  }

  /// Changes that make sense; the model has performed them.
  private mutating func changes(
    of model: inout CompositionModel, below parent: Int?
  ) -> [Statement] {
    var statements: [Statement] = []
    let inherited = inherited(from: parent)
    for _ in 0..<(1 + generator.below(6)) {
      let statement = generator.change()
      if case .rescope(_, let name, _) = statement {
        let item = model.binding(of: name) ?? inherited(name)
        // A link with a scope would keep an object of another binding.
        if item?.isLink == true { continue }
      }
      statements.append(statement)
      model.perform([statement], inherited: inherited)
    }
    if generator.chance(8) {
      statements.append(.fail)
      model.perform([.fail], inherited: inherited)
    }
    return statements
  }

  /// Creates an injector, and compares what happens.
  private mutating func add(
    _ model: CompositionModel, parent: Int?, isDerivable: Bool = true, isDerived: Bool = false,
    _ make: () throws(InjectionError) -> Injector
  ) -> String? {
    var model = model
    if isDerived { model.configureAgain() }
    journal.clear()
    noteFaults()
    let expected = outcome(of: model, from: nil)
    do throws(InjectionError) {
      let injector = try make()
      if isDerived, model.isOrderUncertain { return differenceWithoutOrder(injector, model) }
      members.append(
        Member(injector: injector, model: model, parent: parent, isDerivable: isDerivable))
      return difference(expected, [], isDerived: isDerived)
    } catch {
      story.append("  fails")
      if isDerived, model.isOrderUncertain { return nil }
      return difference(expected, Self.codes(of: error), isDerived: isDerived)
    }
  }

  private mutating func update(_ index: Int) -> String? {
    let member = members[index]
    var next = member.model
    next.beginChange(isUpdate: true)
    let statements = changes(of: &next, below: member.parent)
    story.append("update \(index) \(statements)")
    journal.clear()
    noteFaults()
    let expected = outcome(of: next, from: member.model)
    do throws(InjectionError) {
      try member.injector.update { [journal] binder in
        try Self.perform(statements, on: binder, journal)
      }
      return difference(expected, []) ?? commit(next, to: index)
    } catch {
      story.append("  fails")
      return difference(expected, Self.codes(of: error))
    }
  }

  private mutating func reset(_ index: Int) -> String? {
    story.append("reset \(index)")
    journal.clear()
    journal.failingToUnload = nil
    let expected = outcome(of: CompositionModel(journal), from: members[index].model)
    let errors = members[index].injector.reset()
    return difference(expected, errors.map { "\($0.code)" })
      ?? commit(CompositionModel(journal), to: index)
  }

  private mutating func releaseSingletons(of index: Int) -> String? {
    story.append("release \(index)")
    journal.clear()
    let errors = members[index].injector.releaseSingletons()
    if !errors.isEmpty { return "\(errors)" }
    return drop(members[index].model.items.map(\.serial))
  }

  /// Shuts the first injector down, and its children.
  private mutating func shutDown() -> String? {
    story.append("shutdown")
    journal.clear()
    let family = members.indices.filter { isBelow($0, 0) }
    do {
      try members[0].injector.shutdown()
    } catch {
      return "\(error)"
    }
    let models = family.map { members[$0].model }
    let unloaded = models.flatMap(\.installed).compactMap(\.plan.unloadedNumber)
    if journal.unloaded.sorted() != unloaded.sorted() {
      return "unloaded \(journal.unloaded) instead of \(unloaded)"
    }
    return drop(models.flatMap(\.items).map(\.serial))
  }

  private func isBelow(_ index: Int, _ other: Int) -> Bool {
    index == other || members[index].parent.map { isBelow($0, other) } == true
  }

  /// Takes a changed model over; instances of changed bindings are released.
  private mutating func commit(_ next: CompositionModel, to index: Int) -> String? {
    let previous = members[index].model
    members[index].model = next
    let remaining = Set(next.items.filter { next.isInForce($0) }.map(\.serial))
    return drop(previous.items.map(\.serial).filter { !remaining.contains($0) })
  }

  /// Forgets instances; the injector has released each of them once.
  private mutating func drop(_ serials: [Int]) -> String? {
    for serial in serials {
      guard let instance = instances.removeValue(forKey: serial) else { continue }
      gone.append(instance)
      if instance.releases != 1 {
        return "\(instance.number) is released \(instance.releases) times"
      }
    }
    return nil
  }

  private mutating func noteFaults() {
    if let number = journal.failingToConfigure { story.append("  \(number) fails to configure") }
    if let number = journal.failingToUnload { story.append("  \(number) fails to unload") }
  }

  func depth(of index: Int) -> Int { members[index].parent.map { 1 + depth(of: $0) } ?? 1 }
}
