// What drawings in all languages share.

extension DependencyGraph {
  /// The nodes of cycles in which a value is needed before it exists.
  var idsInFatalCycles: Set<Node.ID> {
    let code = InjectionError.Code.cyclicDependency.description
    return Set(nodes.filter { $0.problems.contains(code) }.map(\.id))
  }

  /// The position of each node.
  var positions: [Node.ID: Int] { Dictionary(zip(nodes.map(\.id), 0...)) { first, _ in first } }

  /// The nodes by the module that declares their binding, in the order in which modules first
  /// appear.
  var grouped: [(key: String?, elements: [Node])] { nodes.grouped(by: \.modules.last) }
}

extension DependencyGraph.Edge {
  func isFatal(in ids: Set<DependencyGraph.Node.ID>) -> Bool {
    isInCycle && ids.contains(source) && ids.contains(target)
  }
}

extension String {
  /// The text with some characters replaced, and without those that cannot be drawn.
  ///
  /// A bracket and a combining mark are one character, but viewers read the bracket.
  func escaped(_ replacements: KeyValuePairs<Character, String>, newline: String) -> String {
    reduce(into: "") { text, character in
      if character.isNewline {
        text += newline
        return
      }
      for part in character.unicodeScalars {
        let replacement = replacements.first { $0.key == Character(part) }?.value
        text += replacement ?? (part.isDrawable ? String(part) : " ")
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether XML, which drawings are made of, may contain the character.
  fileprivate var isDrawable: Bool {
    value >= 0x20 && value != 0x7F && value != 0xFFFE && value != 0xFFFF
  }
}

extension DependencyGraph.Node {
  /// How the value is created and kept, and its problems; one string for each.
  var labelNotes: [String] {
    let facts = [made, isEager ? ["eager", kept].compactMap { $0 }.joined(separator: " ") : kept]
    // The locations distinguish contributions to one collection.
    let place = isContribution ? location ?? "" : ""
    return [
      facts.compactMap { $0 }.joined(separator: ", "), furtherProblems.joined(separator: ", "),
      place,
      levelNote ?? "", isExamined ? "" : "not examined",
    ].filter { !$0.isEmpty }
  }

  /// The problems, except that the binding is missing, which ``made`` says.
  var furtherProblems: [String] {
    problems.filter { $0 != InjectionError.Code.missingBinding.description }
  }

  /// How the value is created; nil for a closure.
  var made: String? {
    switch kind {
    case .closure: nil
    case .onDemand: "on demand"
    case .injected: "made elsewhere"
    case .missing: problems.isEmpty ? "not bound" : "missing"
    default: kind.rawValue
    }
  }

  /// How long the value is kept; nil where that goes without saying.
  var kept: String? {
    let isBoundInstance = kind == .instance && scope != Scope.weak.description
    return scope.isEmpty || scope == Scope.unscoped.description || isBoundInstance ? nil : scope
  }

  /// The ancestor that the node belongs to; nil for the injector that was asked.
  var levelNote: String? {
    switch level {
    case 0: nil
    case 1: "of the parent"
    default: "of the injector \(level) levels above"
    }
  }
}
