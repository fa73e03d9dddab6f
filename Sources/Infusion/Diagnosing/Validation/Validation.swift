/// The checks of a graph.
///
/// All of them run, and their findings are reported together, in the order of the vertices.
struct Validation {
  /// Something that is wrong, and where.
  struct Finding {
    /// All vertices that take part.
    let members: [Int]
    let error: InjectionError
  }

  /// The findings at each vertex.
  private var found: [[Finding]]
  let walk: GraphWalk
  let snapshot: Snapshot
  /// The edges that lead to each vertex, in the order of their owners.
  let incoming: IncomingEdges
  let components: StronglyConnectedComponents
  /// The eager binding that leads to each vertex first, if any.
  let firstEager: [Int?]
  /// How many dependencies may still be followed for further findings: a knot of cycles has too
  /// many paths to report all of them.
  var budget: Int
  /// How many missing keys are compared with everything that is bound.
  static let comparedKeys = 50

  init(_ walk: GraphWalk) {
    self.walk = walk
    snapshot = walk.snapshot
    found = Array(repeating: [], count: walk.vertices.count)
    incoming = IncomingEdges(walk)
    firstEager = walk.firstEager()
    // A dependency that is resolved later closes no cycle.
    components = StronglyConnectedComponents(count: walk.vertices.count) { vertex, position in
      let dependencies = walk.vertices[vertex].dependencies
      while position < dependencies.count {
        defer { position += 1 }
        if !dependencies[position].isLazy { return dependencies[position].target }
      }
      return nil
    }
    budget = 16 * (walk.vertices.count + incoming.count)
    checkDeclarations()
    checkMissing()
    checkNothing()
    checkArguments()
    checkCycles()
    checkLifetimes()
    checkEager()
    checkShadowed()
  }

  var findings: [Finding] { found.flatMap { $0 } }

  var errors: [InjectionError] { findings.map(\.error) }

  var examinedCount: Int { walk.vertices.count - walk.answered.count }

  /// What was not examined, and what of it could be if the module or the caller said more.
  var notExamined: (all: [String], remediable: [String]) {
    let gaps = walk.vertices.flatMap { vertex in
      vertex.notExamined.map { (text: "\(vertex.key): \($0.text)", $0.isRemediable) }
    }
    return (
      (gaps.map(\.text) + walk.notIncluded).uniqued,
      (gaps.filter { $0.1 }.map(\.text) + walk.notIncluded).uniqued
    )
  }

  /// The bindings of the injector itself that nothing asks for, as far as that is known.
  var unused: [String] {
    walk.vertices.indices.compactMap { position in
      guard let declaration = walk.vertices[position].binding?.declaration,
        snapshot.configuration.isInForce(declaration), !declaration.isEager,
        !walk.wanted.contains(position),
        incoming.owners(position).allSatisfy({ $0 == position })
      else { return nil }
      let text = declaration.isContribution ? "[\(declaration.key)]" : "\(declaration.key)"
      return "\(text): \(BindingFacts(declaration).text)"
    }
  }

  private mutating func find(
    _ error: InjectionError, at position: Int, members: [Int]? = nil
  ) {
    found[position].append(Finding(members: members ?? [position], error: error))
  }

  /// A problem whose path leads back along a way, as in a request.
  func error(
    _ problem: InjectionError.Problem, along way: [CycleEdge]
  ) -> InjectionError {
    InjectionError(problem).passing(way.count) {
      let edge = way[way.count - 1 - $0]
      return walk.vertices[edge.owner].step(edge.dependency)
    }
  }

  /// A problem at the end of the way from a vertex.
  func error(
    _ problem: InjectionError.Problem, from start: Int, _ ways: Ways
  ) -> InjectionError {
    let count = ways.count(from: start) ?? 0
    let (last, first) = ways.ends(from: start)
    return InjectionError(problem).passing(count) {
      let edge = $0 < last.count ? last[$0] : first[count - 1 - $0]
      return walk.vertices[edge.owner].step(edge.dependency)
    }
  }

  /// Read-only and foreign key paths, and bindings that cannot be linked; once each, however many
  /// classes inherit them.
  private mutating func checkDeclarations() {
    let errors = walk.vertices.enumerated().flatMap { position, vertex in
      vertex.errors.map { (position: position, error: $0, text: $0.description) }
    }
    for (_, alike) in errors.grouped(by: \.text) {
      find(alike[0].error, at: alike[0].position, members: alike.map(\.position))
    }
  }

