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
  let walk: GraphWalk
  let core: InjectorCore
  /// Who depends on each vertex; found out when something is wrong.
  private(set) lazy var incoming = IncomingEdges(walk)

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
    for position in walk.vertices.indices {
      for error in walk.vertices[position].errors where seen.insert(error.description).inserted {
        find(error, at: position)
      }
    }
  }

  /// Keys that nothing provides; one error for each, with everybody who asks.
  private mutating func checkMissing() {
    for position in walk.vertices.indices where isMissing(position) {
      let vertex = walk.vertices[position]
      let requesters = requesters(of: position) { !$0.requirement.isOptional }
      guard !requesters.isEmpty else { continue }
      find(requesters.reduce(vertex.core.missing(vertex.key)) { $0.passing($1.step) }, at: position)
    }
  }

  /// Bindings to nothing where a value is needed, and contributions of nothing.
  private mutating func checkNothing() {
    for position in walk.vertices.indices
    where walk.vertices[position].binding?.recipe.kind == .nothing {
      let vertex = walk.vertices[position]
      guard let place = vertex.binding.map({ InjectionError.Place($0.declaration) }) else {
        continue
      }
      if case .contribution = vertex.target {
        find(InjectionError(.emptyContribution(vertex.key, place)), at: position)
        continue
      }
      let requesters = requesters(of: position) { !$0.acceptsNothing }
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
    let components = StronglyConnectedComponents(walk)
    var reported: Set<Set<Int>> = []
    for position in walk.vertices.indices where components.isInCycle(position) {
      guard let cycle = cycle(from: position, in: components.component), isFatal(cycle),
        reported.insert(Set(cycle.map(\.owner))).inserted
      else { continue }
      let chain = cycle.map { walk.vertices[$0.owner].key } + [walk.vertices[position].key]
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
    for position in walk.vertices.indices
    where walk.vertices[position].binding?.scope == .singleton {
      let vertex = walk.vertices[position]
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
    let declarations = walk.declarations
    for declaration in declarations where declaration.recipe?.asynchronous != nil {
      guard let error = InjectionError(unlessPreparedOnce: declaration) else { continue }
      find(error, at: position(of: declaration))
    }
    for declaration in declarations
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
      for declaration in configuration.hasShadowed ? configuration.declarationsInForce : [] {
        let hidden = configuration.shadowed(by: declaration.key)
        if hidden.isEmpty { continue }
        let bindings = hidden + [declaration]
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
