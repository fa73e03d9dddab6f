extension DependencyGraph {
  /// The whole graph as indented trees, in lines of plain text.
  ///
  /// Each tree starts with a node that nothing else depends on, or with the first node of a cycle
  /// that nothing else depends on. A line that ends with `…` was explained above. A blank line
  /// separates two trees.
  ///
  /// - Complexity: O(*n* + *e*).
  public var text: String {
    var explanation = Explanation(self)
    let trees = roots.compactMap {
      explanation.hasExplained($0) ? nil : explanation.lines(from: $0)
    }
    return trees.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// The nodes that no other component depends on: every node can be reached from one of them.
  private var roots: [Node] {
    let positions = positions
    var targets = Array(repeating: [Int](), count: nodes.count)
    for edge in edges {
      if let source = positions[edge.source], let target = positions[edge.target] {
        targets[source].append(target)
      }
    }
    let components = StronglyConnectedComponents(targets)
    let needed = Set(
      targets.indices.flatMap { source in
        targets[source].lazy.filter { !components.areTogether(source, $0) }.map { components[$0] }
      })
    return nodes.indices.filter { !needed.contains(components[$0]) }.map { nodes[$0] }
  }

  /// Explains what a node needs: an indented tree with scopes and the origin of each binding.
  ///
  /// It explains each node once. Stored properties that no list mentions have a line of their own
  /// (see ``Node/unlisted``).
  ///
  /// - Parameter id: The ``Node/id`` of a node.
  /// - Returns: The text, a line for each node; nil for an unknown node.
  /// - Complexity: O(*n* + *e*).
  public func explain(_ id: Node.ID) -> String? {
    nodes.first { $0.id == id }.map(explanation)
  }

  /// An indented tree, the given node at its root.
  func explanation(of root: Node) -> String {
    var explanation = Explanation(self)
    return explanation.lines(from: root).joined(separator: "\n")
  }
}

/// Trees of nodes, each of which is explained once.
private struct Explanation {
  private let outgoing: [DependencyGraph.Node.ID: [DependencyGraph.Edge]]
  private let nodes: [DependencyGraph.Node.ID: DependencyGraph.Node]
  private var explained: Set<DependencyGraph.Node.ID> = []
  /// The classes whose unlisted properties have been printed, with these: classes of two modules may
  /// share a text.
  private var shown: Set<[String]> = []

  init(_ graph: DependencyGraph) {
    outgoing = Dictionary(grouping: graph.edges, by: \.source)
    nodes = Dictionary(zip(graph.nodes.map(\.id), graph.nodes)) { first, _ in first }
  }

  func hasExplained(_ node: DependencyGraph.Node) -> Bool { explained.contains(node.id) }

  /// The indentation of a line; beyond a certain depth it is only the number of the depth.
  private static func indentation(_ depth: Int) -> String {
    String(repeating: "  ", count: min(depth, 40)) + (depth > 40 ? "[\(depth)] " : "")
  }

  mutating func lines(from root: DependencyGraph.Node) -> [String] {
    typealias Visit = (node: DependencyGraph.Node, edge: DependencyGraph.Edge?, depth: Int)
    var lines: [String] = []
    var waiting: [Visit] = [(root, nil, 0)]
    while let (node, edge, depth) = waiting.popLast() {
      let isNew = explained.insert(node.id).inserted
      let dependencies = outgoing[node.id] ?? []
      var line = Self.indentation(depth)
      if let edge, !edge.label.isEmpty { line += "\(edge.label): " }
      line += node.title
      let notes = (edge?.notes ?? []) + node.notes
      if !notes.isEmpty { line += " (\(notes.joined(separator: ", ")))" }
      if !isNew, !dependencies.isEmpty { line += " …" }
      lines.append(line)
      guard isNew else { continue }
      if !node.unlisted.isEmpty, shown.insert([node.type] + node.unlisted).inserted {
        lines.append(
          Self.indentation(depth + 1) + "not listed, so the injector does not set it: "
            + node.unlisted.joined(separator: ", "))
      }
      for dependency in dependencies.reversed() {
        if let target = nodes[dependency.target] {
          waiting.append((target, dependency, depth + 1))
        }
      }
    }
    return lines
  }
}

extension DependencyGraph.Node {
  /// The type, and the name in quotes.
  var title: String { name.map { "\(type) \($0.debugDescription)" } ?? type }

  /// The notes on the node, without its title.
  var notes: [String] {
    if kind == .missing { return [made].compactMap { $0 } + furtherProblems }
    let place = location.map { (modules.last.map { "\($0), " } ?? "") + $0 }
    let facts = [
      kind == .injector ? nil : made, kept, isEager ? "eager" : nil, place, levelNote,
      isExamined ? nil : "not examined",
    ]
    return facts.compactMap { $0 } + problems
  }
}

extension DependencyGraph.Edge {
  fileprivate var notes: [String] {
    (isOptional ? ["optional"] : []) + (isLazy ? ["later"] : [])
  }
}
