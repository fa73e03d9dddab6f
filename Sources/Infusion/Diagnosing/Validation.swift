/// The checks of a graph.
///
/// All of them run, and what they find is reported together, in the order of the vertices.
struct Validation {
  /// Something that is wrong, and where.
  struct Finding {
    /// The position of a vertex.
    let position: Int
    /// All vertices that take part.
    let members: [Int]
    let error: InjectionError
  }

  private(set) var findings: [Finding] = []
  private let walk: GraphWalk
  private let core: InjectorCore
  /// Who depends on each vertex.
  private let incoming: [[Incoming]]

  init(_ walk: GraphWalk, of core: InjectorCore) {
    self.walk = walk
    self.core = core
    incoming = walk.incoming
    checkDeclarations()
    checkMissing()
    checkNothing()
    checkCycles()
    checkLifetimes()
    checkEager()
    checkShadowed()
    findings = findings.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  var errors: [InjectionError] { findings.map(\.error) }

  var examinedCount: Int { walk.vertices.count }

  var notExamined: [String] {
    var seen: Set<String> = []
    return
      (walk.vertices.compactMap { vertex in vertex.notExamined.map { "\(vertex.key): \($0)" } }
      + walk.notIncluded)
      .filter { seen.insert($0).inserted }
  }

  private mutating func find(
    _ error: InjectionError, at position: Int, members: [Int]? = nil
  ) {
    findings.append(
      Finding(position: position, members: members ?? [position], error: error))
  }

  /// Read-only and foreign key paths, and bindings that cannot be linked; once each, however many
  /// classes inherit them.
  private mutating func checkDeclarations() {
    var seen: Set<String> = []
    for (position, vertex) in walk.vertices.enumerated() {
      for error in vertex.errors where seen.insert(error.description).inserted {
        find(error, at: position)
      }
    }
  }

  /// Keys that nothing provides; one error for each, with everybody who asks.
  private mutating func checkMissing() {
    for (position, vertex) in walk.vertices.enumerated() where isMissing(vertex) {
      let requesters = requesters(of: position).filter { !$0.dependency.requirement.isOptional }
      guard !requesters.isEmpty else { continue }
      find(requesters.reduce(vertex.core.missing(vertex.key)) { $0.passing($1.step) }, at: position)
    }
  }

  /// Bindings to nothing where a value is needed, and contributions of nothing.
  private mutating func checkNothing() {
    for (position, vertex) in walk.vertices.enumerated()
    where vertex.binding?.recipe.kind == .nothing {
      guard let place = vertex.binding.map({ InjectionError.Place($0.declaration) }) else {
        continue
      }
      if case .contribution = vertex.target {
        find(InjectionError(.emptyContribution(vertex.key, place)), at: position)
        continue
      }
      let requesters = requesters(of: position).filter { !$0.dependency.acceptsNothing }
      guard !requesters.isEmpty else { continue }
      let error = InjectionError(.nothingProvided(vertex.key, place))
      find(requesters.reduce(error) { $0.passing($1.step) }, at: position)
    }
  }

  /// Cycles in which something is needed before it exists.
  ///
  /// A cycle between properties closes on the object under construction, unless cycles are
  /// forbidden. One that leads through an initializer fails, at least when it is entered there; so
  /// does one that is made of links only.
  private mutating func checkCycles() {
    let components = walk.components
    var reported: Set<Set<Int>> = []
    for (position, vertex) in walk.vertices.enumerated() {
      guard let cycle = cycle(from: position, in: components), isFatal(cycle),
        reported.insert(Set(cycle.map(\.owner))).inserted
      else { continue }
      let chain = cycle.map { walk.vertices[$0.owner].key } + [vertex.key]
      // The path leads from the end of the cycle back to its beginning, as a request would tell it.
      let problem: InjectionError.Problem =
        closes(cycle) ? .forbiddenCycle(chain: chain) : .cyclicDependency(chain: chain)
      find(
        cycle.reversed().reduce(InjectionError(problem)) { error, edge in
          error.passing(walk.vertices[edge.owner].step(edge.dependency))
        }, at: position, members: cycle.map(\.owner))
    }
  }

  /// Singletons that keep a value whose scope ends before them.
  private mutating func checkLifetimes() {
    for (position, vertex) in walk.vertices.enumerated()
    where vertex.binding?.scope == .singleton {
      for (captured, way) in shorterLived(from: position) {
        let held = walk.vertices[captured]
        let problem = InjectionError.Problem.captiveDependency(
          vertex.key, held.key, scope: held.binding?.scope ?? .unscoped,
          vertex.binding?.declaration.place)
        let error = way.reversed().reduce(InjectionError(problem)) { error, edge in
          error.passing(walk.vertices[edge.owner].step(edge.dependency))
        }
        find(error, at: position)
      }
    }
  }

  private mutating func checkEager() {
    for declaration in core.declarationsInForce
    where declaration.isEager && declaration.scope != .singleton {
      find(
        InjectionError(
          .eagerNotSingleton(
            declaration.key, scope: declaration.scope ?? .unscoped, declaration.place)),
        at: position(of: declaration))
    }
  }

  /// Bindings that a later one of the same injector hides; a child hides its parent's on purpose,
  /// and an update or `overriding(with:)` replaces on purpose.
  private mutating func checkShadowed() {
    var next: InjectorCore? = core
    while let present = next {
      let configuration = present.present
      for declaration in configuration.declarationsInForce {
        let bindings = configuration.shadowed(by: declaration.key) + [declaration]
        for (hidden, later) in zip(bindings, bindings.dropFirst())
        where !configuration.isReplacement(later) {
          find(
            InjectionError(
              .shadowedBinding(
                declaration.key, InjectionError.Place(hidden), by: InjectionError.Place(later))),
            at: position(of: declaration))
        }
      }
      next = present.upper
    }
  }
}

// MARK: - Reading the walk

extension Validation {
  /// Somebody who asks for a vertex.
  fileprivate struct Incoming {
    let owner: Int
    let dependency: GraphWalk.Dependency
  }

