/// What an injector provides, and what depends on what.
///
/// A value: it shows the injector as it was when it was asked, and nothing was created for it.
///
/// ```swift
/// func draw(_ injector: Injector) {
///   print(injector.graph.dot)
/// }
/// ```
///
/// Nodes stand in the order of the bindings, then of discovery; edges in the order of declaration.
/// The same configuration gives the same graph. `Sendable`, and `Codable` for tools.
///
/// Where its members state their complexity, *n* is the number of nodes, and *e* that of edges; what
/// it costs to make a graph is said of ``Injector/graph``.
public struct DependencyGraph: Hashable, Sendable, Codable {
  /// Something that is provided, or injected.
  ///
  /// `Sendable`.
  public struct Node: Hashable, Sendable, Codable, Identifiable {
    /// What a node is made by.
    ///
    /// `Sendable`.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// A closure of a module.
      case closure
      /// A closure of a module that is awaited, see ``Injector/prepare(fileID:line:progress:)``.
      case asynchronous
      /// An initializer whose parameters are resolved.
      case initializer
      /// An object or value that exists already.
      case instance
      /// The value of another key.
      case link
      /// A provider.
      case provider
      /// Nothing, on purpose.
      case nothing
      /// The type itself, when nothing is bound.
      case onDemand
      /// Everything that is contributed.
      case collection
      /// The injector itself.
      case injector
      /// A class whose objects are made elsewhere.
      case injected
      /// Not provided at all.
      case missing
    }

    /// The type with its module, and the name: the same in each graph.
    public let id: String
    /// The type, as a programmer writes it.
    public let type: String
    /// The name of the key.
    public let name: String?
    /// What the node is made by.
    public let kind: Kind
    /// How long an instance is kept.
    public let scope: String
    /// Whether it goes into the collection of its type, and leaves the type itself unbound.
    public let isContribution: Bool
    /// Whether it is created together with its injector.
    public let isEager: Bool
    /// The modules that made the binding, outermost first.
    public let modules: [String]
    /// Where it is bound: `Garage.swift:12`.
    public let location: String?
    /// What is wrong with it: the codes of the errors that ``Injector/validate(including:)`` finds.
    public let problems: [String]
  }

  /// A dependency.
  ///
  /// `Sendable`.
  public struct Edge: Hashable, Sendable, Codable {
    /// The node that depends.
    public let source: Node.ID
    /// The node that it depends on.
    public let target: Node.ID
    /// The property or the parameter.
    public let label: String
    /// Whether it may be absent.
    public let isOptional: Bool
    /// Whether it is asked for later, through ``Lazy`` or ``Provider``.
    public let isLazy: Bool
    /// Whether it is needed to create the owner, and not set as a property.
    public let isForCreation: Bool
    /// Whether it is part of a cycle.
    public let isInCycle: Bool
  }

  /// Everything that is provided, or injected.
  public let nodes: [Node]
  /// All dependencies.
  public let edges: [Edge]

  /// The part of the graph that a node depends on, itself included.
  ///
  /// - Parameter id: The ``Node/id`` of a node.
  /// - Returns: The nodes that can be reached, and the edges between them; empty for an unknown
  ///   node.
  /// - Complexity: O(*n* + *e*).
  public func reachable(from id: Node.ID) -> DependencyGraph {
    let outgoing = Dictionary(grouping: edges, by: \.source)
    var reached: Set<Node.ID> = []
    var waiting = nodes.contains { $0.id == id } ? [id] : []
    while let next = waiting.popLast() {
      guard reached.insert(next).inserted else { continue }
      waiting += (outgoing[next] ?? []).map(\.target)
    }
    return DependencyGraph(
      nodes: nodes.filter { reached.contains($0.id) },
      edges: edges.filter { reached.contains($0.source) })
  }
}
