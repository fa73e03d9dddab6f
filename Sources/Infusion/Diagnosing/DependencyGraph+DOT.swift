extension DependencyGraph {
  /// The graph in the language of Graphviz.
  ///
  /// Write it to a file, and draw it with `dot -Tsvg graph.dot -o graph.svg`. Nodes are grouped by
  /// the module that made their binding. Shapes tell how a value is made, fills its scope, red what
  /// is wrong or missing; dashed edges are optional, dotted ones are followed later, bold red ones
  /// close a cycle.
  ///
  /// - Complexity: O(*n* + *e*).
  public var dot: String {
    let numbers = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.id), 0...))
    var lines = [
      "digraph Infusion {",
      "  rankdir=LR;",
      "  node [fontname=\"Helvetica\", fontsize=12, style=\"filled,rounded\", shape=box, fillcolor=white, color=gray30];",
      "  edge [fontname=\"Helvetica\", fontsize=10, color=gray30];",
    ]
    for (number, group) in grouped.enumerated() {
      var indentation = "  "
      if let module = group.module {
        lines.append("  subgraph cluster_\(number) {")
        lines.append(
          "    label=\(quoted(module)); fontname=\"Helvetica\"; style=rounded; color=gray70;")
        indentation = "    "
      }
      for node in group.nodes {
        lines.append("\(indentation)n\(numbers[node.id] ?? 0) [\(attributes(of: node))];")
      }
      if group.module != nil { lines.append("  }") }
    }
    for edge in edges {
      guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
      lines.append("  n\(source) -> n\(target) [\(attributes(of: edge))];")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func attributes(of node: Node) -> String {
    var attributes = [
      "label=\(quoted(node.label(separator: "\n")))", "shape=\(shape(of: node.kind))",
    ]
    if node.kind == .link || node.kind == .onDemand {
      attributes.append("style=\"filled,dashed\"")
    }
    if node.kind == .missing || !node.problems.isEmpty {
      attributes += ["color=red", "fillcolor=mistyrose"]
    } else if let fill = node.fill {
      attributes.append("fillcolor=\(fill)")
    }
    return attributes.joined(separator: ", ")
  }

  private func shape(of kind: Node.Kind) -> String {
    switch kind {
    case .closure, .initializer, .provider: "box"
    case .instance: "cylinder"
    case .link: "cds"
    case .onDemand: "box"
    case .collection: "folder"
    case .injector, .injected: "component"
    case .nothing, .missing: "octagon"
    }
  }

  private func attributes(of edge: Edge) -> String {
    var attributes: [String] = []
    if !edge.label.isEmpty { attributes.append("label=\(quoted(edge.label))") }
    if edge.isLazy {
      attributes.append("style=dotted")
    } else if edge.isOptional {
      attributes.append("style=dashed")
    }
    if edge.isForCreation { attributes.append("arrowhead=empty") }
    if edge.isInCycle { attributes += ["color=red", "penwidth=2"] }
    return attributes.joined(separator: ", ")
  }

  /// A text in double quotes; a line break becomes one of the label.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where character.isNewline: result += "\\n"
      default: result.append(character)
      }
    }
    return result + "\""
  }
}

extension DependencyGraph {
  /// The nodes by the outermost module that made their binding, in the order in which modules first
  /// appear.
  var grouped: [(module: String?, nodes: [Node])] {
    var order: [String?] = []
    var groups: [String?: [Node]] = [:]
    for node in nodes {
      let module = node.modules.last
      if groups[module] == nil { order.append(module) }
      groups[module, default: []].append(node)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }
}

extension DependencyGraph.Node {
  /// The title, and how the value is made and kept.
  func label(separator: String) -> String {
    let made: String? =
      switch kind {
      case .closure: nil
      case .onDemand: "on demand"
      case .injected: "made elsewhere"
      default: kind.rawValue
      }
    let kept: String? =
      scope.isEmpty || scope == Scope.unscoped.description || kind == .instance ? nil : scope
    let notes = [made, isEager ? "eager \(kept ?? "")" : kept].compactMap { $0 }
    return notes.isEmpty ? title : title + separator + notes.joined(separator: ", ")
  }

  /// The color of the scope.
  fileprivate var fill: String? {
    switch scope {
    case Scope.singleton.description: "lightblue"
    case Scope.graph.description: "honeydew"
    case Scope.weak.description: "lavender"
    case "", Scope.unscoped.description: nil
    default: "lightyellow"
    }
  }
}
