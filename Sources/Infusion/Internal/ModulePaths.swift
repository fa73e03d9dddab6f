/// Which modules were being configured when a binding was made, one inside another.
///
/// A path is a number: bindings are many, and the modules that make them few.
struct ModulePaths {
  private struct Node {
    let module: any Module.Type
    let outer: Int32
  }

  /// The path of a closure that is given to the injector.
  static let none: Int32 = -1

  private var nodes: ContiguousArray<Node> = []

  /// - Returns: The path that leads through another one into a module.
  mutating func path(through outer: Int32, into module: any Module.Type) -> Int32 {
    nodes.append(Node(module: module, outer: outer))
    return Int32(nodes.count - 1)
  }

  /// The modules of a path, outermost first.
  subscript(path: Int32) -> [any Module.Type] {
    var modules: [any Module.Type] = []
    var next = path
    while next != Self.none {
      modules.append(nodes[Int(next)].module)
      next = nodes[Int(next)].outer
    }
    return modules.reversed()
  }
}
