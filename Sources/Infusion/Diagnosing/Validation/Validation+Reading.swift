// What the checks ask of a walk.

extension Validation {
  /// The steps that ask for a vertex through a dependency of some kind, each with the vertex that
  /// asks; once each: a subclass asks through its superclass's requirement.
  func requests(
    of position: Int, where isMeant: (CycleEdge) -> Bool = { _ in true }
  ) -> [(owner: Int, step: InjectionError.Step)] {
    var subjects: Set<String> = []
    return incoming[position].lazy.filter(isMeant).compactMap { edge in
      let (owner, dependency) = (walk.vertices[edge.owner], edge.dependency)
      let step = owner.step(dependency)
      // Each list of a class counts its properties from one. Types of two modules may share a text,
      // and contributions share a key.
      let asker =
        step.property.map { property in
          "\(TypeText.qualified(property.owner)) \(property.declaration) \(property.position) "
            + "\(property.description) \(dependency.requirement.location.map(\.description) ?? "")"
        }
        ?? "\(TypeText.qualified(owner.key.type)) \(step)"
      return subjects.insert(asker).inserted ? (edge.owner, step) : nil
    }
  }

  typealias CycleEdge = (owner: Int, dependency: GraphWalk.Dependency)

  /// The shortest way from a vertex back to itself, if it is part of a cycle that begins with its
  /// creation.
  mutating func cycle(from start: Int) -> [CycleEdge]? {
    var arrivals: [Int: CycleEdge] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let position = waiting[next]
      next += 1
      budget -= walk.vertices[position].dependencies.count
      for dependency in walk.vertices[position].dependencies where !dependency.isLazy {
        // The cycle fails because of what the first object needs to come into being.
        if !dependency.isForCreation, !snapshot.core.options.forbidsCycles,
          position == start || exists(position, before: start)
        {
          continue
        }
        let target = dependency.target
        guard components.areTogether(target, start) else { continue }
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

  /// Whether the object of a vertex exists before the value of another vertex is created, so that its
  /// properties may lead there.
  private func exists(_ position: Int, before other: Int) -> Bool {
    let vertex = walk.vertices[position]
    if vertex.subject != nil { return true }
    switch vertex.binding?.recipe.kind {
    // Only what is prepared itself waits for its properties.
    case .asynchronous: return walk.vertices[other].binding?.recipe.asynchronous == nil
    case .instance: return firstEager[other].map { $0 >= position } ?? true
    default: return false
    }
  }

  /// Whether every object of a cycle comes into being without the others, or one exists already.
  ///
  /// A link is needed to create its source, but creates nothing itself.
  func closes(_ cycle: [CycleEdge]) -> Bool {
    if cycle.contains(where: { exists($0.owner, before: cycle[0].owner) }) { return true }
    let made = cycle.filter { !isLink($0.owner) }
    return !made.isEmpty && !made.contains(where: \.dependency.isForCreation)
  }

  func isLink(_ position: Int) -> Bool { walk.vertices[position].binding?.recipe.isLink == true }

  /// Whether each vertex keeps one of some values, directly or through values that live as long as
  /// their owner.
  func keeping(_ isMeant: [Bool]) -> [Bool] {
    var keeping = Array(repeating: false, count: walk.vertices.count)
    goBack(from: walk.vertices.indices.filter { isMeant[$0] }) { edge in
      guard !keeping[edge.owner], edge.dependency.isKept else { return false }
      keeping[edge.owner] = true
      return livesWithItsOwner(edge.owner)
    }
    return keeping
  }

  /// Follows the dependencies back from some vertices, breadth first.
  ///
  /// - Parameters:
  ///   - ends: The vertices.
  ///   - continues: Called for each edge that leads to a vertex of the way; returns whether the way
  ///     goes on to its owner, which is to happen once for each owner.
  private func goBack(from ends: [Int], where continues: (CycleEdge) -> Bool) {
    var waiting = ends
    var next = 0
    while next < waiting.count {
      for edge in incoming[waiting[next]] where continues(edge) { waiting.append(edge.owner) }
      next += 1
    }
  }

  /// Whether an owner that keeps a value decides how long the value lives, at least from the end of
  /// the call that creates it.
  private func livesWithItsOwner(_ position: Int) -> Bool {
    switch walk.vertices[position].binding?.scope.kind {
    case .unscoped, .weak, .graph: true
    case .singleton, .custom, nil: false
    }
  }

  /// Those of some values that a vertex keeps, directly or through values that live as long as it
  /// does, each with the way to it; only the first one when the budget is spent.
  ///
  /// - Parameters:
  ///   - start: The vertex.
  ///   - isMeant: Whether each vertex is one of the values.
  ///   - keeping: The vertices that keep one.
  /// - Returns: The values.
  mutating func kept(
    from start: Int, _ isMeant: [Bool], through keeping: [Bool]
  ) -> [(position: Int, way: [CycleEdge])] {
    var arrivals: [Int: CycleEdge] = [:]
    var waiting = [start]
    var next = 0
    var found: [Int] = []
    while next < waiting.count {
      let owner = waiting[next]
      next += 1
      budget -= walk.vertices[owner].dependencies.count
      if budget < 0, !found.isEmpty { break }
      for dependency in walk.vertices[owner].dependencies where dependency.isKept {
        let position = dependency.target
        guard arrivals[position] == nil else { continue }
        arrivals[position] = (owner, dependency)
        if isMeant[position] {
          found.append(position)
        } else if keeping[position], livesWithItsOwner(position) {
          waiting.append(position)
        }
      }
    }
    return found.map { ($0, way(from: start, to: $0, by: arrivals)) }
  }

  /// The singleton of the same injector that needs each vertex, directly or through others: the
  /// nearest one.
  ///
  /// - Complexity: O(*v* + *e*).
  var nearestSingletons: [Int?] {
    var nearest: [Int?] = Array(repeating: nil, count: walk.vertices.count)
    var waiting = walk.vertices.indices.filter { walk.vertices[$0].binding?.kept != nil }
    for position in waiting { nearest[position] = position }
    var next = 0
    while next < waiting.count {
      let owner = walk.vertices[waiting[next]]
      let singleton = nearest[waiting[next]]
      next += 1
      for target in owner.dependencies.lazy.map(\.target) where nearest[target] == nil {
        nearest[target] = singleton
        waiting.append(target)
      }
    }
    return nearest
  }

  /// The ways from the vertices of some bindings, and from those that edges of some kind lead back to.
  ///
  /// - Complexity: O(*v* + *e*).
  private func ways(
    to isEnd: (ActiveBinding) -> Bool, through isPart: (CycleEdge) -> Bool
  ) -> Ways {
    var ways = Ways(
      to: walk.vertices.indices.filter { walk.vertices[$0].binding.map(isEnd) ?? false })
    goBack(from: ways.starts) { isPart($0) && ways.add($0) }
    return ways
  }

  /// The ways from the vertices of bindings that provide nothing, and of the links that lead to them.
  var waysToNothing: Ways {
    ways(to: \.recipe.isEmpty) { isLink($0.owner) }
  }

  /// The ways from the vertices of bindings that take arguments, and of the links that lead to them,
  /// unless an instance may be kept; a link needs the arguments of its target.
  ///
  /// No call with arguments creates an eager singleton, or a contribution.
  var waysToArguments: Ways {
    func isAlwaysMade(_ binding: ActiveBinding) -> Bool {
      let declaration = binding.declaration
      return binding.scope == .unscoped || declaration.isEager || declaration.isContribution
    }
    return ways {
      !$0.recipe.requiredArguments.isEmpty && isAlwaysMade($0)
    } through: { edge in
      // The only dependency of a link is its target.
      isLink(edge.owner) && walk.vertices[edge.owner].binding.map(isAlwaysMade) == true
    }
  }

  /// Whether a request may lead to a vertex without creating the values on the way from another one:
  /// from a binding, from what was included, or through a `Lazy` or a `Provider`, which ask later.
  ///
  /// All other vertices ask for such a value only while it is under construction. They receive it as
  /// it is.
  func isReached(_ position: Int, without start: Int, _ ways: Ways) -> Bool {
    var seen = Set(ways.vertices(from: start))
    if !walk.subjects.isEmpty {
      // An existing object of a class answers instead of a new one.
      let created = seen.filter { walk.vertices[$0].binding?.handsOutNewObjects == true }
      let answering = Set(created.map { walk.vertices[$0].key })
      seen.formUnion(walk.subjects.filter { answering.contains(walk.vertices[$0].key) })
    }
    var waiting = [position]
    while let position = waiting.popLast() {
      guard seen.insert(position).inserted else { continue }
      if isAskedAnyway(position) { return true }
      waiting += incoming[position].lazy.map(\.owner)
    }
    return false
  }

  private func isAskedAnyway(_ position: Int) -> Bool {
    let vertex = walk.vertices[position]
    return vertex.binding?.declaration.isExplicit == true || vertex.subject != nil
      || walk.wanted.contains(position)
      || incoming[position].contains(where: \.dependency.isLazy)
  }

  /// The ways from the vertices that cannot be created before something is prepared.
  var waysToUnprepared: Ways {
    ways {
      $0.recipe.asynchronous != nil && !$0.isPrepared
    } through: { edge in
      !edge.dependency.isLazy && walk.vertices[edge.owner].binding?.isPrepared != true
    }
  }

  /// What the last property or parameter on a way asks for: links and collections only pass a value
  /// on.
  func keyAsked(along way: [CycleEdge]) -> Key? {
    let edge = way.last { edge in
      switch edge.dependency.requirement.subject {
      case .property, .parameter: true
      case .link, .contribution: false
      }
    }
    return edge.map { walk.vertices[$0.dependency.target].key }
  }

  /// The path from one vertex to another, from the predecessor of each vertex on it.
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

/// The edges of a walk by the vertices that they lead to, in the order of their owners.
struct IncomingEdges {
  private let vertices: [GraphWalk.Vertex]
  /// The edges to the first vertex, then those to the second one, and so on: the owner of each, and the
  /// number of its dependency.
  private var edges: [(owner: Int, number: Int)]
  /// Where the edges to each vertex begin, and where the last ones end.
  private var starts: [Int]

  var count: Int { edges.count }

  init(_ walk: GraphWalk) {
    vertices = walk.vertices
    starts = Array(repeating: 0, count: vertices.count + 1)
    for owner in vertices.indices {
      for dependency in vertices[owner].dependencies { starts[dependency.target + 1] += 1 }
    }
    for position in vertices.indices { starts[position + 1] += starts[position] }
    edges = Array(repeating: (0, 0), count: starts[vertices.count])
    var ends = starts
    for owner in vertices.indices {
      for (number, dependency) in vertices[owner].dependencies.enumerated() {
        edges[ends[dependency.target]] = (owner, number)
        ends[dependency.target] += 1
      }
    }
  }

  subscript(position: Int) -> some Collection<Validation.CycleEdge> {
    edges[starts[position]..<starts[position + 1]].lazy.map { [vertices] owner, number in
      (owner, vertices[owner].dependencies[number])
    }
  }

  /// The owners of the edges to a vertex.
  func owners(_ position: Int) -> some Collection<Int> {
    edges[starts[position]..<starts[position + 1]].lazy.map(\.owner)
  }
}
