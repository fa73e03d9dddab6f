/// The strongly connected components of a directed graph, by Tarjan's algorithm on an explicit
/// stack.
///
/// - Complexity: O(*v* + *e*).
struct StronglyConnectedComponents {
  /// The edges of a graph: for each vertex where they lead to, one vertex after another.
  struct Edges {
    fileprivate var targets: [Int] = []
    /// Where the edges of each vertex end.
    fileprivate var ends: [Int] = []

    /// Adds an edge of the current vertex.
    mutating func append(_ target: Int) { targets.append(target) }

    /// Goes on to the next vertex.
    mutating func endVertex() { ends.append(targets.count) }
  }

  /// The component of each vertex, by number; a component is complete before the components that
  /// lead to it.
  let component: [Int]
  /// The vertices in components of several, and the vertices that lead to themselves.
  private let inCycle: [Bool]

  /// Whether a vertex is part of a cycle.
  func isInCycle(_ vertex: Int) -> Bool { inCycle[vertex] }

  init(_ edges: Edges) {
    let count = edges.ends.count
    var component = Array(repeating: -1, count: count)
    var inCycle = Array(repeating: false, count: count)
    var order = Array(repeating: -1, count: count)
    var low = Array(repeating: 0, count: count)
    var open: [Int] = []
    var calls: [(vertex: Int, edge: Int)] = []
    var nextOrder = 0
    var nextComponent = 0
    func enter(_ vertex: Int) {
      order[vertex] = nextOrder
      low[vertex] = nextOrder
      nextOrder += 1
      open.append(vertex)
      calls.append((vertex, vertex == 0 ? 0 : edges.ends[vertex - 1]))
    }
    for root in 0..<count where order[root] < 0 {
      enter(root)
      while let (vertex, edge) = calls.last {
        if edge < edges.ends[vertex] {
          calls[calls.count - 1].edge += 1
          let next = edges.targets[edge]
          if next == vertex { inCycle[vertex] = true }
          if order[next] < 0 {
            enter(next)
          } else if component[next] < 0 {
            low[vertex] = min(low[vertex], order[next])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last { low[caller.vertex] = min(low[caller.vertex], low[vertex]) }
        guard low[vertex] == order[vertex] else { continue }
        let isAlone = open.last == vertex
        while let member = open.popLast() {
          component[member] = nextComponent
          if !isAlone { inCycle[member] = true }
          if member == vertex { break }
        }
        nextComponent += 1
      }
    }
    self.component = component
    self.inCycle = inCycle
  }
}
