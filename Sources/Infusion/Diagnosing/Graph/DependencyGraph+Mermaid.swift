extension DependencyGraph {
  /// The graph as a Mermaid flowchart, which many Markdown viewers draw.
  ///
  /// A box groups the nodes whose bindings one module declares. Stadiums are singletons, cylinders
  /// are instances, and hexagons are missing bindings or bindings to nothing. Dotted arrows are
  /// optional or resolved later. Orange arrows are part of a cycle that the injector can complete.
  /// Everything red is wrong.
  ///
  /// - Complexity: O(*n* + *e*).
  public var mermaid: String {
    let numbers = positions
    var lines = ["flowchart LR"]
    for (number, (module, group)) in grouped.enumerated() {
      if let module { lines.append("  subgraph m\(number) [\(quoted(module))]") }
      let indentation = module == nil ? "  " : "    "
      for node in group {
        let (left, right) = brackets(of: node)
        let label = quoted(([node.title] + node.labelNotes).joined(separator: "\n"))
        lines.append("\(indentation)n\(numbers[node.id] ?? 0)\(left)\(label)\(right)")
      }
      if module != nil { lines.append("  end") }
    }
    let inFatalCycles = idsInFatalCycles
    for (position, edge) in edges.enumerated() {
      guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
      let arrow = edge.isOptional || edge.isLazy ? "-.->" : "-->"
      let label = edge.label.isEmpty ? "" : "|\(quoted(edge.label))|"
      lines.append("  n\(source) \(arrow)\(label) n\(target)")
      if edge.isInCycle {
        let color = edge.isFatal(in: inFatalCycles) ? "red" : "darkorange"
        lines.append("  linkStyle \(position) stroke:\(color),stroke-width:2px")
      }
    }
    for node in nodes where !node.problems.isEmpty {
      lines.append("  style n\(numbers[node.id] ?? 0) stroke:red,fill:#ffe4e1")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func brackets(of node: Node) -> (String, String) {
    switch node.kind {
    case .instance: ("[(", ")]")
    case .nothing, .missing: ("{{", "}}")
    case .collection: ("[[", "]]")
    default: node.scope == Scope.singleton.description ? ("([", "])") : ("[", "]")
    }
  }

  /// A text in double quotes, with entities for the special characters of Mermaid.
  private func quoted(_ text: String) -> String {
    let escaped = text.escaped(
      [
        "\"": "#quot;", "#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "`": "#96;",
        "\\": "#92;",
      ], newline: "<br/>")
    return "\"\(escaped)\""
  }
}
