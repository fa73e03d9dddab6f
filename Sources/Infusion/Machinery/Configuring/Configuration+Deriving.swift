// The part of a configuration that other injectors take over.

extension Configuration {
  /// The change that an update has made to a binding of a module or a closure, which run again for
  /// another injector.
  enum Edit {
    case unbound
    /// The layer is that of the binding, and takes the edit with it when it is removed.
    case rescoped(Scope, of: Int)
  }

  /// Notes an edit, for derived injectors.
  ///
  /// The layer belongs to the update that is under way, and comes after all bindings that the edit
  /// concerns.
  mutating func note(_ edit: Edit, of key: Key, in layer: Int) {
    if let index = index(of: layer) { layers[index].edits[key] = edit }
  }

  /// Notes that the binding in force gets another lifetime.
  ///
  /// - Returns: False for a binding of an update, which is taken over as it is.
  @discardableResult
  mutating func noteRescoped(_ key: Key, to scope: Scope, in layer: Int) -> Bool {
    guard let present = effective[key], !isLive(present) else { return false }
    note(.rescoped(scope, of: present.layer), of: key, in: layer)
    return true
  }

  /// Whether a module or closure that would run again binds a key, or adds to its collection.
  func isBoundAgain(_ key: Key) -> Bool {
    let declarations = bindings(of: key) + (key.ofElements.flatMap { contributed[$0] } ?? [])
    return declarations.contains { !isLive($0) }
  }

  /// Applies the edits of another configuration.
  ///
  /// - Returns: The bindings that have another lifetime now.
  mutating func apply(_ edits: [Key: Edit], in layer: Int) -> [BindingDeclaration] {
    edits.compactMap { key, edit in
      switch edit {
      case .unbound:
        unbind(key)
        note(edit, of: key, in: layer)
        return nil
      case .rescoped(let scope, _):
        // A module may declare something else when it runs again.
        return noteRescoped(key, to: scope, in: layer) ? rescope(key, to: scope) : nil
      }
    }
  }

  /// Drops the edits of bindings whose layers are removed.
  mutating func dropEdits(of removed: Set<Int>) {
    for index in layers.indices where !layers[index].edits.isEmpty {
      layers[index].edits = layers[index].edits.filter { _, edit in
        if case .rescoped(_, let layer) = edit { !removed.contains(layer) } else { true }
      }
    }
  }

  /// Gathers the edits in as few layers as possible, so that an injector that is changed again and
  /// again does not grow.
  ///
  /// The later edit of a key replaces the earlier one: what was bound in between is gone, and has
  /// taken its edits with it.
  mutating func gatherEdits() {
    for index in layers.indices.dropFirst().reversed()
    where layers[index].isLive && layers[index - 1].isLive && !layers[index].edits.isEmpty {
      layers[index - 1].edits.merge(layers[index].edits) { $1 }
      layers[index].edits = [:]
    }
    // Before the first layer there is nothing to edit.
    if layers.first?.isLive == true { layers[0].edits = [:] }
  }

  /// The layers from which another injector can be made.
  var layersForDerived: [Layer] {
    var parts = layers.filter(\.isTopLevel)
    // Most injectors have none.
    if layers.contains(where: { !$0.exclusions.isEmpty }) {
      for index in parts.indices { parts[index].exclusions = exclusions(below: parts[index].id) }
    }
    return parts
  }

  /// What a layer and its modules may not install again, unless one of them has done so since.
  private func exclusions(below layer: Int) -> [Layer.Exclusion] {
    let reached = reached(from: [layer]).compactMap { index(of: $0) }.map { layers[$0] }
    return reached.flatMap(\.exclusions).filter { exclusion in
      !reached.contains { $0.isMeant(by: exclusion) }
    }
  }

  /// The layers from which another injector can be made without some modules.
  func layersForDerived(without modules: Layer.Exclusion) -> [Layer] {
    var copy = self
    _ = copy.uninstall(modules, isForDerived: true)
    return copy.layersForDerived
  }
}

extension Injector {
  /// The number of layers of the configuration, for tests that check that it stays small.
  package var layerCount: Int { core.configuration.layers.count }
}