  /// Keys that nothing provides; one error for each, with all that ask for it, or one for each
  /// singleton of a parent that needs what only the child binds.
  private mutating func checkMissing() {
    var compared = 0
    // Whether only what the child itself keeps asks for a singleton: that is made with what it binds.
    var known: [Int: Bool] = [:]
    let singletons = snapshot.parent == nil ? nil : nearestSingletons
    for position in walk.vertices.indices where walk.vertices[position].isMissing {
      let vertex = walk.vertices[position]
      let requests = requests(of: position) { !$0.dependency.mayBeMissing }
      guard !requests.isEmpty else { continue }
      compared += 1
      guard let singletons, let nearest = singletons[position],
        let own = snapshot.declaration(for: vertex.key)
      else {
        let error = vertex.snapshot.missing(vertex.key, isCompared: compared <= Self.comparedKeys)
        find(error.passing(requesters: requests.map(\.step)), at: position)
        continue
      }
      // Each singleton has to be bound elsewhere.
      for (singleton, requests) in requests.grouped(by: { singletons[$0.owner] ?? nearest }) {
        guard let kept = walk.vertices[singleton].binding?.kept else { continue }
        let areAll =
          known[singleton]
          ?? incoming.owners(singleton).allSatisfy { walk.vertices[$0].snapshot === snapshot }
        known[singleton] = areAll
        let error = InjectionError(
          .boundInChild(vertex.key, BindingFacts(own), [kept], areAll: areAll))
        find(error.passing(requesters: requests.map(\.step)), at: position)
      }
    }
  }

  /// Requests without the arguments that a binding needs; eager singletons and contributions are
  /// always created without.
  ///
  /// A call with arguments may already have created an instance that is kept, or may be creating the
  /// one that is requested.
  private mutating func checkArguments() {
    let ways = waysToArguments
    for position in ways.starts {
      guard let declaration = walk.vertices[position].binding?.declaration else { continue }
      // Only in a cycle can an object ask for the one that is under construction.
      let isInCycle = components.isInCycle(position)
      var requesters = requests(of: position) { owner, dependency in
        if case .link = dependency.requirement.subject { return false }
        return dependency.isLazy
          || !dependency.isUpToClosure
            && (!isInCycle || isReached(owner, without: position, ways))
      }.map(\.step)
      if declaration.isEager { requesters.append(eagerCreation(of: declaration)) }
      guard !requesters.isEmpty || declaration.isContribution,
        let target = ways.end(from: position).flatMap({ walk.vertices[$0].binding })
      else { continue }
      let types = target.recipe.requiredArguments
      let problem: InjectionError.Problem =
        declaration.isContribution
        ? .contributionWithArguments(
          declaration.key, expected: types, BindingFacts(declaration))
        : .argumentMismatch(target.key, expected: types, given: [])
      find(error(problem, from: position, ways).passing(requesters: requesters), at: position)
    }
  }

  /// Bindings that provide nothing where a value is needed, and contributions of nothing.
  private mutating func checkNothing() {
    let ways = waysToNothing
    for position in ways.starts {
      let vertex = walk.vertices[position]
      guard let binding = vertex.binding,
        let end = ways.end(from: position).flatMap({ walk.vertices[$0].binding })
      else { continue }
      if vertex.isContribution {
        // An object that is held weakly may go at any time.
        guard end.recipe.kind == .nothing else { continue }
        let facts = BindingFacts(binding.declaration)
        find(InjectionError(.emptyContribution(vertex.key, facts)), at: position)
        continue
      }
      let requests = requests(of: position) { !$0.dependency.acceptsNothing && !isLink($0.owner) }
      guard !requests.isEmpty else { continue }
      let error = binding.snapshot.nothing(vertex.key)
      find(error.passing(requesters: requests.map(\.step)), at: position)
    }
  }

