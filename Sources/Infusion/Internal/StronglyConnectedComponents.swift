/// The strongly connected components of a directed graph, by Tarjan's algorithm on an explicit
/// stack.
///
/// - Complexity: O(*v* + *e*).
struct StronglyConnectedComponents {
  /// The component of each vertex, by number; a component is complete before those that lead to it.
  let component: [Int]

  init(successors: [[Int]]) {
    let count = successors.count
    var component = Array(repeating: -1, count: count)
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
      calls.append((vertex, 0))
    }
    for root in 0..<count where order[root] < 0 {
      enter(root)
      while let (vertex, edge) = calls.last {
        if edge < successors[vertex].count {
          calls[calls.count - 1].edge += 1
          let next = successors[vertex][edge]
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
        while let member = open.popLast() {
          component[member] = nextComponent
          if member == vertex { break }
        }
        nextComponent += 1
      }
    }
    self.component = component
  }
}
