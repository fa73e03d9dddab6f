/// The asynchronous singletons to prepare, and what each has to wait for, as far as this is known
/// before anything runs.
///
/// A value, read from the same walk that the graph is drawn from.
struct PreparationPlan {
  struct Item {
    let binding: ActiveBinding
    let closure: AwaitedClosure
    /// The singletons that the closure is given.
    fileprivate(set) var uses: [ActiveBinding] = []
    /// Positions of the items to prepare before the closure begins: what it uses, and what that
    /// needs in turn.
    fileprivate(set) var neededFirst: [Int] = []
    /// Positions of the items to make before the value can be injected, because its properties need
    /// them.
    ///
    /// Properties may form cycles.
    fileprivate(set) var neededTogether: [Int] = []
  }

  private(set) var items: [Item] = []

  private let walk: GraphWalk
  /// The vertices that are asked for.
  private let roots: [Int]
  /// The item of each vertex that has one.
  private var positions: [Int: Int] = [:]

  /// Positions of the items that are asked for, or that lead to a value which is made at once.
  var requested: [Int] {
    roots.flatMap { root in
      positions[root].map { [$0] }
        ?? [true, false].flatMap { needs(of: root, forCreation: $0).items }
    }
  }

  /// Plans everything that an injector binds itself, and what this needs from its parents.
  init(preparing snapshot: Snapshot) {
    let walk = GraphWalk(snapshot)
    let roots = walk.vertices.indices.filter { position in
      walk.vertices[position].binding.map { snapshot.configuration.isInForce($0.declaration) }
        ?? false
    }
    // Lazy dependencies count, too: what is requested later has to be prepared by then.
    self.init(walk, roots: roots, followsLazy: true)
  }

  /// Plans what a request for a key needs.
  init(for key: Key, in snapshot: Snapshot) {
    self.init(GraphWalk(snapshot, from: snapshot.cell(for: key)), roots: [0])
  }

  /// Plans one binding, and what it needs; nothing if a change has replaced the binding.
  init(for binding: ActiveBinding, in snapshot: Snapshot) {
    let declaration = binding.declaration
    let cell =
      snapshot.configuration.isInForce(declaration)
      ? snapshot.cell(for: declaration) : snapshot.cell(for: declaration.key)
    let walk = GraphWalk(snapshot, from: cell)
    let isThere = walk.vertices[0].binding?.keeperIdentity == binding.keeperIdentity
    self.init(walk, roots: isThere ? [0] : [])
  }

  private init(_ walk: GraphWalk, roots: [Int], followsLazy: Bool = false) {
    self.walk = walk
    self.roots = roots
    var seen = Set(roots)
    // The parts of instances that exist: they need only what they request later.
    var held: Set<Int> = []
    var waiting = roots
    while let vertex = waiting.popLast() {
      let exists = !seen.contains(vertex) || walk.vertices[vertex].binding?.isPrepared == true
      for dependency in walk.vertices[vertex].dependencies where followsLazy || !dependency.isLazy {
        let target = dependency.target
        if dependency.isLazy || !exists {
          if seen.insert(target).inserted { waiting.append(target) }
        } else if followsLazy, !seen.contains(target), held.insert(target).inserted {
          waiting.append(target)
        }
      }
    }
    // In the order of the bindings, so that the plan is the same each time.
    for vertex in seen.sorted() {
      guard let binding = walk.vertices[vertex].binding, !binding.isPrepared,
        let closure = binding.recipe.asynchronous
      else { continue }
      positions[vertex] = items.count
      items.append(Item(binding: binding, closure: closure))
    }
    for (vertex, position) in positions {
      (items[position].neededFirst, items[position].uses) = needs(of: vertex, forCreation: true)
      items[position].neededTogether = needs(of: vertex, forCreation: false).items
    }
  }

  /// The singleton that a binding hands out, or those that lead to its value.
  static func singletons(
    givenBy binding: ActiveBinding, in snapshot: Snapshot
  ) -> [ActiveBinding] {
    if binding.site is SingletonSite { return [binding] }
    let plan = PreparationPlan(for: binding.key, in: snapshot)
    return [true, false].flatMap { plan.needs(of: plan.roots[0], forCreation: $0).singletons }
  }

  /// The items that some dependencies of a vertex lead to, through values that are made at once,
  /// and the first singletons on the way.
  private func needs(
    of start: Int, forCreation: Bool
  ) -> (items: [Int], singletons: [ActiveBinding]) {
    var seen: Set<Int> = []
    var given: [Int] = []
    var others: [Int] = []
    var needs: Set<Int> = []
    var singletons: [ActiveBinding] = []
    func follow(_ dependency: GraphWalk.Dependency, isGiven: Bool) {
      let target = dependency.target
      guard !dependency.isLazy, seen.insert(target).inserted else { return }
      let binding = walk.vertices[target].binding
      let isKept = binding?.site is SingletonSite
      if let binding, isGiven, isKept { singletons.append(binding) }
      if let item = positions[target] {
        needs.insert(item)
      } else if binding?.isPrepared != true {
        if isGiven, !isKept { given.append(target) } else { others.append(target) }
      }
    }
    for dependency in walk.vertices[start].dependencies
    where dependency.isForCreation == forCreation {
      follow(dependency, isGiven: true)
    }
    // First the values that are given: the others may lead to the same singletons.
    while let vertex = given.popLast() {
      walk.vertices[vertex].dependencies.forEach { follow($0, isGiven: true) }
    }
    while let vertex = others.popLast() {
      walk.vertices[vertex].dependencies.forEach { follow($0, isGiven: false) }
    }
    return (needs.sorted(), singletons)
  }
}

extension ActiveBinding {
  /// Identifies the instance, in all snapshots that have it.
  var keeperIdentity: ObjectIdentifier {
    site.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self)
  }

  /// Whether the injector would keep the binding's instance.
  var isInForce: Bool {
    guard let site else { return false }
    return core.withState { $0.generation?.contents.keeper(of: site.declaration) === site }
  }

  /// Whether a change has taken the binding out of force, or has released its instance.
  var isReplaced: Bool { core.withState { _ in site?.isRetired ?? false } }

  /// Whether the singleton exists.
  ///
  /// It takes no lock.
  var isPrepared: Bool { (site as? SingletonSite)?.exists ?? false }
}
