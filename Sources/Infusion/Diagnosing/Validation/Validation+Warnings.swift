// What works, but is probably a mistake.

extension Validation {
  var warnings: [String] {
    var seen: Set<String> = []
    return (walk.vertices.flatMap(forgottenProperties) + misspelledNames)
      .filter { seen.insert($0).inserted }
  }

  /// Unlisted properties that are nil until they are set, and whose value is bound.
  ///
  /// Code that creates an object may set its properties: to what it declares to use, or, if it asks
  /// the injector freely, to anything.
  private func forgottenProperties(of vertex: GraphWalk.Vertex) -> [String] {
    if let recipe = vertex.binding?.recipe, recipe.asksFreely, recipe.uses == nil { return [] }
    let used = Set(vertex.dependencies.filter(\.isForCreation).map { walk.vertices[$0.target].key })
    return vertex.unlisted.compactMap { property in
      let key = Key.looking(for: property.type, named: nil)
      guard TypeRepresentation.isOptional(property.type), !used.contains(key),
        let bound = vertex.snapshot.declaration(for: key), bound.isExplicit
      else { return nil }
      let place = InjectionError.Place(bound).text
      return """
        \(vertex.key): no list mentions \(property.text), although \(key) is \(place); \
        list it if the injector is to set it
        """
    }
  }

  /// Requests for names of which almost the same is bound; the class is created on demand.
  private var misspelledNames: [String] {
    walk.vertices.indices.lazy
      .filter { walk.vertices[$0].binding?.recipe.kind == .onDemand }
      .filter { walk.vertices[$0].key.name != nil }
      .prefix(Self.comparedKeys)
      .compactMap { position in
        let vertex = walk.vertices[position]
        let suggestions = Suggestions(for: vertex.key, in: vertex.snapshot)
        guard suggestions.spelling != nil, let meant = suggestions.texts.first,
          let requester = requesters(of: position, where: { _ in true }).first
        else { return nil }
        return "\(requester.subject): nothing binds \(vertex.key); did you mean \(meant)?"
      }
  }
}
