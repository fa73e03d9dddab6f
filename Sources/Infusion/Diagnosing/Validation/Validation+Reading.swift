// What the checks ask of a walk.

extension Validation {
  struct Requester {
    let dependency: GraphWalk.Dependency
    let step: InjectionError.Step
  }

  func isMissing(_ position: Int) -> Bool {
    guard walk.vertices[position].binding == nil else { return false }
    if case .injected = walk.vertices[position].target { return false }
    return walk.vertices[position].errors.isEmpty && walk.vertices[position].notExamined == nil
  }

  func position(of declaration: BindingDeclaration) -> Int {
    walk.position(of: declaration.key) ?? 0
  }

  /// Everybody who asks for a vertex through a dependency of some kind, once each: a subclass asks
  /// through its superclass's requirement.
  mutating func requesters(
    of position: Int, where isMeant: (GraphWalk.Dependency) -> Bool
  ) -> [Requester] {
    var subjects: Set<String> = []
    return incoming[position].compactMap { edge in
      let dependency = walk.vertices[edge.owner].dependencies[edge.number]
      guard isMeant(dependency) else { return nil }
      let step = walk.vertices[edge.owner].step(dependency)
      let asker = step.property.map { "\(QualifiedTypeText($0.owner).text) \($0.position)" }
      guard subjects.insert(asker ?? step.subject).inserted else { return nil }
      return Requester(dependency: dependency, step: step)
    }
  }

  typealias CycleEdge = (owner: Int, dependency: GraphWalk.Dependency)

  /// The shortest way from a vertex back to itself, if it is part of a cycle that begins with its
  /// creation.
  func cycle(from start: Int, in components: [Int]) -> [CycleEdge]? {
    var arrivals: [Int: CycleEdge] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let position = waiting[next]
      next += 1
      for dependency in walk.vertices[position].dependencies where !dependency.isLazy {
        // What the first object needs to come into being is what makes the cycle fail.
        if position == start, !dependency.isForCreation, !core.options.forbidsCycles { continue }
        let target = dependency.target
        guard components[target] == components[start] else { continue }
        if target == start {
          return way(from: start, to: position, by: arrivals) + [(position, dependency)]
        }
        if arrivals[target] == nil {
          arrivals[target] = (position, dependency)
          waiting.append(target)
        }
      }
    }
    return nil
  }

  /// Whether every object of a cycle comes into being without the others.
  ///
  /// A link is needed to make its source, and makes nothing itself.
  func closes(_ cycle: [CycleEdge]) -> Bool {
    let isMade = { (owner: Int) in walk.vertices[owner].binding?.recipe.isLink != true }
    return cycle.contains { isMade($0.owner) }
      && !cycle.contains { $0.dependency.isForCreation && isMade($0.owner) }
  }

  func isFatal(_ cycle: [CycleEdge]) -> Bool {
    let begins = walk.vertices[cycle[0].owner].binding?.recipe.isLink == false
    let isMadeOfLinks = cycle.allSatisfy { walk.vertices[$0.owner].binding?.recipe.isLink == true }
    return begins || isMadeOfLinks
  }

  /// What a singleton holds, directly or through unscoped values, that lives shorter than it, and
  /// the way to it.
  func shorterLived(from start: Int) -> [(position: Int, way: [CycleEdge])] {
    var arrivals: [Int: CycleEdge] = [:]
    var waiting = [start]
    var next = 0
    var found: [Int] = []
    while next < waiting.count {
      let owner = waiting[next]
      next += 1
      for dependency in walk.vertices[owner].dependencies where dependency.isKept {
        let position = dependency.target
        guard position != start, arrivals[position] == nil else { continue }
        arrivals[position] = (owner, dependency)
        switch walk.vertices[position].binding?.scope.kind {
        case .graph, .custom: found.append(position)
        case .unscoped: waiting.append(position)
        case .singleton, .weak, nil: break
        }
      }
    }
    return found.map { ($0, way(from: start, to: $0, by: arrivals)) }
  }

  /// The way from one vertex to another, told by how each on it was arrived at.
  private func way(from start: Int, to end: Int, by arrivals: [Int: CycleEdge]) -> [CycleEdge] {
    var way: [CycleEdge] = []
    var position = end
    while position != start, let arrival = arrivals[position] {
      way.append(arrival)
      position = arrival.owner
    }
    return way.reversed()
  }
}

/// Who depends on each vertex of a walk, in the order of the vertices.
struct IncomingEdges {
  /// A vertex, and the number of one of its dependencies.
  typealias Edge = (owner: Int, number: Int)

  /// Those of the first vertex, then those of the second one, and so on.
  private var edges: [Edge]
  /// Where those of each vertex begin, and where the last ones end.
  private var starts: [Int]

  init(_ walk: GraphWalk) {
    starts = Array(repeating: 0, count: walk.vertices.count + 1)
    for owner in walk.vertices.indices {
      for dependency in walk.vertices[owner].dependencies { starts[dependency.target + 1] += 1 }
    }
    for position in walk.vertices.indices { starts[position + 1] += starts[position] }
    edges = Array(repeating: (0, 0), count: starts[walk.vertices.count])
    var ends = starts
    for owner in walk.vertices.indices {
      for (number, dependency) in walk.vertices[owner].dependencies.enumerated() {
        edges[ends[dependency.target]] = (owner, number)
        ends[dependency.target] += 1
      }
    }
  }

  subscript(position: Int) -> ArraySlice<Edge> { edges[starts[position]..<starts[position + 1]] }
}