  private struct Requester {
    let dependency: GraphWalk.Dependency
    let step: InjectionError.Step
  }

  private func isMissing(_ vertex: GraphWalk.Vertex) -> Bool {
    if case .injected = vertex.target { return false }
    return vertex.binding == nil && vertex.errors.isEmpty && vertex.notExamined == nil
  }

  private func position(of declaration: BindingDeclaration) -> Int {
    walk.position(of: declaration.key) ?? 0
  }

  /// Everybody who asks for a vertex, once each: a subclass asks through its superclass's
  /// requirement.
  private func requesters(of position: Int) -> [Requester] {
    var subjects: Set<String> = []
    return incoming[position].compactMap { edge in
      let step = walk.vertices[edge.owner].step(edge.dependency)
      let asker = step.property.map { "\(QualifiedTypeText($0.owner).text) \($0.position)" }
      guard subjects.insert(asker ?? step.subject).inserted else { return nil }
      return Requester(dependency: edge.dependency, step: step)
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
        if position == start, !dependency.isForCreation, !core.options.forbidsCycles { continue }
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

  /// Whether every object of a cycle comes into being without the others.
  ///
  /// A link is needed to make its source, and makes nothing itself.
  private func closes(_ cycle: [CycleEdge]) -> Bool {
    let isMade = { (owner: Int) in walk.vertices[owner].binding?.recipe.isLink != true }
    return cycle.contains { isMade($0.owner) }
      && !cycle.contains { $0.dependency.isForCreation && isMade($0.owner) }
  }

  private func isFatal(_ cycle: [CycleEdge]) -> Bool {
    let begins = walk.vertices[cycle[0].owner].binding?.recipe.isLink == false
    let isMadeOfLinks = cycle.allSatisfy { walk.vertices[$0.owner].binding?.recipe.isLink == true }
    return begins || isMadeOfLinks
  }

  /// What a singleton holds, directly or through unscoped values, that lives shorter than it, and
  /// the way to it.
  private func shorterLived(from start: Int) -> [(position: Int, way: [CycleEdge])] {
    var seen: Set<Int> = [start]
    var waiting: [(position: Int, way: [CycleEdge])] = [(start, [])]
    var next = 0
    var found: [(position: Int, way: [CycleEdge])] = []
    while next < waiting.count {
      let (owner, way) = waiting[next]
      next += 1
      for dependency in walk.vertices[owner].dependencies where dependency.isKept {
        guard let position = walk.position(of: dependency.target), seen.insert(position).inserted
        else { continue }
        let longer = way + [(owner, dependency)]
        switch walk.vertices[position].binding?.scope.kind {
        case .graph, .custom: found.append((position, longer))
        case .unscoped: waiting.append((position, longer))
        case .singleton, .weak, nil: break
        }
      }
    }
    return found
  }
}

extension GraphWalk {
  /// Who depends on each vertex, in the order of the vertices.
  fileprivate var incoming: [[Validation.Incoming]] {
    var incoming = Array(repeating: [Validation.Incoming](), count: vertices.count)
    for (owner, vertex) in vertices.enumerated() {
      for dependency in vertex.dependencies {
        guard let target = position(of: dependency.target) else { continue }
        incoming[target].append(Validation.Incoming(owner: owner, dependency: dependency))
      }
    }
    return incoming
  }
}

extension Configuration {
  /// Whether a binding hides another on purpose: an override or an update of a live injector has
  /// made it.
  fileprivate func isReplacement(_ declaration: BindingDeclaration) -> Bool {
    declaration.isOverriding
      || layers.contains { layer in
        guard layer.id == declaration.layer, case .live = layer.origin else { return false }
        return true
      }
  }
}
