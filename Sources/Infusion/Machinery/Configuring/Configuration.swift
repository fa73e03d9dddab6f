/// The declarations of the modules of an injector, key by key.
///
/// A binder changes its own configuration. A live injector changes a copy, and takes it over when all
/// has gone well. The copies share the declarations, which do not change once a transaction has
/// ended.
struct Configuration {
  /// One configured module or closure, or the direct bindings of `update`.
  struct Layer {
    enum Origin {
      case module(any Module, ModuleIdentity)
      case closure((Binder) throws -> Void)
      case live
    }

    /// The modules that are left out.
    ///
    /// In an array, a bare closure would be wrapped once more each time that it is taken out and put back.
    struct Exclusion {
      let isMeant: (any Module, ModuleIdentity) -> Bool
    }

    let id: Int
    let origin: Origin
    /// Whether the layer holds the direct bindings of `update`; stored, because reading
    /// the origin would copy it.
    let isLive: Bool
    /// Whether the program gave the module or closure to the injector itself; another module may
    /// have installed it, too.
    var isTopLevel = false
    /// The numbers of the layers that it has installed, even if they were installed before.
    var installed: [Int] = []
    /// The modules that it may not install when it is configured again for another injector,
    /// because an update has uninstalled them.
    var exclusions: [Exclusion] = []
    /// The changes that an update has made to earlier bindings; for derived injectors.
    var edits: [Key: Edit] = [:]
    /// The bindings and the contributions.
    var declarations = DeclarationList()
    var extensions: [ClassExtension] = []

    init(id: Int, origin: Origin) {
      self.id = id
      self.origin = origin
      isLive = if case .live = origin { true } else { false }
    }

    /// Whether nothing is left in the layer.
    var isEmpty: Bool {
      declarations.isEmpty && extensions.isEmpty && edits.isEmpty
    }

    func isMeant(by exclusion: Exclusion) -> Bool {
      if case .module(let module, let identity) = origin {
        exclusion.isMeant(module, identity)
      } else {
        false
      }
    }

    var module: (any Module)? {
      if case .module(let module, _) = origin { module } else { nil }
    }
  }

  /// The layers in the order in which they were opened, which is that of their numbers.
  var layers: [Layer] = []
  /// The layers of the installed modules.
  var layersOfModules: [ModuleIdentity: Int] = [:]
  /// The binding in force for each key.
  var effective = BindingTable()
  var lastID = 0
  /// The bindings that later ones of other layers hide, oldest first.
  var hidden: [Key: [BindingDeclaration]] = [:]
  /// What is contributed to collections, by the keys of the elements, even if a binding hides it.
  var contributed: [Key: [BindingDeclaration]] = [:]
  /// The identities of the same, which the lists keep.
  var contributionIDs: Set<ObjectIdentifier> = []
  var extended: [ObjectIdentifier: [ClassExtension]] = [:]
  /// Whether any binding was made eager; most injectors have none.
  var hasEager = false

  // MARK: - Reading

  /// The binding in force for a key.
  func declaration(for key: Key) -> BindingDeclaration? { effective.declaration(for: key) }

  func isInForce(_ declaration: BindingDeclaration) -> Bool {
    declaration.isContribution
      ? has(declaration) && replacement(ofCollectionOf: declaration.key) == nil
      : effective.has(declaration)
  }

  /// Whether a declaration is in force, or would be without those that hide it.
  func has(_ declaration: BindingDeclaration) -> Bool {
    declaration.isContribution
      ? contributionIDs.contains(ObjectIdentifier(declaration))
      : bindings(of: declaration.key).contains { $0 === declaration }
  }

  /// The contributions to a collection, by the key of its elements; none if a binding hides them.
  func contributions(to key: Key) -> [BindingDeclaration] {
    guard let all = contributed[key], replacement(ofCollectionOf: key) == nil else { return [] }
    return all
  }

  /// The binding of a collection to something else, which hides what is contributed to it.
  func replacement(ofCollectionOf element: Key) -> BindingDeclaration? {
    guard let binding = effective[element.ofCollection], binding.recipe != nil else { return nil }
    return binding
  }

  /// All contributions, in the order of their layers, even if a binding hides them.
  var contributions: [BindingDeclaration] {
    contributed.isEmpty ? [] : layers.flatMap { $0.declarations.filter(\.isContribution) }
  }

  /// The contributions in force, in the same order.
  var contributionsInForce: [BindingDeclaration] { contributions.filter { isInForce($0) } }

  var hasExtensions: Bool { !extended.isEmpty }

  func extensions(of cls: AnyClass) -> [ClassExtension] {
    extended[ObjectIdentifier(cls)] ?? []
  }

  /// The bindings in force, in the order of their layers; in a layer, in the order in which they were
  /// made.
  var declarationsInForce: [BindingDeclaration] { declarationsInForce { _ in true } }

  /// The eager bindings in force, in the same order, then the eager contributions.
  var eagerDeclarations: [BindingDeclaration] {
    guard hasEager else { return [] }
    return declarationsInForce(where: \.isEager)
      + contributions.filter { $0.isEager && isInForce($0) }
  }

  private func declarationsInForce(
    where isWanted: (BindingDeclaration) -> Bool
  ) -> [BindingDeclaration] {
    layers.flatMap { layer in
      layer.declarations.filter { isWanted($0) && effective[$0.key] === $0 }
    }
  }

  // MARK: - Transactions

  /// The configuration as it is when the transaction has ended.
  var recorded: Configuration {
    var copy = self
    copy.gatherEdits()
    copy.layers.removeAll { $0.isLive && $0.isEmpty }
    for index in copy.layers.indices { copy.layers[index].declarations.compact() }
    return copy
  }
}
