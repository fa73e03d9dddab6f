// What leads to the vertices of a walk.

extension GraphWalk {
  /// Where the requests for a vertex come from.
  enum Origin: Equatable {
    /// The injection of one subject, and nothing else.
    case subject(Int)
    /// Several subjects, the program, or something that asks later.
    case several
  }

  /// The origin of each vertex; nil if no subject leads there.
  ///
  /// - Complexity: O(*v* + *e*): a vertex has at most two origins, one after the other.
  func origins() -> [Origin?] {
    var origins: [Origin?] = Array(repeating: nil, count: vertices.count)
    var waiting: [Int] = []
    func reach(_ position: Int, from origin: Origin) {
      let known = origins[position]
      guard known != origin, known != .several else { return }
      origins[position] = known == nil ? origin : .several
      waiting.append(position)
    }
    for position in vertices.indices {
      if vertices[position].subject != nil { reach(position, from: .subject(position)) }
      if wanted.contains(position) { reach(position, from: .several) }
    }
    while let position = waiting.popLast() {
      guard let origin = origins[position] else { continue }
      for dependency in vertices[position].dependencies {
        reach(dependency.target, from: dependency.isLazy ? .several : origin)
      }
    }
    return origins
  }

  /// The first eager binding that asks for each vertex when the injector is created, or that is the
  /// vertex itself; nil if there is none.
  ///
  /// A bound object that is injected is an eager binding, too: it asks in its own turn.
  ///
  /// - Complexity: O(*v* + *e*).
  func firstEager() -> [Int?] {
    var first: [Int?] = Array(repeating: nil, count: vertices.count)
    for eager in vertices.indices where vertices[eager].binding?.declaration.isEager == true {
      first[eager] = first[eager] ?? eager
      var waiting = [eager]
      while let position = waiting.popLast() {
        for dependency in vertices[position].dependencies
        where !dependency.isLazy && first[dependency.target] == nil {
          first[dependency.target] = eager
          if vertices[dependency.target].binding?.recipe.kind != .instance {
            waiting.append(dependency.target)
          }
        }
      }
    }
    return first
  }
}
