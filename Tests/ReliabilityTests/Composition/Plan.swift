import Infusion

/// The failure of user code.
struct PlannedFailure: Error {}

/// What happens while injectors are created and changed, and what is to fail.
final class CompositionJournal {
  var configured: [Int] = []
  var unloaded: [Int] = []
  var created: [Int] = []
  var products: [Product] = []
  var failingToConfigure: Int?
  var failingToUnload: Int?

  /// The last number that a model has given to a module or a binding.
  private var lastSerial = 0

  func makeSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  func clear() { (configured, unloaded, created, products) = ([], [], [], []) }
}

/// The kinds of modules, each of which is a type.
enum ModuleKind: CaseIterable {
  /// Two structures that are equal if their identities are.
  case value, otherValue
  /// A class, and a subclass of it.
  case object, derivedObject
  /// A structure with stored properties that is not `Hashable`.
  case plain
  /// A structure without stored properties.
  case empty

  func uninstallAll(from binder: Binder) {
    switch self {
    case .value: binder.uninstall(ValueModule.self)
    case .otherValue: binder.uninstall(OtherValueModule.self)
    case .object: binder.uninstall(ObjectModule.self)
    case .derivedObject: binder.uninstall(DerivedObjectModule.self)
    case .plain: binder.uninstall(PlainModule.self)
    case .empty: binder.uninstall(EmptyModule.self)
    }
  }

  var type: any Module.Type {
    switch self {
    case .value: ValueModule.self
    case .otherValue: OtherValueModule.self
    case .object: ObjectModule.self
    case .derivedObject: DerivedObjectModule.self
    case .plain: PlainModule.self
    case .empty: EmptyModule.self
    }
  }
}

/// A module, and how often it is created.
final class Plan: CustomStringConvertible {
  enum Form {
    case module(ModuleKind, [Statement])
    /// A module with the bindings of another module, or of a closure, in place of its own.
    case overriding(Plan, with: Plan)
    case overridingWithClosure(Plan, [Statement])
  }

  let number: Int
  /// The form that the model knows: what replaces others is not itself overridden.
  let form: Form
  private let given: Form
  /// Values are equal if their types and these numbers are.
  let equality: Int
  /// Whether each installation creates an object of its own.
  let isFresh: Bool
  let journal: CompositionJournal
  private var kept: (any Module)?

  init(
    _ number: Int, _ form: Form, equality: Int, isFresh: Bool, journal: CompositionJournal
  ) {
    self.number = number
    given = form
    self.form = Self.unnested(form, journal)
    self.equality = equality
    self.isFresh = isFresh
    self.journal = journal
  }

  /// If a module replaces others, so does what overrides it.
  private static func unnested(_ form: Form, _ journal: CompositionJournal) -> Form {
    guard case .overriding(let base, let replacement) = form else { return form }
    func overriding(with part: Plan) -> Plan {
      Plan(0, .overriding(base, with: part), equality: 0, isFresh: true, journal: journal)
    }
    switch replacement.form {
    case .module: return form
    case .overriding(let part, let last): return .overriding(overriding(with: part), with: last)
    case .overridingWithClosure(let part, let statements):
      return .overridingWithClosure(overriding(with: part), statements)
    }
  }

  func makeModule() -> any Module {
    if let kept { return kept }
    let module = makeNew()
    if !isFresh { kept = module }
    return module
  }

  private func makeNew() -> any Module {
    switch given {
    case .module(.value, _): ValueModule(plan: self)
    case .module(.otherValue, _): OtherValueModule(plan: self)
    case .module(.object, _): ObjectModule(self)
    case .module(.derivedObject, _): DerivedObjectModule(self)
    case .module(.plain, _): PlainModule(plan: self)
    case .module(.empty, _): EmptyModule()
    case .overriding(let base, let replacement):
      base.makeModule().overriding(with: replacement.makeModule())
    case .overridingWithClosure(let base, let statements):
      base.makeModule().overriding { [journal] binder in
        for statement in statements { try statement.perform(on: binder, journal) }
      }
    }
  }

  func configure(_ binder: Binder) throws {
    journal.configured.append(number)
    if journal.failingToConfigure == number { throw PlannedFailure() }
    guard case .module(_, let statements) = form else { return }
    for statement in statements { try statement.perform(on: binder, journal) }
  }

  func unload() throws {
    journal.unloaded.append(number)
    if journal.failingToUnload == number { throw PlannedFailure() }
  }

  func uninstall(from binder: Binder) {
    func uninstall(_ module: some Module) { binder.uninstall(module) }
    uninstall(makeModule())
  }

  var description: String {
    switch given {
    case .module(let kind, let statements):
      "\(isFresh ? "fresh " : "")\(kind) \(number)=\(equality) \(statements)"
    case .overriding(let base, let replacement):
      "\(isFresh ? "fresh " : "")\(number): \(base.number) overriding with \(replacement.number)"
    case .overridingWithClosure(let base, let statements):
      "\(isFresh ? "fresh " : "")\(number): \(base.number) overriding \(statements)"
    }
  }
}

protocol PlannedModule: UnloadableModule { var plan: Plan { get } }

extension PlannedModule {
  func configure(_ binder: Binder) throws { try plan.configure(binder) }
  func unload(from injector: Injector) throws { try plan.unload() }
}

private struct ValueModule: PlannedModule, Hashable {
  let plan: Plan
  static func == (left: Self, right: Self) -> Bool { left.plan.equality == right.plan.equality }
  func hash(into hasher: inout Hasher) { hasher.combine(plan.equality) }
}

private struct OtherValueModule: PlannedModule, Hashable {
  let plan: Plan
  static func == (left: Self, right: Self) -> Bool { left.plan.equality == right.plan.equality }
  func hash(into hasher: inout Hasher) { hasher.combine(plan.equality) }
}

private class ObjectModule: PlannedModule {
  let plan: Plan
  init(_ plan: Plan) { self.plan = plan }
}

private final class DerivedObjectModule: ObjectModule {}

private struct PlainModule: PlannedModule { let plan: Plan }

private struct EmptyModule: Module {
  static var statements: [Statement] {
    [
      .bind(1, name: 0, .singleton, fails: false), .contribute(2, name: 0, isSingleton: true),
      .extend(3, isDerived: false, property: 0, name: 0),
    ]
  }

  func configure(_ binder: Binder) throws {
    for statement in Self.statements { try statement.perform(on: binder, CompositionJournal()) }
  }
}

extension Plan {
  static func empty(_ journal: CompositionJournal) -> Plan {
    Plan(
      0, .module(.empty, EmptyModule.statements), equality: 0, isFresh: false, journal: journal)
  }

  /// The numbers of modules, as an injector lists them.
  static func numbers(of modules: [any Module]) -> [Int] {
    modules.map { ($0 as? any PlannedModule)?.plan.number ?? 0 }
  }
}
