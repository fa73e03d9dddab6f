extension DependencyGraph {
  /// The difference between two graphs.
  ///
  /// `Sendable`.
  public struct Difference: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Nodes of the new graph whose ``Node/id`` is new.
    public let added: [Node]
    /// Nodes of the old graph whose ``Node/id`` is gone.
    public let removed: [Node]
    /// Nodes of the new graph that changed: for example, the binding has another location or scope.
    public let changed: [Node]
    /// Edges that are new.
    public let addedEdges: [Edge]
    /// Edges that are gone.
    public let removedEdges: [Edge]

    /// Whether the two graphs have the same nodes and edges, in any order.
    public var isEmpty: Bool {
      added.isEmpty && removed.isEmpty && changed.isEmpty && addedEdges.isEmpty
        && removedEdges.isEmpty
    }

    /// The nodes of each list, and how many edges are new or gone.
    public var description: String {
      "added: \(added), removed: \(removed), changed: \(changed), "
        + "edges: \(addedEdges.count) added, \(removedEdges.count) removed"
    }
  }

  /// Compares this graph with an older one, for example to see what an override in a test changes.
  ///
  /// - Parameter old: The older graph.
  /// - Returns: The nodes and edges that are new, gone or different.
  /// - Complexity: O(*n* + *e*).
  public func difference(from old: DependencyGraph) -> Difference {
    let (before, after) = (old.positions, positions)
    return Difference(
      added: nodes.filter { before[$0.id] == nil },
      removed: old.nodes.filter { after[$0.id] == nil },
      changed: nodes.filter { node in before[node.id].map { old.nodes[$0] != node } ?? false },
      addedEdges: Self.surplus(of: edges, over: old.edges),
      removedEdges: Self.surplus(of: old.edges, over: edges))
  }

  /// The edges without those of another graph; a binding may declare one use several times.
  private static func surplus(of edges: [Edge], over others: [Edge]) -> [Edge] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return edges.filter { edge in
      guard let count = counts[edge], count > 0 else { return true }
      counts[edge] = count - 1
      return false
    }
  }
}
