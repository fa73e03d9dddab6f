/// The shortest ways from many vertices to a few, as far as the steps of an error show them.
struct Ways {
  private struct Way {
    let end: Int
    /// How many edges there are.
    let count: Int
    /// Nil at the end.
    let first: Validation.CycleEdge?
    /// The last edges, the very last one first; ways that share them share the memory.
    let last: [Validation.CycleEdge]
  }

  private var ways: [Int: Way]

  init(to ends: [Int]) {
    ways = Dictionary(
      uniqueKeysWithValues: ends.map { ($0, Way(end: $0, count: 0, first: nil, last: [])) })
  }

  /// The vertices at which ways begin, in order.
  var starts: [Int] { ways.keys.sorted() }

  /// Adds the way that goes on from the target of an edge.
  ///
  /// - Returns: False if there is a way from the owner already.
  mutating func add(_ edge: Validation.CycleEdge) -> Bool {
    guard ways[edge.owner] == nil, let rest = ways[edge.dependency.target] else { return false }
    let isShown = rest.count < InjectionError.Path.firstLimit
    ways[edge.owner] = Way(
      end: rest.end, count: rest.count + 1, first: edge,
      last: isShown ? rest.last + [edge] : rest.last)
    return true
  }

  /// The vertex at the end of the way from a vertex; nil if there is none.
  func end(from start: Int) -> Int? { ways[start]?.end }

  /// How many edges the way from a vertex has; nil if there is none.
  func count(from start: Int) -> Int? { ways[start]?.count }

  /// The vertices of the way from a vertex.
  func vertices(from start: Int) -> some Sequence<Int> {
    sequence(first: start) { ways[$0]?.first?.dependency.target }
  }

  /// The last edges of the way from a vertex, the very last one first, and its first edges.
  func ends(from start: Int) -> (last: [Validation.CycleEdge], first: [Validation.CycleEdge]) {
    let edges = vertices(from: start).lazy.compactMap { ways[$0]?.first }
    return (ways[start]?.last ?? [], Array(edges.prefix(InjectionError.Path.lastLimit)))
  }
}
