/// The configuration of one injector, as the documentation describes it: a list of declarations, and
/// a list of installed modules.
struct CompositionModel {
  struct Item {
    enum Kind {
      case product(fails: Bool)
      case link(to: Int)
      /// What `rescope` binds if nothing is bound.
      case ownType
      case contribution
      case array
      case addition(isDerived: Bool, property: Int)
    }

    /// Distinguishes the instances of bindings; a changed binding receives another one.
    var serial: Int
    let number: Int
    let name: Int
    let kind: Kind
    var lifetime: Statement.Lifetime
    /// The module that declares it.
    let owner: Int
    /// Whether it replaces what a module binds.
    var isReplacement: Bool
    /// Whether a child has copied it from its parent.
    var isCopy = false
    /// Whether an update itself has bound it, and thereby replaces earlier bindings on purpose.
    let isOfUpdate: Bool

    var isBinding: Bool {
      switch kind {
      case .product, .link, .ownType: true
      case .contribution, .array, .addition: false
      }
    }
    var isContribution: Bool { if case .contribution = kind { true } else { false } }
    var isArray: Bool { if case .array = kind { true } else { false } }
    var isLink: Bool { if case .link = kind { true } else { false } }

    /// Whether a binding with the same key is earlier.
    func hides(_ earlier: Item) -> Bool {
      name == earlier.name && (isBinding && earlier.isBinding || isArray && earlier.isArray)
    }
    /// Whether it is in place of an earlier binding on purpose.
    func replaces(_ earlier: Item) -> Bool {
      isReplacement && !(earlier.isReplacement && earlier.owner == owner)
    }
    var fails: Bool { if case .product(let fails) = kind { fails } else { false } }
  }

  struct Installed {
    let serial: Int
    let plan: Plan
    /// The module, or the program, that installed it first.
    let first: Int
    /// Whether the first installer overrides it.
    let isBase: Bool
    /// All modules that install it, and the program.
    var installers: Set<Int>
  }

  static let program = 0

  private let journal: CompositionJournal
  private(set) var items: [Item] = []
  private(set) var installed: [Installed] = []
  /// What has happened since the change began.
  private(set) var configured: [Int] = []
  private(set) var hasFailed = false
  private(set) var hasBoundAgain = false
  private var isUpdate = false
  /// Whether modules have to leave out others of a type when they are configured again, unless a
  /// later one installs them.
  private(set) var leavesOut = false

  init(_ journal: CompositionJournal) { self.journal = journal }

  // MARK: - Changing

  mutating func beginChange(isUpdate: Bool) {
    configured = []
    (hasFailed, hasBoundAgain) = (false, false)
    self.isUpdate = isUpdate
  }

  /// The same declarations with other instances; all modules are configured again.
  func derived() -> CompositionModel {
    var derived = self
    for index in items.indices { derived.items[index].serial = journal.makeSerial() }
    derived.beginChange(isUpdate: false)
    return derived
  }

  /// Configures all modules again for a derived injector.
  mutating func configureAgain() {
    guard installed.contains(where: \.plan.failsToConfigure) else { return }
    // What the module would have bound again is missing.
    (hasFailed, hasBoundAgain) = (true, false)
  }

  /// Performs statements; the first that throws is the last.
  mutating func perform(
    _ statements: [Statement], inherited: (Int) -> Item?, by owner: Int = program,
    isReplacement: Bool = false
  ) {
    for statement in statements {
      if case .fail = statement {
        hasFailed = true
        return
      }
      perform(statement, inherited, owner, isReplacement)
    }
  }

