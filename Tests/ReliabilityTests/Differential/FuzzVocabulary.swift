/// A scenario of the differential test: bindings, and the actions of user code.
///
/// Everything is a plain value, so that a failing case can be made smaller.
struct Scenario {
  /// The number of names.
  var names = 3
  var forms: [FuzzForm] = []
  /// Properties that extensions add to a class.
  var extensions: [Extension] = []
  /// Modules that updates install and uninstall; the first of them is installed at the beginning.
  var modules: [[FuzzForm]] = []
  /// The bindings of each child; the parent of a child may be another child.
  var children: [Child] = []
  var operations: [Operation] = []
  /// Whether the test holds every node; otherwise only the injector does.
  var keepsNodes = true

  struct Extension {
    var cls: NodeClass
    var edge: FuzzEdge
  }

  struct Child {
    /// Its parent: an earlier child, or the root.
    var parent: Int?
    var forms: [FuzzForm]
  }

  struct Operation {
    var step: FuzzStep
    /// The child that is asked; nil for the root.
    var child: Int?
  }
}

/// The keys: nodes under names, and three without a name.
enum FuzzKey: Hashable {
  case name(Int)
  case unnamed, role, listed
}

enum NodeClass: Int, CaseIterable {
  case plain
  /// Requires a node, accepts a node, and requires a lazy value.
  case listed
  /// Has markers.
  case marked
}

enum FuzzScope: CaseIterable {
  case unscoped, singleton, eager, graph, weak, stored, storedElsewhere

  /// Whether the injector that binds it builds it, even for its children.
  var isKept: Bool { self == .singleton || self == .eager || self == .weak }
}

/// One binding.
struct FuzzForm {
  var key: FuzzKey
  var source: Source = .closure
  var scope: FuzzScope?
  /// Properties that the binding adds.
  var edges: [FuzzEdge] = []
  var isAsIs = false
  var isContribution = false
  var cls = NodeClass.plain
  /// The first actions of the creator.
  var steps: [FuzzStep] = []
  /// The actions of the node in `awakeFromInjection`.
  var awakeSteps: [FuzzStep] = []
  var awakeThrows = false

  enum Source: Equatable {
    case closure
    /// A closure that throws after its steps.
    case throwing
    /// A closure that returns nil.
    case absent
    /// A closure that returns the value of another key.
    case passing(FuzzKey)
    /// A closure that returns an existing object.
    case captured(Int)
    /// A closure that takes an argument.
    case argument(isOptional: Bool)
    /// A closure that receives its injection point.
    case point
    case provider
    case link(FuzzKey)
    /// A link to a class that is created on demand.
    case onDemand
    /// A link to a class that declares its initializer.
    case declared
    /// An initializer whose parameters are resolved.
    case initializer
    case instance(Int)
    case injectedInstance(Int)
    case nothing
  }
}

/// A property, and the key that is injected into it.
struct FuzzEdge: Equatable {
  enum Property: CaseIterable {
    case a, b, c, lazy, provider, list, lazyList, lazies, role, listed, injector
  }
  var property: Property
  var name: Int
}

/// An action of user code in an operation, a creator or an awake.
struct FuzzStep {
  var action: Action
  /// Whether the code continues if the action fails.
  var forgives = false

  indirect enum Action {
    case resolve(FuzzKey)
    case resolveIfBound(FuzzKey)
    case resolveList(Int)
    case resolveWithArgument(FuzzKey, fits: Bool)
    case inject(Int)
    case injectEach([Int])
    case create(NodeClass, isArray: Bool)
    /// The lazy value of the present node, or of the node with the number.
    case getLazy(Int)
    case getProvider(Int)
    case getList(Int)
    case asks(FuzzKey)
    case update([FuzzChange])
    case updateThatThrows([FuzzChange])
    case release
    case inChild([FuzzForm], [FuzzStep])
  }
}

enum FuzzChange {
  case bind(FuzzForm)
  case unbind(FuzzKey)
  case unbindList(Int)
  case rescope(FuzzKey, FuzzScope)
  case install(Int)
  case uninstall(Int)
  case extend(Scenario.Extension)
}

/// A way to run a scenario; the results must agree.
struct Variant: OptionSet, CustomStringConvertible {
  let rawValue: Int

  /// An observer listens.
  static let observed = Variant(rawValue: 1)
  /// The last operation runs in a creator, below forty objects.
  static let deep = Variant(rawValue: 2)
  /// The classes and bindings have been used before.
  static let warm = Variant(rawValue: 4)
  /// A child without bindings is asked instead of the root.
  static let throughChild = Variant(rawValue: 8)
  /// Updates that change nothing precede each operation.
  static let updated = Variant(rawValue: 16)
  /// The root is derived from another injector, by adding an unrelated binding.
  static let derived = Variant(rawValue: 32)
  /// The bindings of the root are made by an update.
  static let live = Variant(rawValue: 64)

  static let all: [Variant] = [
    .observed, .deep, .warm, .throughChild, .updated, .derived, .live,
  ]

  var description: String {
    let names = ["observed", "deep", "warm", "through a child", "updated", "derived", "live"]
    return zip(Self.all, names).filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// An event during a scenario.
struct FuzzEvent: Equatable {
  enum Kind {
    /// A node was made.
    case made
    /// A node was awoken, with these properties.
    case awake
    /// A node was released.
    case released
    /// The outcome of a step.
    case got, gotNothing, gotList, failed, done
    /// After an operation, this many nodes are left, with these properties.
    case state
    /// Nodes are left when nothing refers to the injectors any more.
    case leaked
  }
  let kind: Kind
  let first: Int
  let second: Int

  init(_ kind: Kind, _ first: Int = 0, _ second: Int = 0) {
    self.kind = kind
    self.first = first
    self.second = second
  }
}
