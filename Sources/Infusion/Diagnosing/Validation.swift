/// The checks of a graph.
///
/// All of them run, and what they find is reported together.
struct Validation {
  private(set) var errors: [InjectionError] = []
  private let walk: GraphWalk
  private let core: InjectorCore

  init(_ walk: GraphWalk, of core: InjectorCore) {
    self.walk = walk
    self.core = core
    checkDeclarations()
    checkMissing()
    checkNothing()
    checkCycles()
    checkLifetimes()
    checkEager()
    checkShadowed()
  }

  var examinedCount: Int { walk.vertices.count }

  var notExamined: [String] {
    walk.vertices.compactMap { vertex in vertex.notExamined.map { "\(vertex.key): \($0)" } }
  }

  /// Read-only and foreign key paths, and bindings that cannot be linked; once each, however many
  /// classes inherit them.
  private mutating func checkDeclarations() {
    var seen: Set<String> = []
    for vertex in walk.vertices {
      for error in vertex.errors where seen.insert(error.description).inserted {
        errors.append(error)
      }
    }
  }

  /// Keys that nothing provides; one error for each, with everybody who asks.
  private mutating func checkMissing() {
    for vertex in walk.vertices where isMissing(vertex) {
      let requesters = requesters(of: vertex.target).filter { !$0.requirement.isOptional }
      guard !requesters.isEmpty else { continue }
      errors.append(requesters.reduce(core.missing(vertex.key)) { $0.passing($1.step) })
    }
  }

  /// Bindings to nothing where a value is needed, and contributions of nothing.
  private mutating func checkNothing() {
    for vertex in walk.vertices where vertex.binding?.recipe.kind == .nothing {
      if case .contribution = vertex.target {
        let step = InjectionError.Step(vertex.binding?.declaration, class: nil)
        errors.append(InjectionError(.nothingProvided(vertex.key)).passing(step))
        continue
      }
      let requesters = requesters(of: vertex.target).filter { !$0.acceptsNothing }
      guard !requesters.isEmpty else { continue }
      errors.append(
        requesters.reduce(InjectionError(.nothingProvided(vertex.key))) { $0.passing($1.step) })
    }
  }

  /// Cycles in which something is needed before it exists.
  ///
  /// A cycle between properties closes on the object under construction. One that leads through an
  /// initializer fails, at least when it is entered there; so does one that is made of links only.
  private mutating func checkCycles() {
    let components = walk.components
    var reported: Set<Int> = []
    for (position, vertex) in walk.vertices.enumerated() {
      let component = components[position]
      guard !reported.contains(component),
        let cycle = cycle(from: position, in: components),
        isFatal(cycle)
      else { continue }
      reported.insert(component)
      _ = vertex
      errors.append(
        InjectionError(
          .cyclicDependency(chain: cycle.map { walk.vertices[$0.owner].key } + [vertex.key])))
    }
  }

  /// Singletons that keep a value whose scope ends before them.
  private mutating func checkLifetimes() {
    for vertex in walk.vertices where vertex.binding?.scope == .singleton {
      for captured in shorterLived(from: vertex) {
        errors.append(
          InjectionError(
            .captiveDependency(
              vertex.key, captured.key, scope: captured.binding?.scope ?? .unscoped,
              vertex.binding?.declaration.place)))
      }
    }
  }

  private mutating func checkEager() {
    for declaration in core.declarationsInForce
    where declaration.isEager && declaration.scope != .singleton {
      errors.append(
        InjectionError(
          .eagerNotSingleton(
            declaration.key, scope: declaration.scope ?? .unscoped, declaration.place)))
    }
  }

  private mutating func checkShadowed() {
    let configuration = core.present
    for declaration in configuration.declarationsInForce {
      for hidden in configuration.shadowed(by: declaration.key) {
        errors.append(
          InjectionError(
            .shadowedBinding(declaration.key, hidden.place, by: declaration.place)))
      }
    }
  }
}

// MARK: - Reading the walk

extension Validation {
  private struct Requester {
    let requirement: Requirement
    let acceptsNothing: Bool
    let step: InjectionError.Step
  }

  private func isMissing(_ vertex: GraphWalk.Vertex) -> Bool {
    if case .injected = vertex.target { return false }
    return vertex.binding == nil && vertex.errors.isEmpty
  }

  /// Everybody who asks for a vertex, once each: a subclass asks through its superclass's
  /// requirement.
  private func requesters(of target: GraphWalk.Target) -> [Requester] {
    var subjects: Set<String> = []
    return walk.vertices.flatMap { vertex in
      vertex.dependencies.filter { $0.target == target }.compactMap { dependency in
        let step = InjectionError.Step(
          dependency.requirement, in: nil, bound: vertex.binding?.declaration)
        guard subjects.insert(step.subject).inserted else { return nil }
        return Requester(
          requirement: dependency.requirement, acceptsNothing: dependency.acceptsNothing,
          step: step)
      }
    }
  }

  private typealias CycleEdge = (owner: Int, dependency: GraphWalk.Dependency)

  /// The shortest way from a vertex back to itself, if it is part of a cycle that begins with its
  /// creation.
  private func cycle(from start: Int, in components: [Int]) -> [CycleEdge]? {
    var arrivals: [Int: CycleEdge] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let position = waiting[next]
      next += 1
      for dependency in walk.vertices[position].dependencies where !dependency.isLazy {
        // What the first object needs to come into being is what makes the cycle fail.
        if position == start, !dependency.isForCreation { continue }
        guard let target = walk.position(of: dependency.target),
          components[target] == components[start]
        else { continue }
        if target == start {
          var edges: [CycleEdge] = [(position, dependency)]
          while let first = edges.first, first.owner != start, let arrival = arrivals[first.owner] {
            edges.insert(arrival, at: 0)
          }
          return edges
        }
        if arrivals[target] == nil {
          arrivals[target] = (position, dependency)
          waiting.append(target)
        }
      }
    }
    return nil
  }

  private func isFatal(_ cycle: [CycleEdge]) -> Bool {
    let begins = walk.vertices[cycle[0].owner].binding?.recipe.isLink == false
    let isMadeOfLinks = cycle.allSatisfy { walk.vertices[$0.owner].binding?.recipe.isLink == true }
    return begins || isMadeOfLinks
  }

  /// What a singleton holds, directly or through unscoped values, that lives shorter than it.
  private func shorterLived(from vertex: GraphWalk.Vertex) -> [GraphWalk.Vertex] {
    var seen: Set<GraphWalk.Target> = [vertex.target]
    var waiting = vertex.dependencies
    var found: [GraphWalk.Vertex] = []
    while let dependency = waiting.popLast() {
      guard !dependency.isLazy, seen.insert(dependency.target).inserted,
        let position = walk.position(of: dependency.target)
      else { continue }
      let held = walk.vertices[position]
      switch held.binding?.scope.kind {
      case .graph, .custom: found.append(held)
      case .unscoped: waiting += held.dependencies
      case .singleton, .weak, nil: break
      }
    }
    return found
  }
}
