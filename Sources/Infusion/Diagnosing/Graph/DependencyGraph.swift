/// The values that an injector provides, and their dependencies.
///
/// The graph is a value: it shows the injector as it was when you asked for the graph. Creating a
/// graph creates none of your objects.
///
/// ```swift
/// func draw(_ injector: Injector) {
///   print(injector.graph.dot)
/// }
/// ```
///
/// Nodes are in the order of the bindings, those of a module before those of the modules that it
/// installs. The contributions follow in the same order, and then the nodes found later, in the order of
/// discovery.
/// Edges are in the order of declaration. The same configuration always produces the same graph.
/// `Sendable`, and `Codable` for tools.
///
/// In the complexity of its members, *n* is the number of nodes and *e* the number of edges.
/// ``Injector/graph`` states the complexity of creating a graph.
public struct DependencyGraph: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A value that is provided, or an object that is injected.
  ///
  /// `Sendable`.
  public struct Node: Hashable, Sendable, Codable, Identifiable, CustomStringConvertible {
    /// How the value of a node is created.
    ///
    /// `Sendable`.
    public enum Kind: String, Hashable, Sendable, Codable, CustomStringConvertible {
      /// A closure of a module.
      case closure
      /// An asynchronous closure of a module (see ``Injector/prepare(fileID:line:progress:)``).
      case asynchronous
      /// An initializer; the injector resolves its parameters.
      case initializer
      /// An existing object or value.
      case instance
      /// The value of another key.
      case link
      /// A provider.
      case provider
      /// Nothing, on purpose.
      case nothing
      /// The type itself, if nothing is bound, or the binding has no target.
      case onDemand
      /// The contributions to a collection.
      case collection
      /// The injector itself.
      case injector
      /// A class whose objects something else creates. Drawings call it *made elsewhere*.
      case injected
      /// Not provided at all.
      case missing

      /// The name of the case.
      public var description: String { rawValue }
    }

    /// The type with its module, and the name.
    ///
    /// It is the same in every graph, unless several nodes share this text: types, contributions, or
    /// objects of one type in a child and its parent. Then it also contains a number.
    public let id: String
    /// The type, as a programmer writes it.
    public let type: String
    /// The name of the key.
    public let name: String?
    /// How the value is created.
    public let kind: Kind
    /// How long an instance is kept.
    public let scope: String
    /// Whether it is a contribution to the collection of its type, which leaves the type unbound.
    public let isContribution: Bool
    /// Whether it is created together with its injector.
    public let isEager: Bool
    /// The module that declares the binding, after those that installed it, outermost first.
    ///
    /// An update may have uninstalled the outer ones since.
    public let modules: [String]
    /// Where it is bound: `Garage.swift:12`.
    public let location: String?
    /// The distance to the injector that keeps its instances or creates them: 0 for the injector
    /// that was asked, 1 for its parent.
    public let level: Int
    /// Whether everything that it depends on is known; see ``ValidationReport/notExamined``.
    public let isExamined: Bool
    /// The stored properties of its class and superclasses that no list mentions; empty for a class
    /// that lists nothing.
    ///
    /// Two names joined with "or" are one listed property and one unlisted property, which cannot
    /// be distinguished.
    public let unlisted: [String]
    /// The codes of the errors that ``Injector/validate(including:)`` finds in it.
    public let problems: [String]

    /// The type, the name, and in parentheses the kind.
    public var description: String { "\(title) (\(kind))" }
  }

  /// A dependency.
  ///
  /// `Sendable`.
  public struct Edge: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The node that has the dependency.
    public let source: Node.ID
    /// The node that the source depends on.
    public let target: Node.ID
    /// The property or the parameter.
    public let label: String
    /// Whether it may be absent.
    public let isOptional: Bool
    /// Whether it is resolved later, through ``Lazy`` or ``Provider``.
    public let isLazy: Bool
    /// Whether it is needed to create the owner, and not set as a property.
    public let isForCreation: Bool
    /// Whether it is part of a cycle.
    public let isInCycle: Bool

    /// Both ends, and the label in parentheses.
    public var description: String {
      "\(source) → \(target)" + (label.isEmpty ? "" : " (\(label))")
    }
  }

  /// All values that are provided, and all objects that are injected.
  public let nodes: [Node]
  /// All dependencies.
  public let edges: [Edge]

  /// How many nodes and edges there are; ``text`` shows them.
  public var description: String { "\(nodes.count) nodes, \(edges.count) edges" }

  /// The part of the graph that a node depends on, itself included.
  ///
  /// - Parameter id: The ``Node/id`` of a node.
  /// - Returns: The reachable nodes and the edges between them; empty for an unknown node.
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
