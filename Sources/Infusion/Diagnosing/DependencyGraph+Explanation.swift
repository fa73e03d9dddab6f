extension DependencyGraph {
  /// An indented tree, the given node at its root.
  func explanation(of root: Node) -> String {
    let outgoing = Dictionary(grouping: edges, by: \.source)
    let known = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    var lines: [String] = []
    var explained: Set<Node.ID> = []
    var waiting: [(node: Node, edge: Edge?, depth: Int)] = [(root, nil, 0)]
    while let (node, edge, depth) = waiting.popLast() {
      let isNew = explained.insert(node.id).inserted
      let dependencies = outgoing[node.id] ?? []
      var line = String(repeating: "  ", count: depth)
      if let edge, !edge.label.isEmpty { line += "\(edge.label): " }
      line += node.title
      let notes = (edge?.notes ?? []) + node.notes
      if !notes.isEmpty { line += " (\(notes.joined(separator: ", ")))" }
      if !isNew, !dependencies.isEmpty { line += " …" }
      lines.append(line)
      guard isNew else { continue }
      for dependency in dependencies.reversed() {
        if let target = known[dependency.target] {
          waiting.append((target, dependency, depth + 1))
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension DependencyGraph.Node {
  /// The type, and the name in quotes.
  var title: String { name.map { "\(type) \($0.debugDescription)" } ?? type }

  /// What is to be said of the node besides its title.
  var notes: [String] {
    var notes: [String] = []
    switch kind {
    case .closure, .injector: break
    case .missing: return problems.isEmpty ? ["not bound"] : ["missing"]
    case .injected: notes.append("made elsewhere")
    case .onDemand: notes.append("on demand")
    case .initializer, .instance, .link, .provider, .nothing, .collection:
      notes.append(kind.rawValue)
    }
    if !scope.isEmpty, scope != Scope.unscoped.description, kind != .instance {
      notes.append(scope)
    }
    if isEager { notes.append("eager") }
    if let location {
      let module = modules.last.map { "\($0), " } ?? ""
      notes.append("\(module)\(location)")
    }
    return notes + problems
  }
}

extension DependencyGraph.Edge {
  fileprivate var notes: [String] {
    (isOptional ? ["optional"] : []) + (isLazy ? ["later"] : [])
  }
}
