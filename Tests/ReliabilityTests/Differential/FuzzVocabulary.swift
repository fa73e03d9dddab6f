/// What the differential test speaks of: bindings, what user code does, and when.
///
/// Everything is a plain value, so that a case that fails can be made smaller.
struct Scenario {
  /// How many names there are.
  var names = 3
  var forms: [FuzzForm] = []
  /// Properties added to a class from outside.
  var extensions: [Extension] = []
  /// Modules that updates install and uninstall; the first of them is installed at the beginning.
  var modules: [[FuzzForm]] = []
  /// The bindings of each child; a child may be that of another one.
  var children: [Child] = []
  var operations: [Operation] = []
  /// Whether every node is held by the test, or goes when the injector lets it go.
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

/// The keys: nodes under names, and three without.
enum FuzzKey: Hashable {
  case name(Int)
  case unnamed, role, listed
}

enum NodeClass: Int, CaseIterable {
  case plain
  /// Requires, accepts, and wants a lazy value.
  case listed
  /// Has markers.
  case marked
}

enum FuzzScope: CaseIterable {
  case unscoped, singleton, eager, graph, weak, stored, storedElsewhere

  /// Whether the injector that binds it builds it, for its children too.
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
  /// What the creator does first.
  var steps: [FuzzStep] = []
  /// What the node does when it is awoken.
  var awakeSteps: [FuzzStep] = []
  var awakeThrows = false

  enum Source: Equatable {
    case closure
    /// Throws after its steps.
    case throwing
    /// Returns nil.
    case absent
    /// A closure that returns what it gets for a key.
    case passing(FuzzKey)
    /// A closure that returns an existing object.
    case captured(Int)
    /// A closure that takes an argument.
    case argument(isOptional: Bool)
    /// A closure that hears who asks.
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

/// A property, and the key that it is injected with.
struct FuzzEdge: Equatable {
  enum Property: CaseIterable {
    case a, b, c, lazy, provider, list, lazyList, lazies, role, listed, injector
  }
  var property: Property
  var name: Int
}

/// Something that user code does, in an operation, a creator or an awake.
struct FuzzStep {
  var action: Action
  /// Whether the code goes on when it fails.
  var forgives = false

  indirect enum Action {
    case resolve(FuzzKey)
    case resolveIfBound(FuzzKey)
    case resolveList(Int)
    case resolveWithArgument(FuzzKey, fits: Bool)
    case inject(Int)
    case injectEach([Int])
    case create(NodeClass, isArray: Bool)
    /// Of the node at hand, or the one with the number.
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

/// How a scenario is run; the results have to agree.
struct Variant: OptionSet, CustomStringConvertible {
  let rawValue: Int

  /// An observer listens.
  static let observed = Variant(rawValue: 1)
  /// The last operation runs in a creator behind forty objects.
  static let deep = Variant(rawValue: 2)
  /// The classes and bindings have been met before.
  static let warm = Variant(rawValue: 4)
  /// A child that binds nothing is asked in place of the root.
  static let throughChild = Variant(rawValue: 8)
  /// Before each operation, updates change nothing.
  static let updated = Variant(rawValue: 16)

  static let all: [Variant] = [.observed, .deep, .warm, .throughChild, .updated]

  var description: String {
    let names = ["observed", "deep", "warm", "through a child", "updated"]
    return zip(Self.all, names).filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// One thing that has happened.
struct FuzzEvent: Equatable {
  enum Kind {
    /// A node was made.
    case made
    /// A node was awoken, with these properties.
    case awake
    /// A step has come to this.
    case got, gotNothing, gotList, failed, done
    /// An operation has left this many nodes with these properties.
    case state
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
