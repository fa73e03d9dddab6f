/// What some links lead to.
struct LinkEnd {
  /// The last declaration on the way: that of the end, unless it is made on demand.
  var last: BindingDeclaration
  /// The key of the end.
  var key: Key
  /// The first declaration whose code belongs to the main actor.
  var ofMainActor: BindingDeclaration?
  /// Whether something else keeps what is passed on (`Scope.isKeptElsewhere`).
  var isKeptElsewhere = false
  /// Whether each request gets a new object, as far as the declarations on the way say.
  var isNew = true

  /// The end of a way that has only one declaration.
  fileprivate init(_ declaration: BindingDeclaration, at key: Key) {
    (last, self.key) = (declaration, key)
    ofMainActor = declaration.requiresMainActor ? declaration : nil
  }

  /// The declaration of the end; nil when it is made on demand, or not at all.
  var declaration: BindingDeclaration? { last.key == key ? last : nil }

  /// The actor that the class at the end belongs to; nil when it belongs to none.
  var isolation: ClassIsolation? {
    guard let declaration, let recipe = declaration.recipe else {
      return ClassIsolation.ofValues(of: key.type, injected: true, onDemand: true)
    }
    return declaration.isolation(ofValuesOf: recipe)
  }
}

extension Snapshot {
  /// A link on the way to an end.
  private struct Hop {
    let link: BindingDeclaration
    /// The snapshot that says what the link leads to.
    let snapshot: Snapshot
    let target: BindingDeclaration
    /// The injector that has the target.
    let owner: InjectorCore

    /// Adds the link to the way from its target.
    func extend(_ end: inout LinkEnd) {
      if link.requiresMainActor { end.ofMainActor = link }
      let kind = target.recipe?.kind ?? .onDemand
      let scope = ActiveBinding.scope(of: target, kind, in: owner)
      // Further targets may be above the snapshot of this link, not above that of the target. Then the
      // injector above keeps this target.
      if scope.isKeptElsewhere(isAbove: owner !== snapshot.core) { end.isKeptElsewhere = true }
      if scope != .unscoped || !kind.makesValues { end.isNew = false }
    }
  }

  /// Follows links to their end, without linking anything.
  ///
  /// - Complexity: O(*n*) in the number of links, but O(1) for links on a way that has been asked for
  ///   before, unless the links form a ring.
  func endOfLinks(from first: BindingDeclaration) -> LinkEnd {
    var way: [Hop] = []
    var (last, snapshot, known, isRing) = (first, self, LinkEnd?.none, false)
    // An update may have closed a ring of links one of which keeps an instance. A mark that moves
    // on after 1, 2, 4 … links is met again in every ring.
    var (mark, next) = (first, 1)
    while known == nil, let key = last.recipe?.linkedKey {
      known = snapshot.knownEnd(from: last)
      guard known == nil else { break }
      guard let (target, owner) = snapshot.binding(of: key), target !== mark else {
        known = LinkEnd(last, at: key)
        isRing = snapshot.declaration(for: key) != nil
        break
      }
      way.append(Hop(link: last, snapshot: snapshot, target: target, owner: owner.core))
      last = target
      // The injector that keeps the instance follows the next link.
      if target.scope?.isOfItsInjector == true { snapshot = owner }
      if way.count == next { (mark, next) = (target, next * 2) }
    }
    var end = known ?? LinkEnd(last, at: last.key)
    for hop in way.reversed() {
      hop.extend(&end)
      // In a ring, each link has an end of its own.
      if !isRing { hop.snapshot.keep(end, from: hop.link) }
    }
    return end
  }
}
