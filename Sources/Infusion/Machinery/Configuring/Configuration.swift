/// What the modules of an injector have said, key by key.
///
/// A value: a live injector changes a copy, and takes it over when everything has gone well. The
/// declarations in it are shared between copies and are not changed once a transaction has ended.
struct Configuration {
  /// One configured module or closure, or what `update` has bound directly.
  struct Layer {
    enum Origin {
      case module(any Module, ModuleIdentity)
      case closure((Binder) throws -> Void)
      case live
    }

    /// Tells whether a module is left out.
    typealias Exclusion = (any Module, ModuleIdentity) -> Bool

    let id: Int
    let origin: Origin
    /// Whether it is what `update` has bound directly.
    let isLive: Bool
    /// Whether the injector itself was given it, by the program; another module may have installed
    /// it, too.
    var isTopLevel: Bool
    /// The layers of what it has installed, by number; also of what was installed before.
    var installed: [Int] = []
    /// What it may not install when it is configured again, for another injector: an update has
    /// uninstalled that.
    var exclusions: [Exclusion] = []
    /// What an update has done to bindings that were made before; for injectors that are derived.
    var edits: [Key: Edit] = [:]
    /// The bindings; empty as long as they are found among the ``PlainBindings``.
    var declarations = DeclarationList()
    /// Whether the bindings are listed, so that some can be taken out or replaced.
    var isListed = false
    var contributions = DeclarationList()
    var extensions: [ClassExtension] = []

    init(id: Int, origin: Origin, isTopLevel: Bool, isListed: Bool) {
      self.id = id
      self.origin = origin
      self.isTopLevel = isTopLevel
      isLive = if case .live = origin { true } else { false }
      self.isListed = isListed || isLive
    }

    /// Whether nothing is left of a layer that lists its bindings, as those of updates do.
    var isEmpty: Bool {
      declarations.isEmpty && contributions.isEmpty && extensions.isEmpty && edits.isEmpty
    }

    var module: (any Module)? {
      if case .module(let module, _) = origin { module } else { nil }
    }

    var identity: ModuleIdentity? {
      if case .module(_, let identity) = origin { identity } else { nil }
    }
  }

  /// In the order in which they were opened, which is that of their numbers.
  var layers: [Layer] = []
  var lastID = 0
  /// The layers of the modules that are installed, when they are many.
  var layersOfModules: [ModuleIdentity: Int] = [:]
  var effective: BindingTable
  /// The bindings that later ones of other layers hide, oldest first.
  var hidden: [Key: [BindingDeclaration]] = [:]
  var contributed: [Key: [BindingDeclaration]] = [:]
  /// The same contributions, which the lists keep.
  var contributionsInForce: Set<ObjectIdentifier> = []
  var extended: [ObjectIdentifier: [ClassExtension]] = [:]

  /// What a transaction has changed.
  struct Changes {
    var keys: Set<Key> = []
    var contributions: Set<Key> = []
    var extensions = false
  }

  var changes = Changes()
  /// Whether a transaction is under way.
  private(set) var records = false

  /// - Parameter capacity: How many bindings there is room for in the beginning.
  init(roomFor capacity: Int = 4) {
    effective = BindingTable(roomFor: capacity)
  }

  // MARK: - Reading

  /// The binding in force for a key.
  func declaration(for key: Key) -> BindingDeclaration? {
    effective[key] ?? BuiltInBindings.declaration(for: key)
  }

  /// Where the binding in force for a key was made; asked while it may still change.
  func findPlace(of key: Key) -> FoundPlace {
    let found = effective.findPlace(of: key)
    if case .bound = found { return found }
    return BuiltInBindings.declaration(for: key).map { .bound($0.place) } ?? .unbound
  }

  func isInForce(_ declaration: BindingDeclaration) -> Bool {
    declaration.isContribution
      ? contributionsInForce.contains(ObjectIdentifier(declaration))
      : self.declaration(for: declaration.key) === declaration
  }

  /// Whether any binding is hidden by another.
  var hasShadowed: Bool { !hidden.isEmpty }

  /// The bindings of a key that are hidden by the one in force, oldest first.
  func shadowed(by key: Key) -> [BindingDeclaration] { hidden[key] ?? [] }

  func contributions(to key: Key) -> [BindingDeclaration] { contributed[key] ?? [] }

  var allContributions: [BindingDeclaration] { layers.flatMap(\.contributions.all) }

  var hasExtensions: Bool { !extended.isEmpty }

  func extensions(of cls: AnyClass) -> [ClassExtension] {
    extended.isEmpty ? [] : extended[ObjectIdentifier(cls)] ?? []
  }

  /// The bindings in force, in the order in which they were made.
  var declarationsInForce: [BindingDeclaration] {
    inForce(effective.plain.positionsByLayer { _ in true }) { _ in true }
  }

  /// The eager bindings in force in the order in which they were made, then the eager
  /// contributions.
  var eagerDeclarations: [BindingDeclaration] {
    guard hasEager else { return [] }
    return inForce(effective.plain.positionsByLayer { effective.isEager(at: $0) }, where: \.isEager)
      + allContributions.filter(\.isEager)
  }

  /// The bindings in force at positions of the table, which come layer by layer, and those of the
  /// layers that list theirs.
  private func inForce(
    _ positions: [Int], where isWanted: (BindingDeclaration) -> Bool
  ) -> [BindingDeclaration] {
    var found: [BindingDeclaration] = []
    found.reserveCapacity(positions.count)
    var next = 0
    for index in layers.indices {
      let (layer, isListed) = (layers[index].id, layers[index].isListed)
      while next < positions.count, effective.plain[positions[next]].layer <= layer {
        // Those of a layer that has been removed, or is listed, are passed over.
        if !isListed, effective.plain[positions[next]].layer == layer,
          let declaration = effective.declarationInForce(at: positions[next])
        {
          found.append(declaration)
        }
        next += 1
      }
      if isListed {
        found += layers[index].declarations.filter { isWanted($0) && effective[$0.key] === $0 }
      }
    }
    return found
  }

  /// Whether there may be such bindings.
  ///
  /// Most injectors have none; to see that, no binding has to be made an object, and no layer, which
  /// is read by its index, copied.
  var hasEager: Bool {
    (0..<effective.plain.count).contains { effective.isEager(at: $0) }
      || layers.indices.contains { index in
        layers[index].declarations.contains(where: \.isEager)
          || layers[index].contributions.contains(where: \.isEager)
      }
  }

  // MARK: - Transactions

  /// A copy that records what is changed.
  var recording: Configuration {
    var copy = self
    copy.changes = Changes()
    copy.records = true
    return copy
  }

  /// The configuration as it is when the transaction has ended.
  var recorded: Configuration {
    var copy = self
    copy.changes = Changes()
    copy.records = false
    copy.gatherEdits()
    copy.layers.removeAll { $0.isLive && $0.isEmpty }
    for index in copy.layers.indices {
      copy.layers[index].declarations.compact()
      copy.layers[index].contributions.compact()
    }
    return copy
  }
}
