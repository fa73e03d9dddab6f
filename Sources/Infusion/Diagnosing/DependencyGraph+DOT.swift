extension DependencyGraph {
  /// The graph in the language of Graphviz.
  ///
  /// Write it to a file, and draw it with `dot -Tsvg graph.dot -o graph.svg`. Nodes are grouped by
  /// the module that made their binding.
  ///
  /// Shapes tell how a value is made: a box by a closure, an initializer or a provider, a dashed box
  /// on demand, a cylinder an instance that exists, a tag a link, a folder a collection, a component
  /// the injector itself or an object made elsewhere, an octagon nothing. Fills tell the scope: blue
  /// a singleton, green the graph, violet weak, yellow a custom one. Dashed edges are optional,
  /// dotted ones are followed later, those with an empty head are needed to create their owner.
  /// Orange edges are part of a cycle that closes; everything red is wrong.
  ///
  /// - Complexity: O(*n* + *e*).
  public var dot: String {
    let numbers = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.id), 0...))
    var lines = [
      "digraph Infusion {",
      "  graph [rankdir=LR, nodesep=0.2, ranksep=0.5, pad=0.2, fontname=\"Helvetica\", fontsize=13];",
      "  node [fontname=\"Helvetica\", fontsize=13, style=filled, fillcolor=white, color=gray30, margin=\"0.12,0.06\"];",
      "  edge [fontname=\"Helvetica\", fontsize=12, color=gray30, fontcolor=gray20];",
    ]
    for (number, group) in grouped.enumerated() {
      var indentation = "  "
      if let module = group.module {
        lines.append("  subgraph cluster_\(number) {")
        lines.append("    label=\(quoted(module)); style=rounded; color=gray60;")
        indentation = "    "
      }
      for node in group.nodes {
        lines.append("\(indentation)n\(numbers[node.id] ?? 0) [\(attributes(of: node))];")
      }
      if group.module != nil { lines.append("  }") }
    }
    let inFatalCycles = idsInFatalCycles
    for edge in edges {
      guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
      let attributes = attributes(of: edge, isFatal: edge.isFatal(in: inFatalCycles))
      lines.append("  n\(source) -> n\(target)\(attributes.isEmpty ? "" : " [\(attributes)]");")
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func attributes(of node: Node) -> String {
    var attributes = [
      "label=\(quoted(node.label(separator: "\n")))", "shape=\(shape(of: node.kind))",
    ]
    switch node.kind {
    case .onDemand, .missing: attributes.append("style=\"filled,dashed\"")
    case .closure, .initializer, .provider: attributes.append("style=\"filled,rounded\"")
    case .link: attributes.append("margin=\"0.3,0.14\"")  // the tag is cut out of its box
    case .instance, .collection, .injector, .injected, .nothing: break
    }
    if !node.problems.isEmpty {
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

  private func attributes(of edge: Edge, isFatal: Bool) -> String {
    var attributes: [String] = []
    if !edge.label.isEmpty { attributes.append("label=\(quoted(edge.label))") }
    if edge.isLazy {
      attributes.append("style=dotted")
    } else if edge.isOptional {
      attributes.append("style=dashed")
    }
    if edge.isForCreation { attributes.append("arrowhead=empty") }
    if edge.isInCycle { attributes += ["color=\(isFatal ? "red" : "darkorange")", "penwidth=2"] }
    return attributes.joined(separator: ", ")
  }

  /// A text in double quotes; a line break becomes one of the label.
  ///
  /// Graphviz reads entities like those of HTML in every label, and no control characters.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "&": result += "&amp;"
      case _ where character.isNewline: result += "\\n"
      case _ where character.isControl: result += " "
      default: result.append(character)
      }
    }
    return result + "\""
  }
}

extension DependencyGraph {
  /// The nodes of cycles in which something is needed before it exists.
  var idsInFatalCycles: Set<Node.ID> {
    let code = InjectionError.Code.cyclicDependency.description
    return Set(nodes.filter { $0.problems.contains(code) }.map(\.id))
  }

  /// The nodes by the module that made their binding, in the order in which modules first
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

extension DependencyGraph.Edge {
  func isFatal(in ids: Set<DependencyGraph.Node.ID>) -> Bool {
    isInCycle && ids.contains(source) && ids.contains(target)
  }
}

extension Character {
  /// Whether the character has no picture and is no line break.
  var isControl: Bool {
    !isNewline && unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
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
      case .missing: problems.isEmpty ? "not bound" : "missing"
      default: kind.rawValue
      }
    let isTold = scope.isEmpty || scope == Scope.unscoped.description || kind == .instance
    let kept = isTold ? nil : scope
    let facts = [made, isEager ? ["eager", kept].compactMap { $0 }.joined(separator: " ") : kept]
    // The code of a missing binding is said already.
    let wrong = problems.filter { $0 != InjectionError.Code.missingBinding.description }
    let notes = [facts.compactMap { $0 }.joined(separator: ", "), wrong.joined(separator: ", ")]
    // Contributions to one collection are told apart by their places.
    let place = isContribution ? location ?? "" : ""
    return ([title] + (notes + [place]).filter { !$0.isEmpty }).joined(separator: separator)
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
