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

    let id: Int
    let origin: Origin
    /// Whether the injector itself was given it, and not another module.
    let isTopLevel: Bool
    var declarations: [BindingDeclaration] = []
    var contributions: [BindingDeclaration] = []
    var extensions: [ClassExtension] = []

    var isLive: Bool {
      if case .live = origin { true } else { false }
    }

    var module: (any Module)? {
      if case .module(let module, _) = origin { module } else { nil }
    }

    var identity: ModuleIdentity? {
      if case .module(_, let identity) = origin { identity } else { nil }
    }
  }

  private(set) var layers: [Layer] = []
  private var lastID = 0
  private var effective: [Key: BindingDeclaration] = [:]
  /// The bindings that later ones of other layers hide, oldest first.
  private var hidden: [Key: [BindingDeclaration]] = [:]
  private var contributed: [Key: [BindingDeclaration]] = [:]
  private var extended: [ObjectIdentifier: [ClassExtension]] = [:]

  /// What a transaction has changed.
  struct Changes {
    var keys: Set<Key> = []
    var contributions: Set<Key> = []
    var extensions = false
    /// Modules that were in force and were uninstalled, in the order in which they were installed.
    var uninstalled: [any Module] = []
    /// Layers with a higher number have come with the transaction.
    fileprivate var lastOldLayer = 0
  }

  private(set) var changes = Changes()
  private var records = false

  // MARK: - Reading

  /// The binding in force for a key.
  func declaration(for key: Key) -> BindingDeclaration? {
    effective[key] ?? BuiltInBindings.declaration(for: key)
  }

  func isInForce(_ declaration: BindingDeclaration) -> Bool {
    declaration.isContribution
      ? contributions(to: declaration.key).contains { $0 === declaration }
      : self.declaration(for: declaration.key) === declaration
  }

  /// The bindings of a key that are hidden by the one in force, oldest first.
  func shadowed(by key: Key) -> [BindingDeclaration] { hidden[key] ?? [] }

  func contributions(to key: Key) -> [BindingDeclaration] { contributed[key] ?? [] }

  var allContributions: [BindingDeclaration] { layers.flatMap(\.contributions) }

  func extensions(of cls: AnyClass) -> [ClassExtension] {
    extended.isEmpty ? [] : extended[ObjectIdentifier(cls)] ?? []
  }

  /// The bindings in force, in the order in which they were made.
  var declarationsInForce: [BindingDeclaration] {
    layers.flatMap(\.declarations).filter { effective[$0.key] === $0 }
  }

  /// The eager bindings in force in the order in which they were made, then the eager
  /// contributions.
  var eagerDeclarations: [BindingDeclaration] {
    (declarationsInForce + allContributions).filter(\.isEager)
  }

  func contains(_ identity: ModuleIdentity) -> Bool {
    layers.contains { $0.identity == identity }
  }

  /// What another injector can be made from.
  var blueprint: Blueprint {
    Blueprint(
      layers.filter(\.isTopLevel).map { layer in
        switch layer.origin {
        case .module(let module, _): .module(module)
        case .closure(let closure): .closure(closure)
        case .live: .declarations(layer)
        }
      })
  }

  // MARK: - Changing

  /// A copy that records what is changed.
  var recording: Configuration {
    var copy = self
    copy.changes = Changes(lastOldLayer: lastID)
    copy.records = true
    return copy
  }

  /// The configuration as it is when the transaction has ended.
  var recorded: Configuration {
    var copy = self
    copy.changes = Changes()
    copy.records = false
    copy.layers.removeAll {
      $0.isLive && $0.declarations.isEmpty && $0.contributions.isEmpty && $0.extensions.isEmpty
    }
    return copy
  }

  /// Opens a layer; nil when the module has been configured already.
  mutating func openLayer(for origin: Layer.Origin, isTopLevel: Bool) -> Int? {
    switch origin {
    case .module(_, let identity):
      if contains(identity) { return nil }
    case .live:
      if let last = layers.last, last.isLive { return last.id }
    case .closure: break
    }
    lastID += 1
    layers.append(Layer(id: lastID, origin: origin, isTopLevel: isTopLevel))
    return lastID
  }

  /// Whether what is declared next in the layer stands behind everything declared so far.
  func isLast(_ layer: Int) -> Bool { layers.last?.id == layer }

  mutating func add(_ declaration: BindingDeclaration, to layer: Int) {
    // A module that has uninstalled itself has nothing more to say.
    guard let index = index(of: layer) else { return }
    let key = declaration.key
    declaration.layer = layer
    if declaration.isContribution {
      layers[index].contributions.append(declaration)
      contributed[key, default: []].append(declaration)
      if records { changes.contributions.insert(key) }
      return
    }
    if records { changes.keys.insert(key) }
    if layers[index].isLive { forgetLive(key) }
    layers[index].declarations.append(declaration)
    if let previous = effective.updateValue(declaration, forKey: key) {
      hidden[key, default: []].append(previous)
    }
  }

  /// Removes what earlier updates have bound for a key that is bound by one again.
  ///
  /// It can never come back: an injector that binds a key again and again does not grow.
  private mutating func forgetLive(_ key: Key) {
    let live = Set(layers.filter(\.isLive).map(\.id))
    var stack = shadowed(by: key) + [effective[key]].compactMap { $0 }
    guard stack.contains(where: { live.contains($0.layer) }) else { return }
    for index in layers.indices where layers[index].isLive {
      layers[index].declarations.removeAll { $0.key == key }
    }
    stack.removeAll { live.contains($0.layer) }
    effective[key] = stack.popLast()
    hidden[key] = stack.isEmpty ? nil : stack
  }

  mutating func add(_ classExtension: ClassExtension, to layer: Int) {
    guard let index = index(of: layer) else { return }
    layers[index].extensions.append(classExtension)
    extended[ObjectIdentifier(classExtension.cls), default: []].append(classExtension)
    changes.extensions = true
  }

  /// Removes every binding of a key, hidden ones too, and the contributions to a collection.
  mutating func unbind(_ key: Key) {
    for declaration in shadowed(by: key) + [effective[key]].compactMap({ $0 }) {
      guard let index = index(of: declaration.layer) else { continue }
      layers[index].declarations.removeAll { $0 === declaration }
    }
    effective[key] = nil
    hidden[key] = nil
    changes.keys.insert(key)
    if let collection = key.type as? any CollectionForm.Type {
      let element = Key.looking(for: collection.elementType, named: key.name)
      contributed[element] = nil
      for index in layers.indices {
        layers[index].contributions.removeAll { $0.key == element }
      }
      changes.contributions.insert(element)
    }
  }

  /// Replaces the binding in force by one with another lifetime.
  ///
  /// A key that is bound in a parent only is bound here in the same way; one that is not bound at
  /// all, to its own type.
  mutating func rescope(
    _ key: Key, to scope: Scope, inherited: BindingDeclaration?, place: CodeLocation,
    in layer: Int
  ) {
    guard let present = effective[key] else {
      let declaration =
        inherited?.rescoped(to: scope) ?? BindingDeclaration(key, place: place)
      declaration.scope = scope
      add(declaration, to: layer)
      return
    }
    let rescoped = present.rescoped(to: scope)
    if let index = index(of: present.layer) {
      for position in layers[index].declarations.indices
      where layers[index].declarations[position] === present {
        layers[index].declarations[position] = rescoped
      }
    }
    effective[key] = rescoped
    changes.keys.insert(key)
  }

  /// Removes modules with all that they have said; what they hid is in force again.
  mutating func uninstall(where isRemoved: (any Module, ModuleIdentity) -> Bool) {
    let removed = layers.filter { layer in
      if case .module(let module, let identity) = layer.origin {
        isRemoved(module, identity)
      } else {
        false
      }
    }
    guard !removed.isEmpty else { return }
    let ids = Set(removed.map(\.id))
    layers.removeAll { ids.contains($0.id) }
    for layer in removed {
      if layer.id <= changes.lastOldLayer {
        changes.uninstalled += [layer.module].compactMap { $0 }
      }
      for key in Set(layer.declarations.map(\.key)) {
        let inForce = effective[key]
        var remaining = shadowed(by: key) + [effective[key]].compactMap { $0 }
        remaining.removeAll { ids.contains($0.layer) }
        effective[key] = remaining.popLast()
        hidden[key] = remaining.isEmpty ? nil : remaining
        if effective[key] !== inForce { changes.keys.insert(key) }
      }
      for declaration in layer.contributions {
        contributed[declaration.key]?.removeAll { $0 === declaration }
        changes.contributions.insert(declaration.key)
      }
      for classExtension in layer.extensions {
        extended[ObjectIdentifier(classExtension.cls)]?.removeAll { $0 === classExtension }
        changes.extensions = true
      }
    }
  }

  private func index(of layer: Int) -> Int? {
    // Bindings are added to the layer that was opened last, nearly always.
    layers.lastIndex { $0.id == layer }
  }
}
