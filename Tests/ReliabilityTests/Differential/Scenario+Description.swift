extension Scenario: CustomStringConvertible {
  /// Everything that differs from the default, one line each.
  var description: String {
    var lines = forms.map { "\($0)" }
    for (index, module) in modules.enumerated() where !module.isEmpty {
      lines.append("module \(index): \(module)")
    }
    lines += extensions.map { "extend \($0.cls) \($0.edge)" }
    for (index, child) in children.enumerated() {
      lines.append(
        "child \(index) of \(child.parent.map { "child \($0)" } ?? "the root"): \(child.forms)")
    }
    lines += operations.map { operation in
      operation.child.map { "in child \($0): \(operation.step)" } ?? "\(operation.step)"
    }
    if !keepsNodes { lines.append("(the test keeps no nodes)") }
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }
}

extension FuzzForm: CustomStringConvertible {
  var description: String {
    var words = ["\(isContribution ? "contribute" : "bind") \(key) to \(source)"]
    if cls != .plain { words.append("(\(cls))") }
    if let scope { words.append("in \(scope)") }
    if isAsIs { words.append("as is") }
    if !edges.isEmpty { words.append("injecting \(edges)") }
    if !steps.isEmpty { words.append("which first \(steps)") }
    if !awakeSteps.isEmpty { words.append("awake: \(awakeSteps)") }
    if awakeThrows { words.append("awake throws") }
    return words.joined(separator: " ")
  }
}

extension FuzzEdge: CustomStringConvertible {
  var description: String { "\(property): \(name)" }
}

extension FuzzStep: CustomStringConvertible {
  var description: String { "\(forgives ? "try? " : "")\(action)" }
}
