extension Injector {
  /// The values that this injector and its parents provide, and their dependencies.
  ///
  /// Reading it creates no object. The graph knows the dependencies of a class that is created by
  /// an initializer, on demand, or by a closure with that result type. It does not know the
  /// dependencies of subclasses that a closure may return.
  ///
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  public var graph: DependencyGraph { DependencyGraph(GraphWalk(visible)) }

  /// Returns the graph, including classes whose objects something else creates.
  ///
  /// ```swift
  /// func draw(_ injector: Injector) {
  ///   print(injector.graph(including: Garage.self).dot)
  /// }
  /// ```
  ///
  /// - Parameter subjects: Further classes or objects to show, or arrays of these. Reflection needs
  ///   an object to find `@Injected` properties, so they are known only for included objects, and
  ///   for classes of which an object has been injected before.
  /// - Returns: The graph.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  public func graph(including subjects: Any...) -> DependencyGraph {
    DependencyGraph(GraphWalk(visible, including: subjects))
  }

  /// Explains what a type needs: an indented tree with scopes and the origin of each binding.
  ///
  /// It explains each type once, and creates no object. It also shows stored properties that no
  /// list mentions, because a superclass that lists nothing leaves its properties nil without an
  /// error. For a class whose objects something else creates, use ``graph(including:)`` and
  /// ``DependencyGraph/explain(_:)``.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  /// - Returns: The text, a line for each node.
  /// - Complexity: O(*n*) in the number of all bindings and their dependencies.
  public func explain<Value>(_ type: Value.Type, named name: Name? = nil) -> String {
    let snapshot = visible
    var walk = GraphWalk(snapshot)
    let position = walk.add(snapshot.supply(of: Value.self, named: name).delivered.key)
    let graph = DependencyGraph(walk)
    return graph.explanation(of: graph.nodes[position])
  }
}
