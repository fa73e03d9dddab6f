/// A scenario of tasks and threads that prepare, change and end a few injectors at once.
///
/// Everything is a plain value that follows from the seed; only the interleaving does not.
struct TaskCrowdPlan: Sendable {
  /// The keys are numbers, and creators ask only for higher ones; properties may need any.
  var keys = 0
  var hasCycles = false
  var fails = false
  var changes = false
  var unbinds = false
  /// Whether bindings become singletons.
  var rescopes = false
  /// Whether creators derive injectors.
  var derives = false
  /// Whether bindings contribute to a collection.
  var collects = false
  /// Whether objects have a `Lazy` and a `Provider`.
  var hasHandles = false
  /// Whether objects await something while they are released.
  var awaits = false
  /// Whether objects are released on the main actor.
  var releasesOnMainActor = false
  /// Whether injectors are shut down before the end.
  var ends = false
  /// Whether they are shut down without waiting for tasks.
  var endsAtOnce = false
  /// Whether the end of the run shuts the injectors down at once; otherwise it first has them forget
  /// their singletons.
  var isShutDown = false
  /// The bindings of the root, perhaps those of its child, and perhaps those of an unrelated injector.
  var homes: [Home] = []
  /// The bindings of two modules; the first one installs the second.
  var modules: [[Form]] = []
  /// What tasks do, and what threads do.
  var tasks: [[Operation]] = []
  var threads: [[Operation]] = []

  /// How much time creators and releases lose, in percent.
  var yields = 0
  var sleeps = 0

  struct Home: Sendable {
    var parent: Int?
    var forms: [Form]
  }

  struct Form: Sendable {
    enum Kind { case asynchronous, declaring, singleton, unscoped, weak, graph, stored, link }
    enum Release { case never, here, onMainActor, awaited }

    var key: Int
    var kind = Kind.singleton
    /// Whether it contributes to the collection instead.
    var isContributed = false
    /// Whether an update creates the singleton.
    var isEager = false
    /// What its creator receives; a link leads to the first of them.
    var needs: [Int] = []
    /// Whether its creator receives the collection, too.
    var collects = false
    var properties: [Int] = []
    /// The keys of a `Lazy` and a `Provider`, and whether the object uses them while it awakes.
    var later: Int?
    var again: Int?
    var usesHandles = false
    var deeds: [Deed] = []
    /// What a synchronous creator asks for, and what an object does while it awakes.
    var asks: [Ask] = []
    var awakeAsks: [Ask] = []
    var release = Release.here
    var farewell: Farewell?
    /// Each call of the creator with a multiple of this number fails.
    var failure = 0
    var awakeFailure = 0
    var yields = 0

    /// The key in the history of an injector, in which each contribution has its own.
    func historyKey(withTag tag: Int) -> Int { isContributed ? -tag : key }

    var isAsynchronous: Bool { kind == .asynchronous || kind == .declaring }
    var isSingleton: Bool { isAsynchronous || kind == .singleton }
  }

  /// What user code asks for on the thread that runs it; it can do without.
  enum Ask: Sendable {
    case resolve(Int, home: Int?)
    case create(Int)
    case inChild([Form], key: Int)
    case inDerived(key: Int)
  }

  /// What an object does while it is released.
  enum Farewell: Sendable {
    case asks(Int, home: Int)
    case shutsDown(home: Int)
  }

  /// What an asynchronous closure does before it returns.
  enum Deed: Sendable {
    /// Asks and can do without.
    case tries(Int, home: Int?)
    case shutsDownAnother(home: Int)
    case makesChild([Form], key: Int, isShutDown: Bool)
    case startsTask(key: Int, asksInChildTask: Bool)
    case updates(Form)
    case shutsDown
  }

  enum Change: Sendable {
    case bind(Form)
    case unbind(Int)
    case rescope(Int)
    case install(Int)
    case uninstall(Int)
    case extend

    var isEager: Bool { if case .bind(let form) = self { form.isEager } else { false } }
  }

  enum Action: Sendable {
    case prepare(cancelsAfter: Int?)
    case prepared(Int, cancelsAfter: Int?)
    case resolve(Int)
    case collect
    case preparedCollection
    case create(Int)
    case inject(Int)
    case update([Change], throwsError: Bool)
    case release
    case releaseOne(Int)
    case resetStore
    case makeChild([Form], keys: [Int], isShutDown: Bool)
    case derive([Form], key: Int)
    case shutDown
    case shutDownGracefully
  }

  struct Operation: Sendable {
    var home: Int
    var action: Action
    var yields = 0
  }

  /// Whether each object is released where its injector ends, and asks for nothing.
  var isReleasedAtOnce: Bool {
    !awaits && !releasesOnMainActor && forms.allSatisfy { $0.farewell == nil }
  }

  /// All bindings that may come into force.
  var forms: [Form] {
    let outermost =
      homes.flatMap(\.forms) + modules.flatMap { $0 }
      + (tasks + threads).flatMap { $0 }.flatMap { operation -> [Form] in
        switch operation.action {
        case .update(let changes, _):
          changes.compactMap { if case .bind(let form) = $0 { form } else { nil } }
        case .makeChild(let forms, _, _), .derive(let forms, _): forms
        default: []
        }
      }
    return outermost.flatMap(\.withInner)
  }
}

extension TaskCrowdPlan.Form {
  /// The form, and those that its closure and its objects bind.
  fileprivate var withInner: [TaskCrowdPlan.Form] {
    let ofDeeds = deeds.flatMap { deed -> [TaskCrowdPlan.Form] in
      switch deed {
      case .makesChild(let forms, _, _): forms
      case .updates(let form): [form]
      default: []
      }
    }
    let ofAsks = (asks + awakeAsks).flatMap { ask -> [TaskCrowdPlan.Form] in
      if case .inChild(let forms, _) = ask { forms } else { [] }
    }
    return [self] + (ofDeeds + ofAsks).flatMap(\.withInner)
  }
}
