// What the checks ask of a walk.

extension Validation {
  /// The steps that ask for a vertex through a dependency of some kind, once each: a subclass asks
  /// through its superclass's requirement.
  func requesters(
    of position: Int, where isMeant: (_ owner: Int, GraphWalk.Dependency) -> Bool
  ) -> [InjectionError.Step] {
    requests(of: position, where: isMeant).map(\.step)
  }

  /// The same steps, each with the vertex that asks.
  func requests(
    of position: Int, where isMeant: (_ owner: Int, GraphWalk.Dependency) -> Bool
  ) -> [(owner: Int, step: InjectionError.Step)] {
    var subjects: Set<String> = []
    return incoming[position].compactMap { edge in
      let dependency = dependency(of: edge)
      guard isMeant(edge.owner, dependency) else { return nil }
      let owner = walk.vertices[edge.owner]
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

  func dependency(of edge: IncomingEdges.Edge) -> GraphWalk.Dependency {
    walk.vertices[edge.owner].dependencies[edge.number]
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
      guard !keeping[edge.owner], dependency(of: edge).isKept else { return false }
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
  private func goBack(from ends: [Int], where continues: (IncomingEdges.Edge) -> Bool) {
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

  /// The ways from the vertices of bindings that provide nothing, and of the links that lead to them.
  ///
  /// - Complexity: O(*v* + *e*).
  var waysToNothing: Ways {
    var ways = Ways(
      to: walk.vertices.indices.filter { walk.vertices[$0].binding?.recipe.isEmpty == true })
    goBack(from: ways.starts) { edge in
      isLink(edge.owner) && ways.add((edge.owner, dependency(of: edge)))
    }
    return ways
  }

  /// The ways from the vertices of bindings that take arguments, and of the links that lead to them,
  /// unless an instance may be kept; a link needs the arguments of its target.
  ///
  /// No call with arguments creates an eager singleton, or a contribution.
  ///
  /// - Complexity: O(*v* + *e*).
  var waysToArguments: Ways {
    let isAlwaysMade = { (position: Int) in
      guard let binding = walk.vertices[position].binding else { return false }
      let declaration = binding.declaration
      return binding.scope == .unscoped || declaration.isEager || declaration.isContribution
    }
    var ways = Ways(
      to: walk.vertices.indices.filter { position in
        walk.vertices[position].binding?.recipe.requiredArguments.isEmpty == false
          && isAlwaysMade(position)
      })
    goBack(from: ways.starts) { edge in
      // The only dependency of a link is its target.
      guard isLink(edge.owner), isAlwaysMade(edge.owner) else { return false }
      return ways.add((edge.owner, dependency(of: edge)))
    }
    return ways
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
      || incoming[position].contains { dependency(of: $0).isLazy }
  }

  /// The ways from the vertices that cannot be created before something is prepared.
  ///
  /// - Complexity: O(*v* + *e*).
  var waysToUnprepared: Ways {
    var ways = Ways(
      to: walk.vertices.indices.filter { position in
        walk.vertices[position].binding.map { $0.recipe.asynchronous != nil && !$0.isPrepared }
          ?? false
      })
    goBack(from: ways.starts) { edge in
      let dependency = dependency(of: edge)
      guard !dependency.isLazy, walk.vertices[edge.owner].binding?.isPrepared != true else {
        return false
      }
      return ways.add((edge.owner, dependency))
    }
    return ways
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

/// The dependents of each vertex of a walk, in the order of the vertices.
struct IncomingEdges {
  /// A vertex, and the number of one of its dependencies.
  typealias Edge = (owner: Int, number: Int)

  /// How many edges there are.
  var count: Int { edges.count }

  /// The edges of the first vertex, then the edges of the second one, and so on.
  private var edges: [Edge]
  /// Where the edges of each vertex begin, and where the last ones end.
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