  /// Cycles in which something is needed before it exists.
  ///
  /// A cycle between properties closes on the object under construction, unless cycles are
  /// forbidden. One that leads through an initializer fails, at least when it is entered there; so
  /// does one that consists of links only.
  private mutating func checkCycles() {
    var cycles: [(identity: Set<String>, position: Int, edges: [CycleEdge])] = []
    var begun: Set<Int> = []
    for position in walk.vertices.indices where components.isInCycle(position) {
      // In each knot, one cycle is looked for in any case.
      guard budget > 0 || begun.insert(components[position]).inserted else { continue }
      // It is found from what it makes, unless it consists of links.
      guard let cycle = cycle(from: position),
        !isLink(position) || cycle.allSatisfy({ isLink($0.owner) })
      else { continue }
      cycles.append((Set(cycle.map { identity(of: $0) }), position, cycle))
      begun.insert(components[position])
    }
    for (_, alike) in cycles.grouped(by: \.identity) {
      let (_, position, cycle) = alike[0]
      var found = InjectionError.Cycle(
        isForbidden: walk.vertices[position].snapshot.core.options.forbidsCycles)
      for edge in cycle {
        let vertex = walk.vertices[edge.owner]
        found.append(vertex.key, of: vertex.binding?.recipe)
      }
      found.append(walk.vertices[position].key)
      let problem: InjectionError.Problem =
        closes(cycle) ? .forbiddenCycle(found) : .cyclicDependency(found)
      find(
        error(problem, along: cycle), at: position,
        members: alike.flatMap { $0.edges.map(\.owner) }.uniqued)
    }
  }

  /// What an edge of a cycle means to a reader, who counts a cycle once although both an injector and
  /// its parent have it, with vertices of their own.
  private func identity(of edge: CycleEdge) -> String {
    let vertex = walk.vertices[edge.owner]
    let name = vertex.key.name.argument
    return "\(TypeText.qualified(vertex.key.type))\(name) \(vertex.step(edge.dependency))"
  }

  /// Singletons that keep a value whose scope ends before them.
  private mutating func checkLifetimes() {
    let isShorterLived = walk.vertices.map { vertex in
      switch vertex.binding?.scope.kind {
      case .graph, .custom: true
      case .unscoped, .singleton, .weak, nil: false
      }
    }
    let keeping = keeping(isShorterLived)
    var isFirst = true
    for position in walk.vertices.indices
    where keeping[position] && (isFirst || budget > 0) {
      let vertex = walk.vertices[position]
      guard let binding = vertex.binding, binding.scope == .singleton, let singleton = binding.kept
      else { continue }
      isFirst = false
      for (captured, way) in kept(from: position, isShorterLived, through: keeping) {
        let held = walk.vertices[captured]
        let problem = InjectionError.Problem.captiveDependency(
          singleton, held.key, scope: held.binding?.scope ?? .unscoped,
          asked: keyAsked(along: way), binding.declaration.location)
        find(error(problem, along: way), at: position)
      }
    }
  }

  /// Eager singletons that cannot be created together with the injector.
  private mutating func checkEager() {
    let ways = waysToUnprepared
    for eager in ways.starts {
      guard let declaration = walk.vertices[eager].binding?.declaration, declaration.isEager,
        let target = ways.end(from: eager)
      else { continue }
      let error = error(.notPrepared(walk.vertices[target].key), from: eager, ways)
      find(error.passing(eagerCreation(of: declaration)), at: eager)
    }
  }

  /// The step in which an injector creates an eager singleton.
  ///
  /// It has the location of the binding, because there is no call that has one.
  private func eagerCreation(of declaration: BindingDeclaration) -> InjectionError.Step {
    InjectionError.Step(CallFacts(eager: declaration, at: declaration.location))
  }

  /// Bindings that a later one of the same injector hides; a child hides its parent's on purpose,
  /// and an update or `overriding(with:)` replaces on purpose.
  private mutating func checkShadowed() {
    for level in snapshot.nearestFirst where !level.configuration.hidden.isEmpty {
      let configuration = level.configuration
      for declaration in configuration.declarationsInForce {
        let bindings = configuration.bindings(of: declaration.key)
        for (hidden, later) in zip(bindings, bindings.dropFirst())
        where !later.overrides(hidden) && !configuration.isLive(later) {
          // A vertex of the same key may be that of the child, which hides both.
          let isSeen = snapshot.declaration(for: declaration.key) === declaration
          let own = walk.position(of: declaration.key, in: isSeen ? snapshot : level)
          find(
            InjectionError(
              .shadowedBinding(
                declaration.key, BindingFacts(hidden), by: BindingFacts(later))),
            at: own ?? 0, members: own.map { [$0] } ?? [])
        }
      }
    }
  }
}

extension Array where Element: Hashable {
  /// The first of each, in order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array {
  /// The elements that share a key, by key, in the order of the first of each.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
    let groups = Dictionary(grouping: self, by: key)
    return map(key).uniqued.map { ($0, groups[$0] ?? []) }
  }
}
