/// A scenario of threads that use a few injectors at once: bindings, and the operations of each thread.
///
/// Everything is a plain value that follows from the seed; only the interleaving does not.
struct CrowdPlan: Sendable {
  /// Keys are numbers; in a plan without cycles, a value needs only those with higher numbers.
  var keys = 0
  var isAcyclic = false
  /// A key that nothing binds at first.
  var unbound: Int?
  /// The initial bindings of each injector: the root, perhaps its child, and perhaps an unrelated one.
  var homes: [Home] = []
  /// Modules that updates install and uninstall.
  var modules: [[CrowdForm]] = []
  var threads: [[CrowdStep]] = []
  /// What observers, a store and the unloading of modules ask injectors for; empty in most plans.
  var echoes: [CrowdStep] = []
  /// Whether the threads keep what they receive.
  var keepsValues = false
  var isObserved = false
  /// Whether the injectors are shut down at the end; otherwise they are dropped.
  var isShutDown = false
  /// How user code loses time, in percent of the occasions.
  var yields = 0
  var spins = 0
  var sleeps = 0

  struct Home: Sendable {
    var parent: Int?
    var forms: [CrowdForm]
  }
}

enum CrowdKey: Hashable {
  case node(Int), role(Int), list(Int)

  var number: Int {
    switch self {
    case .node(let number), .role(let number), .list(let number): number
    }
  }
}

enum CrowdScope: Equatable {
  case unscoped, singleton, eager, graph, weak
  case stored(Int)

  /// Whether the injector that binds it keeps it and releases it.
  var isSingleton: Bool { self == .singleton || self == .eager }
}

/// One binding.
struct CrowdForm: Sendable {
  var key: CrowdKey
  var source = Source.closure
  var scope = CrowdScope.unscoped
  /// Properties that the binding adds.
  var edges: [Edge] = []
  /// What the creator does first, and what the object does when it awakes.
  var steps: [CrowdStep] = []
  var awakeSteps: [CrowdStep] = []
  /// What the object does when it is released, and when it ends.
  var echoes: [CrowdStep] = []
  /// The creator, or the awake, throws every time that a counter reaches a multiple; 0 for never.
  var failure = 0
  var awakeFailure = 0
  var completes = false
  var isReleased = false
  var releaseFails = false

  enum Source: Equatable {
    case closure
    /// A closure that takes an optional argument.
    case argument
    /// A closure that returns the value of another key.
    case passing(Int)
    case link(Int)
    /// An asynchronous closure that awaits other keys.
    case asynchronous([Int])

    /// Whether its values come from another binding.
    var isPassing: Bool {
      switch self {
      case .passing, .link: true
      default: false
      }
    }
  }

  struct Edge: Sendable {
    enum Property: CaseIterable { case a, b, c, lazy, provider, list, role }
    var property: Property
    var key: Int
  }
}

/// An action of a thread, a creator or an awake.
struct CrowdStep: Sendable {
  var action: Action
  /// Whether user code continues if the action fails.
  var forgives = true
  /// The injector that is asked; nil for the one that creates the object.
  var home: Int?

  indirect enum Action: Sendable {
    case resolve(CrowdKey, isOptional: Bool)
    case resolveWithArgument(Int)
    case inject, create
    case getLazy, getProvider
    case update([CrowdChange], throwsError: Bool, resolves: Int?)
    case release
    case releaseOne(CrowdKey)
    case resetStore(Int)
    case inChild([CrowdForm], [CrowdStep])
    case derive([CrowdForm], [CrowdStep])
    case validate, draw
    case explain(CrowdKey)
    case asks(CrowdKey)
    case prepare(cancels: Bool)
    case shutDown
  }
}

enum CrowdChange: Sendable {
  case bind(CrowdForm)
  case unbind(CrowdKey)
  case rescope(Int, CrowdScope)
  case install(Int)
  case uninstall(Int)
}

extension CrowdPlan {
  /// Visits every binding, step and change.
  func read(
    form: (CrowdForm) -> Void = { _ in },
    step: (CrowdStep, _ form: CrowdForm?) -> Void = { _, _ in },
    change: (CrowdChange) -> Void = { _ in }
  ) {
    func visit(_ read: CrowdForm) {
      form(read)
      for next in read.steps + read.awakeSteps + read.echoes { visit(next, read) }
    }
    func visit(_ read: CrowdStep, _ owner: CrowdForm?) {
      step(read, owner)
      switch read.action {
      case .update(let changes, _, _):
        for next in changes {
          change(next)
          if case .bind(let form) = next { visit(form) }
        }
      case .inChild(let forms, let steps), .derive(let forms, let steps):
        forms.forEach(visit)
        for next in steps { visit(next, owner) }
      default: break
      }
    }
    for home in homes { home.forms.forEach(visit) }
    for module in modules { module.forEach(visit) }
    for thread in threads { for step in thread { visit(step, nil) } }
    for echo in echoes { visit(echo, nil) }
  }
}