  private mutating func perform(
    _ statement: Statement, _ inherited: (Int) -> Item?, _ owner: Int, _ isReplacement: Bool
  ) {
    func item(
      _ number: Int, _ name: Int, _ kind: Item.Kind, _ lifetime: Statement.Lifetime = .unscoped
    ) -> Item {
      Item(
        serial: journal.makeSerial(), number: number, name: name, kind: kind, lifetime: lifetime,
        owner: owner, isReplacement: isReplacement,
        isOfUpdate: isUpdate && owner == Self.program)
    }
    func bind(_ item: Item) {
      if let hidden = items.last(where: { item.hides($0) }), !item.replaces(hidden) {
        hasBoundAgain = true
      }
      // An update replaces for good what updates have bound before.
      if item.isOfUpdate { items.removeAll { $0.isOfUpdate && item.hides($0) } }
      items.append(item)
    }
    switch statement {
    case .bind(let number, let name, let lifetime, let fails):
      bind(item(number, name, .product(fails: fails), lifetime))
    case .link(let number, let name, let target):
      bind(item(number, name, .link(to: target)))
    case .contribute(let number, let name, let isSingleton):
      items.append(item(number, name, .contribution, isSingleton ? .singleton : .unscoped))
    case .bindArray(let number, let name): bind(item(number, name, .array))
    case .extend(let number, let isDerived, let property, let name):
      items.append(item(number, name, .addition(isDerived: isDerived, property: property)))
    case .install(let plan):
      install(plan, inherited: inherited, by: owner, isReplacement: isReplacement)
    case .unbind(let name): items.removeAll { $0.isBinding && $0.name == name }
    case .unbindArray(let name):
      items.removeAll { ($0.isArray || $0.isContribution) && $0.name == name }
    case .rescope(let number, let name, let isSingleton):
      let lifetime: Statement.Lifetime = isSingleton ? .singleton : .unscoped
      if let index = items.lastIndex(where: { $0.isBinding && $0.name == name }) {
        items[index].lifetime = lifetime
        items[index].serial = journal.makeSerial()
      } else if let inherited = inherited(name) {
        var copy = item(inherited.number, name, inherited.kind, lifetime)
        (copy.isCopy, copy.isReplacement) = (true, false)
        items.append(copy)
      } else {
        items.append(item(number, name, .ownType, lifetime))
      }
    case .uninstall(let plan):
      guard let identity = plan.identity else { return }
      uninstall { $0.identity == identity || $0.wraps(identity) }
    case .uninstallAll(let kind): uninstallAll(kind)
    case .fail: break
    }
  }

  mutating func install(
    _ plan: Plan, inherited: (Int) -> Item?, by owner: Int = program,
    isReplacement: Bool = false, isBase: Bool = false
  ) {
    if let identity = plan.identity,
      let index = installed.firstIndex(where: { $0.plan.identity == identity })
    {
      installed[index].installers.insert(owner)
      return
    }
    let serial = journal.makeSerial()
    installed.append(
      Installed(serial: serial, plan: plan, first: owner, isBase: isBase, installers: [owner]))
    switch plan.form {
    case .module(_, let statements):
      configure(plan, statements, inherited, by: serial, isReplacement: isReplacement)
    case .overriding(let base, let replacement):
      install(
        base, inherited: inherited, by: serial, isReplacement: isReplacement, isBase: true)
      guard case .module(_, let statements) = replacement.form else { return }
      configure(replacement, statements, inherited, by: serial, isReplacement: true)
    case .overridingWithClosure(let base, let statements):
      install(
        base, inherited: inherited, by: serial, isReplacement: isReplacement, isBase: true)
      perform(statements, inherited: inherited, by: serial, isReplacement: true)
    }
  }

  private mutating func configure(
    _ plan: Plan, _ statements: [Statement], _ inherited: (Int) -> Item?, by serial: Int,
    isReplacement: Bool
  ) {
    if plan.isJournaled { configured.append(plan.number) }
    if plan.failsToConfigure {
      hasFailed = true
    } else {
      perform(statements, inherited: inherited, by: serial, isReplacement: isReplacement)
    }
  }

  /// Uninstalls the modules of a kind.
  mutating func uninstallAll(_ kind: ModuleKind) {
    leavesOut =
      leavesOut
      || installed.contains { $0.plan.isOrWraps(kind) && $0.installers != [Self.program] }
    uninstall { $0.isOrWraps(kind) }
  }

  /// Uninstalls modules, and those that only they have installed.
  private mutating func uninstall(where isWanted: (Plan) -> Bool) {
    let wanted = installed.filter { !isWanted($0.plan) }
    var staying: Set<Int> = [Self.program]
    while let next = wanted.first(where: {
      !staying.contains($0.serial) && !$0.installers.isDisjoint(with: staying)
    }) {
      staying.insert(next.serial)
    }
    installed.removeAll { !staying.contains($0.serial) }
    items.removeAll { !staying.contains($0.owner) }
    for index in installed.indices { installed[index].installers.formIntersection(staying) }
  }
}
