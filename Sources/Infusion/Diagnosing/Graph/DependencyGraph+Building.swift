extension DependencyGraph {
  init(_ walk: GraphWalk) {
    var taken: [String: Int] = [:]
    let ids = walk.vertices.map { vertex in
      // Several contributions share a key: the second and following ones are numbered.
      let base = vertex.baseID
      let number = taken[base, default: 0] + 1
      taken[base] = number
      return number == 1 ? base : "\(base) #\(number)"
    }
    var problems = Array(repeating: [String](), count: ids.count)
    let validation = Validation(walk)
    for finding in validation.findings {
      for member in finding.members { problems[member].append(finding.error.code.description) }
    }
    let levels = Dictionary(
      zip(walk.snapshot.nearestFirst.map { ObjectIdentifier($0.core) }, 0...)
    ) { first, _ in first }
    nodes = walk.vertices.enumerated().compactMap { position, vertex in
      if walk.answered.contains(position) { return nil }
      return Node(
        id: ids[position], vertex,
        level: levels[ObjectIdentifier(vertex.snapshot.core)] ?? 0,
        problems: problems[position].uniqued)
    }
    edges = walk.vertices.enumerated().flatMap { position, vertex in
      vertex.dependencies.map { dependency in
        Edge(
          source: ids[position], target: ids[dependency.target], label: dependency.label,
          isOptional: dependency.isOptional, isLazy: dependency.isLazy,
          isForCreation: dependency.isForCreation,
          isInCycle: !dependency.isLazy
            && validation.components.areTogether(position, dependency.target))
      }
    }
  }
}

extension GraphWalk.Vertex {
  fileprivate var baseID: String {
    let type = TypeText.qualified(key.type)
    // In quotes, a name does not read like the number of a contribution.
    let name = key.name.phrase
    return switch target {
    case .key: type + name
    case .contribution: "contribution to \(type)\(name)"
    case .injected: "injected \(type)"
    }
  }
}

extension GraphWalk.Dependency {
  /// Whether the owner can do without the value.
  ///
  /// This is not about a collection, which leaves out elements that do not exist.
  fileprivate var isOptional: Bool {
    if case .contribution = requirement.subject { false } else { mayBeMissing }
  }

  fileprivate var label: String {
    switch requirement.subject {
    case .property(_, _, let position):
      requirement.propertyName ?? "requirement \(position)"
    case .parameter(_, let position): isDeclaredUse ? "uses" : "parameter \(position)"
    case .link, .contribution: ""
    }
  }
}

extension DependencyGraph.Node {
  fileprivate init(id: String, _ vertex: GraphWalk.Vertex, level: Int, problems: [String]) {
    let binding = vertex.binding
    self.init(
      id: id, type: TypeText(vertex.key.type).text, name: vertex.key.name?.description,
      kind: binding.map { Kind($0.recipe.kind) }
        ?? (vertex.subject == nil ? .missing : .injected),
      scope: binding?.shownScope.description ?? "",
      isContribution: vertex.isContribution,
      isEager: binding?.declaration.isEager ?? false,
      modules: binding.map { BindingFacts($0.declaration).modulePath } ?? [],
      location: binding?.declaration.location?.description,
      level: level, isExamined: vertex.notExamined.isEmpty,
      unlisted: vertex.unlisted.map { $0.owner == vertex.cls ? $0.name : $0.text },
      problems: problems)
  }
}

extension DependencyGraph.Node.Kind {
  init(_ kind: RecipeKind) {
    self =
      switch kind {
      case .asynchronous: .asynchronous
      case .closure: .closure
      case .constructor: .initializer
      case .instance, .weakInstance: .instance
      case .link: .link
      case .provider: .provider
      case .nothing: .nothing
      case .onDemand: .onDemand
      case .collection: .collection
      case .injector: .injector
      }
  }
}
