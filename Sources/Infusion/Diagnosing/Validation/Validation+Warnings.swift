// What works, but is probably a mistake.

extension Validation {
  var warnings: [String] {
    let shared = snapshot.parent == nil ? [] : sharedWarnings
    let inLists = walk.vertices.flatMap { unlistedWarnings(of: $0) + repetitionWarnings(of: $0) }
    let collections = emptyCollections + replacedCollections
    return (inLists + shared + misspelledNames + misspelledAdditions + collections).uniqued
  }

  /// A subject for which nothing is listed, and unlisted properties that are nil until they are set,
  /// although an injector has a value for them.
  ///
  /// Code that creates an object may set its properties: to what it declares to use, or, if it asks
  /// the injector freely, to anything.
  private func unlistedWarnings(of vertex: GraphWalk.Vertex) -> [String] {
    let isActor = vertex.cls.map { MetadataLayout.isActor($0) } ?? false
    if vertex.subject != nil, vertex.listsNothing {
      if mayBeComplete(vertex) { return [] }
      let fix =
        isActor
        ? "it is an actor, so pass its dependencies to its initializer"
        : "\(conforming(vertex))list its properties"
      return ["\(vertex.key): nothing is injected; \(fix)"]
    }
    guard vertex.errors.isEmpty, vertex.mayHaveUnlistedOptionals, !isActor else { return [] }
    if vertex.binding?.recipe.asksForUndeclared == true { return [] }
    // Only `Requirements` can withdraw a property.
    let isPlain = vertex.requirements.contains { $0.slot?.isPlain == true }
    let used = Set(vertex.dependencies.filter(\.isForCreation).map { walk.vertices[$0.target].key })
    let declaring = vertex.declared?.shape.levels.filter { !$0.elements.isEmpty }.map(\.cls) ?? []
    let modules = Set((declaring + [vertex.cls].compactMap { $0 }).map { moduleName(of: $0) })
    return vertex.unlisted.compactMap { property in
      // The program may not see the properties of a class from another module that lists nothing.
      guard modules.contains(moduleName(of: property.owner)) else { return nil }
      guard TypeRepresentation.isOptional(property.type), !property.isConstant,
        let (key, source) = source(of: property.type, in: vertex.snapshot), !used.contains(key)
      else { return nil }
      let path = "\\.\(property.name)"
      let list = conforming(vertex) + (property.isOne ? "list \(path)" : "list it")
      let fix = isPlain || !property.isOne ? list : "\(list), or withdraw it: excluding(\(path))"
      return """
        \(vertex.key): no list mentions \(property.text), although \(key) is \(source); \(fix)
        """
    }
  }

  /// What a class has to do before it can list properties without names.
  private func conforming(_ vertex: GraphWalk.Vertex) -> String {
    vertex.cls is any Injectable.Type ? "" : "conform it to Injectable, and "
  }

  /// Whether an included class for which nothing is listed may have all that it needs: from the code
  /// that a binding keeps, or because the injector has no value for any of its Optional properties.
  private func mayBeComplete(_ vertex: GraphWalk.Vertex) -> Bool {
    if vertex.snapshot.declaration(for: vertex.key)?.recipe != nil { return true }
    guard source(of: vertex.key, in: vertex.snapshot) != nil else { return false }
    return !vertex.storesOptional { source(of: $0, in: vertex.snapshot) != nil }
  }

  /// What a custom scope of the parent keeps, although it receives a value of this child, directly or
  /// through others: a child that uses the scope's store later would receive it, too.
  private var sharedWarnings: [String] {
    let isOwn = walk.vertices.map { vertex in
      vertex.binding.map { snapshot.configuration.isInForce($0.declaration) } ?? false
    }
    let keeping = keeping(isOwn)
    // A copy, whose budget may be spent.
    var validation = self
    var warnings: [String] = []
    for position in walk.vertices.indices
    where keeping[position] && !isOwn[position] && (warnings.isEmpty || validation.budget > 0) {
      let vertex = walk.vertices[position]
      guard let scope = vertex.binding?.scope, case .custom = scope.kind else { continue }
      warnings += validation.kept(from: position, isOwn, through: keeping).map { own, _ in
        """
        \(vertex.key): the parent binds it in the scope '\(scope)', whose store may share it \
        with other children, although it receives \(walk.vertices[own].key) of this one; bind it in \
        the children in another scope
        """
      }
    }
    return warnings
  }

  /// What provides the value of a property, or what a handle requests, with its key; nil for an
  /// injector, which the program keeps in a property.
  private func source(of type: Any.Type, in snapshot: Snapshot) -> (Key, String)? {
    let key = snapshot.supply(of: type, named: nil).delivered.key
    if key.type == Injector.self { return nil }
    return source(of: key, in: snapshot).map { (key, $0) }
  }

  /// What provides a value: its binding, its contributions, or the class itself.
  private func source(of key: Key, in snapshot: Snapshot) -> String? {
    if let bound = snapshot.declaration(for: key) {
      return bound.recipe?.kind == .nothing ? nil : BindingFacts(bound).text
    }
    if let element = key.ofElements {
      return snapshot.contributions(to: element).isEmpty ? nil : "contributed to"
    }
    if snapshot.core.options.requiresExplicitBindings { return nil }
    return OnDemandRecipe.makesObjects(of: key.type) ? "created on demand" : nil
  }

