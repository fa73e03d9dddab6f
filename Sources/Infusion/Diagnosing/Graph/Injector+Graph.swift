extension Injector {
  /// What this injector provides, with what its parents provide to it, and what depends on what.
  ///
  /// Nothing is created. Dependencies are known of classes that are made by initializers, on
  /// demand, or by closures of the class's own type, and of what those depend on; not of subclasses
  /// that a closure may return.
  ///
  /// - Complexity: O(*n*) in the number of bindings and their dependencies. What a singleton or a
  ///   member of a cycle leads to is followed once more from each of them, so that it is O(*n*²) at
  ///   worst.
  public var graph: DependencyGraph { DependencyGraph(GraphWalk(core), of: core) }

  /// The graph with classes whose objects are made elsewhere.
  ///
  /// ```swift
  /// func draw(_ injector: Injector) {
  ///   print(injector.graph(including: Garage.self).dot)
  /// }
  /// ```
  ///
  /// - Parameter subjects: Classes to show as well, objects, or arrays of these. `@Injected`
  ///   markers are found by reflection, which needs an object: they are known of classes that have
  ///   been met already, and of objects that are included.
  /// - Returns: The graph.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies. What a singleton or a
  ///   member of a cycle leads to is followed once more from each of them, so that it is O(*n*²) at
  ///   worst.
  public func graph(including subjects: Any...) -> DependencyGraph {
    DependencyGraph(GraphWalk(core, including: subjects), of: core)
  }

  /// Explains what a type is made of: an indented tree with scopes and where each binding comes
  /// from.
  ///
  /// What was explained above is not explained again. Nothing is created. A class that is injected
  /// and not provided is explained by ``DependencyGraph/explain(_:)``.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: The name of the binding.
  /// - Returns: The text, a line for each node.
  public func explain<Value>(_ type: Value.Type, named name: Name? = nil) -> String {
    let key = Key.looking(for: type, named: name)
    var walk = GraphWalk(core)
    let position = walk.add(key)
    let graph = DependencyGraph(walk, of: core)
    return graph.explanation(of: graph.nodes[position])
  }
}
