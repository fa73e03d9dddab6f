extension Injector {
  /// What this injector provides, with what its parents provide to it, and what depends on what.
  ///
  /// Nothing is created. Dependencies are known of classes that are made by initializers, on
  /// demand, or by closures of the class's own type, and of what those depend on.
  ///
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  public var graph: DependencyGraph { DependencyGraph(GraphWalk(core)) }

  /// Explains what a type is made of: an indented tree with scopes and where each binding comes
  /// from.
  ///
  /// What was explained above is not explained again. Nothing is created.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: The name of the binding.
  /// - Returns: The text, a line for each node.
  public func explain<Value>(_ type: Value.Type, named name: Name? = nil) -> String {
    let key = Key.looking(for: type, named: name)
    var walk = GraphWalk(core)
    let position = walk.add(key)
    let graph = DependencyGraph(walk)
    return graph.explanation(of: graph.nodes[position])
  }
}
