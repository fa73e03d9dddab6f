// The part of a configuration that other injectors take over.

extension Configuration {
  /// The change that an update has made to a binding of a module or a closure, which run again for
  /// another injector.
  enum Edit {
    case unbound
    case rescoped(Scope)
  }

  /// Notes an edit, for derived injectors.
  ///
  /// The layer belongs to the update that is under way, and comes after all bindings that the edit
  /// concerns.
  mutating func note(_ edit: Edit, of key: Key, in layer: Int) {
    if let index = index(of: layer) { layers[index].edits[key] = edit }
  }

  /// Whether a module or closure that would run again binds a key, or adds to its collection.
  func isBoundAgain(_ key: Key) -> Bool {
    let declarations = bindings(of: key) + (key.ofElements.map { contributions(to: $0) } ?? [])
    return declarations.contains { !isLive($0) }
  }

  /// Applies the edits of another configuration.
  mutating func apply(_ edits: [Key: Edit], in layer: Int) {
    for (key, edit) in edits {
      switch edit {
      case .unbound: unbind(key)
      case .rescoped(let scope):
        // A module that has been left out may have bound it.
        guard rescope(key, to: scope) else { continue }
      }
      note(edit, of: key, in: layer)
    }
  }

  /// Gathers the edits in as few layers as possible, so that an injector that is changed again and
  /// again does not grow.
  mutating func gatherEdits() {
    for index in layers.indices.dropFirst().reversed()
    where layers[index].isLive && layers[index - 1].isLive && !layers[index].edits.isEmpty {
      layers[index - 1].edits.merge(layers[index].edits) { $1 }
      layers[index].edits = [:]
    }
    // Before the first layer there is nothing to edit.
    if layers.first?.isLive == true { layers[0].edits = [:] }
  }

  /// The blueprint from which another injector can be made, with more modules.
  func blueprint(adding modules: [any Module] = []) -> Blueprint {
    Blueprint(layers.filter(\.isTopLevel), modules: modules)
  }

  /// The blueprint from which another injector can be made without some modules.
  func blueprint(without isRemoved: @escaping Layer.Exclusion) -> Blueprint {
    var copy = recording
    copy.uninstall(where: isRemoved, isForDerived: true)
    return copy.blueprint()
  }
}

extension Injector {
  /// The number of layers of the configuration, for tests that check that it stays small.
  package var layerCount: Int { core.configuration.layers.count }
}
