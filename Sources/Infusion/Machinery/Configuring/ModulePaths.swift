/// The modules that were being configured, one inside another, when a binding was made.
///
/// A path is a number, because there are many bindings but few modules that make them.
struct ModulePaths {
  private struct Node {
    let module: any Module.Type
    let outer: Int32
  }

  /// The path of a closure that is given to the injector.
  static let none: Int32 = -1

  /// The node of the first path: most injectors have one module, and need no list.
  private var first: Node?
  private var others: ContiguousArray<Node> = []

  /// - Returns: The path that leads through another one into a module.
  mutating func path(through outer: Int32, into module: any Module.Type) -> Int32 {
    let node = Node(module: module, outer: outer)
    guard first != nil else {
      first = node
      return 0
    }
    others.append(node)
    return Int32(others.count)
  }

  /// The modules of a path, outermost first.
  subscript(path: Int32) -> [any Module.Type] {
    guard let node = node(path) else { return [] }
    return node.outer == Self.none ? [node.module] : self[node.outer] + [node.module]
  }

  private func node(_ path: Int32) -> Node? {
    path > 0 ? others[Int(path) - 1] : path == 0 ? first : nil
  }
}
