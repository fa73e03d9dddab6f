/// The strongly connected components of a graph, by Tarjan's algorithm on an explicit stack.
///
/// - Complexity: O(*v* + *e*).
struct StronglyConnectedComponents {
  /// The component of each vertex, by number.
  private let component: [Int]
  /// The vertices in components of several, and the vertices that lead to themselves.
  private let inCycle: [Bool]

  /// Whether a vertex is part of a cycle.
  func isInCycle(_ vertex: Int) -> Bool { inCycle[vertex] }

  /// The number of the component of a vertex.
  subscript(vertex: Int) -> Int { component[vertex] }

  /// Whether two vertices are in one component.
  func areTogether(_ one: Int, _ other: Int) -> Bool { component[one] == component[other] }

  /// - Parameter successors: The vertices to which each vertex leads.
  init(_ successors: [[Int]]) {
    self.init(count: successors.count) { vertex, position in
      guard position < successors[vertex].count else { return nil }
      defer { position += 1 }
      return successors[vertex][position]
    }
  }

  /// - Parameters:
  ///   - count: The number of vertices.
  ///   - successor: Returns a vertex to which a vertex leads, and moves the position behind it; nil
  ///     when none is left.
  init(count: Int, successor: (_ vertex: Int, _ position: inout Int) -> Int?) {
    var component = Array(repeating: -1, count: count)
    var inCycle = Array(repeating: false, count: count)
    var order = Array(repeating: -1, count: count)
    var low = Array(repeating: 0, count: count)
    var open: [Int] = []
    var calls: [(vertex: Int, position: Int)] = []
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
      while let vertex = calls.last?.vertex {
        if let next = successor(vertex, &calls[calls.count - 1].position) {
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
