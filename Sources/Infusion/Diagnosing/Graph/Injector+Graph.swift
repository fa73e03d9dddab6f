extension Injector {
  /// What this injector and its parents provide, and what depends on what.
  ///
  /// It creates no object. It knows the dependencies of classes that are created by initializers,
  /// on demand, or by closures that return that class, but not those of subclasses that a closure
  /// may return.
  ///
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  public var graph: DependencyGraph { DependencyGraph(GraphWalk(visible)) }

  /// Returns the graph with classes whose objects something else creates.
  ///
  /// ```swift
  /// func draw(_ injector: Injector) {
  ///   print(injector.graph(including: Garage.self).dot)
  /// }
  /// ```
  ///
  /// - Parameter subjects: Further classes to show, objects, or arrays of these. Reflection finds
  ///   `@Injected` markers and needs an object for that: it knows those of classes that have been
  ///   injected before, and of included objects.
  /// - Returns: The graph.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  public func graph(including subjects: Any...) -> DependencyGraph {
    DependencyGraph(GraphWalk(visible, including: subjects))
  }

  /// Explains what a type needs: an indented tree with scopes and the origin of each binding.
  ///
  /// It explains each type once, and creates no object. It lists stored properties of a class that
  /// no list mentions, because a superclass may list nothing. For a class that is injected and not
  /// provided, use ``DependencyGraph/explain(_:)``.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  /// - Returns: The text, a line for each node.
  public func explain<Value>(_ type: Value.Type, named name: Name? = nil) -> String {
    let key = Key.looking(for: type, named: name)
    var walk = GraphWalk(visible)
    let position = walk.add(key)
    let graph = DependencyGraph(walk)
    return graph.explanation(of: graph.nodes[position])
  }
}