  /// Requests for names that nothing binds, although almost the same name is bound: the class is
  /// created on demand, the collection is empty, or the properties may stay as they are.
  private var misspelledNames: [String] {
    walk.vertices.indices.lazy
      .filter { position in
        let vertex = walk.vertices[position]
        guard vertex.key.name != nil, vertex.snapshot.declaration(for: vertex.key) == nil else {
          return false
        }
        return vertex.binding?.recipe.kind == .onDemand || isEmptyCollection(vertex)
          || vertex.isMissing && requests(of: position) { !$0.dependency.mayBeMissing }.isEmpty
      }
      .prefix(Self.comparedKeys)
      .compactMap { position in
        let vertex = walk.vertices[position]
        guard let meant = bindingSpelledAlmost(like: vertex.key, in: vertex.snapshot) else {
          return nil
        }
        let fact =
          requests(of: position).first.map { "\($0.step.subject): nothing binds \(vertex.key)" }
          ?? "\(vertex.key): nothing binds it"
        let result =
          vertex.isMissing
          ? "there is no value"
          : vertex.binding?.recipe.kind == .collection ? "it is empty" : "it is created on demand"
        return "\(fact), so \(result); did you mean \(meant)?"
      }
  }

  private func isEmptyCollection(_ vertex: GraphWalk.Vertex) -> Bool {
    vertex.binding?.recipe.kind == .collection && vertex.dependencies.isEmpty
  }

  /// The same for names in extensions of classes that have not been examined.
  private var misspelledAdditions: [String] {
    guard snapshot.hasExtensions else { return [] }
    let examined = Set(
      walk.vertices.lazy.compactMap(\.cls)
        .flatMap { superclasses(from: $0).map { ObjectIdentifier($0) } })
    // A lazy `flatMap` would make each array again for each of its elements.
    return snapshot.lineage
      .flatMap { $0.configuration.layers.flatMap(\.extensions) }
      .filter { !examined.contains(ObjectIdentifier($0.cls)) }
      .flatMap { added in
        added.additions.map { (added, Key.looking(for: $0.slot.valueType, named: $0.name)) }
      }
      .lazy
      .filter { snapshot.declaration(for: $1) == nil && $1.name != nil }
      .prefix(Self.comparedKeys)
      .compactMap { added, key in
        guard let meant = bindingSpelledAlmost(like: key, in: snapshot) else { return nil }
        let result =
          source(of: key, in: snapshot) == nil
          ? "its objects cannot be injected" : "it is created on demand"
        return """
          extend(\(Key(added.cls)).self): nothing binds \(key), so \(result); did you mean \(meant)?
          """
      }
  }

  /// Collections of handles or Optionals to which nothing is contributed, although the values
  /// themselves are.
  private var emptyCollections: [String] {
    walk.vertices.indices.compactMap { position in
      let vertex = walk.vertices[position]
      guard isEmptyCollection(vertex), let element = vertex.key.ofElements else { return nil }
      let value = vertex.snapshot.supply(of: element.type, named: element.name).delivered.key
      guard value != element, let given = vertex.snapshot.contributions(to: value).first else {
        return nil
      }
      let subject = requests(of: position).first?.step.subject ?? "\(vertex.key)"
      return """
        \(subject): nothing is contributed to \(vertex.key), although \
        \(value) is \(BindingFacts(given).text); \
        ask for [\(TypeText(value.type).text)]\(value.name.phrase), or for a Lazy of it
        """
    }
  }

  /// Collections without what is contributed to them: they are bound to something else, unless an
  /// update or `overriding(with:)` replaces them on purpose, or a parent keeps its own.
  private var replacedCollections: [String] {
    snapshot.nearestFirst.flatMap { level in
      level.configuration.contributions.map(\.key).uniqued.compactMap { element in
        guard let (binding, owner) = level.binding(of: element.ofCollection),
          !owner.configuration.isLive(binding),
          let hidden = level.configuration.contributed[element]?
            .first(where: { !binding.overrides($0) })
        else { return nil }
        if binding.recipe == nil {
          guard owner !== level, binding.scope == .singleton else { return nil }
          return """
            \(binding.key): the parent keeps its collection (\(BindingFacts(binding).text)), which \
            lacks what this child contributes (\(BindingFacts(hidden).text)); bind the collection in \
            the child, too
            """
        }
        return """
          \(binding.key): a binding hides what is contributed to it \
          (\(BindingFacts(hidden).text); \(BindingFacts(binding).text)); \
          contribute its values, too, or override the module
          """
      }
    }
  }

  /// A binding of the same type whose name is almost that of a key.
  private func bindingSpelledAlmost(like key: Key, in snapshot: Snapshot) -> String? {
    let suggestions = Suggestions(for: key, in: snapshot)
    return suggestions.spelling == nil ? nil : suggestions.texts.first
  }
}
