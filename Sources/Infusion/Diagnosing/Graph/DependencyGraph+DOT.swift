extension DependencyGraph {
  /// The graph in the language of Graphviz.
  ///
  /// Write it to a file, and draw it with `dot -Tsvg graph.dot -o graph.svg`. A box groups the
  /// nodes whose bindings one module declares. A node lists its properties; the edge of a property
  /// starts at its name. The edges of a node share a color.
  ///
  /// - The shape shows how a value is created. A box is created by a closure, an initializer or a
  ///   provider, and a dashed box on demand. A cylinder is an existing instance, a tag is a link,
  ///   and a folder is a collection. A component is the injector itself, or an object that
  ///   something else creates. An octagon is a binding to nothing, or a missing binding.
  /// - The fill shows the scope: blue is singleton, green is graph, violet is weak, and yellow is a
  ///   custom scope.
  /// - Dashed edges are optional. Dotted edges are resolved later. Edges with an empty head are
  ///   needed to create their owner.
  /// - Thick orange edges are part of a cycle that the injector can complete. Everything red is
  ///   wrong.
  ///
  /// - Complexity: O(*n* + *e*).
  public var dot: String {
    let drawn = DOTDrawing(self)
    let font = "fontname=\"Helvetica\""
    var lines = [
      "digraph Infusion {",
      "  graph [rankdir=LR, nodesep=0.2, ranksep=0.6, pad=0.2, \(font), fontsize=13];",
      "  node [\(font), fontsize=13, style=filled, fillcolor=white, color=gray30, margin=\"0.08,0.04\"];",
      // Graphviz 2.43 takes other attributes of some edges for the head if it does not come first.
      "  edge [arrowhead=normal, arrowsize=0.8, color=gray30, penwidth=1, style=solid];",
    ]
    for (number, (module, group)) in grouped.enumerated() {
      let nodes = group.map(drawn.statement)
      guard let module else {
        lines += nodes.map { "  \($0)" }
        continue
      }
      lines += [
        "  subgraph cluster_\(number) {",
        "    label=\(module.quoted); labeljust=r; style=rounded; color=gray60;",
      ]
      lines += nodes.map { "    \($0)" }
      lines.append("  }")
    }
    lines += edges.compactMap(drawn.statement).map { "  \($0)" }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The statements for nodes and edges.
private struct DOTDrawing {
  private let numbers: [DependencyGraph.Node.ID: Int]
  private let idsInFatalCycles: Set<DependencyGraph.Node.ID>
  private let missing: Set<DependencyGraph.Node.ID>
  /// The lines in the list of each node, with the edges that start there; several uses of a closure
  /// share one.
  private let lines: [DependencyGraph.Node.ID: [(key: String, elements: [DependencyGraph.Edge])]]
  /// The position of each line.
  private let rows: [DependencyGraph.Node.ID: [String: Int]]

  init(_ graph: DependencyGraph) {
    numbers = graph.positions
    idsInFatalCycles = graph.idsInFatalCycles
    missing = Set(graph.nodes.filter { $0.kind == .missing && !$0.problems.isEmpty }.map(\.id))
    let outgoing = Dictionary(grouping: graph.edges.filter { !$0.label.isEmpty }, by: \.source)
    lines = outgoing.mapValues { $0.grouped(by: \.label) }
    rows = lines.mapValues { Dictionary(uniqueKeysWithValues: zip($0.map(\.key), 0...)) }
  }

  // MARK: - Nodes

  func statement(_ node: DependencyGraph.Node) -> String {
    "n\(numbers[node.id] ?? 0) [\(attributes(of: node))];"
  }

  private func attributes(of node: DependencyGraph.Node) -> String {
    var attributes = ["label=<\(table(of: node))>", "shape=\(shape(of: node.kind))"]
    if !node.problems.isEmpty {
      attributes += ["color=red", "fillcolor=mistyrose"]
    } else if let fill = node.fill {
      attributes.append("fillcolor=\(fill)")
    }
    return attributes.joined(separator: ", ")
  }

  /// The title, the notes, and the properties.
  private func table(of node: DependencyGraph.Node) -> String {
    let notes = node.labelNotes
      .map { "<BR/><FONT POINT-SIZE=\"11\">\($0.html)</FONT>" }.joined()
    let heading = "<TR><TD><B>\(node.title.html)</B>\(notes)</TD></TR>"
    let rows = lines[node.id, default: []].enumerated().map { position, line in
      let (label, edges) = (line.key.html, line.elements)
      let color = cycleColor(edges.contains { $0.isFatal(in: idsInFatalCycles) })
      let isInCycle = edges.contains(where: \.isInCycle)
      let text = isInCycle ? "<FONT COLOR=\"\(color)\">\(label)</FONT>" : label
      return "<TR><TD PORT=\"p\(position)\" ALIGN=\"RIGHT\">\(text)</TD></TR>"
    }
    let list = rows.isEmpty ? "" : "<HR/>" + rows.joined()
    return "<TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\">\(heading)\(list)</TABLE>"
  }

  /// The shape of a node, and what goes with it.
  private func shape(of kind: DependencyGraph.Node.Kind) -> String {
    switch kind {
    case .closure, .asynchronous, .initializer, .provider: "box, style=\"filled,rounded\""
    case .onDemand: "box, style=\"filled,dashed\""
    case .instance: "cylinder"
    case .link: "cds, margin=\"0.25,0.1\""  // the tag is cut out of its box
    case .collection: "folder"
    case .injector, .injected: "component"
    case .nothing: "octagon"
    case .missing: "octagon, style=\"filled,dashed\""
    }
  }

  // MARK: - Edges

  func statement(_ edge: DependencyGraph.Edge) -> String? {
    guard let source = numbers[edge.source], let target = numbers[edge.target] else { return nil }
    let port = rows[edge.source]?[edge.label].map { ":p\($0):e" } ?? ""
    return "n\(source)\(port) -> n\(target) [\(attributes(of: edge, from: source))];"
  }

  private func attributes(of edge: DependencyGraph.Edge, from source: Int) -> String {
    var attributes = ["color=\"\(Self.colors[source % Self.colors.count])\""]
    if edge.isInCycle {
      attributes = ["color=\(cycleColor(edge.isFatal(in: idsInFatalCycles)))", "penwidth=2"]
    } else if missing.contains(edge.target), !edge.isOptional {
      attributes = ["color=red"]
    }
    if edge.isLazy {
      attributes.append("style=dotted")
    } else if edge.isOptional {
      attributes.append("style=dashed")
    }
    if edge.isForCreation { attributes.append("arrowhead=empty") }
    return attributes.joined(separator: ", ")
  }

  private func cycleColor(_ isFatal: Bool) -> String { isFatal ? "red" : "darkorange" }

  /// Colors of edges, so that the eye can follow each edge of a bundle: dark, and neither red nor
  /// orange.
  private static let colors = [
    "#1f5a99", "#2e7d32", "#6a3d9a", "#00796b", "#7a5c00", "#37474f", "#5d4037",
  ]
}

extension String {
  /// The text in double quotes.
  ///
  /// Graphviz reads entities like those of HTML in every label.
  fileprivate var quoted: String {
    "\"\(escaped(["\"": #"\""#, "\\": #"\\"#, "&": "&amp;"], newline: #"\n"#))\""
  }

  /// The text within a label in the HTML-like form.
  fileprivate var html: String {
    // Graphviz fills in what \N and the like mean.
    escaped(
      [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\\": #"\\"#,
        // Graphviz refuses it behind a tag.
        "]": "&#93;",
      ], newline: "<BR/>")
  }
}

extension DependencyGraph.Node {
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
