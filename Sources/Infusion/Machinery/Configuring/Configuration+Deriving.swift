// What other injectors take over.

extension Configuration {
  /// What an update has done to the binding of a key that a module or a closure has made: these run
  /// again for another injector.
  enum Edit {
    case unbound
    case rescoped(Scope)
  }

  /// Notes an edit, for injectors that are derived.
  ///
  /// The layer is that of the update that is under way, which stands behind everything that the
  /// edit concerns.
  mutating func note(_ edit: Edit, of key: Key, in layer: Int) {
    if let index = index(of: layer) { layers[index].edits[key] = edit }
  }

  /// Whether something that would be said again is bound to a key, or contributed to its collection.
  func isBoundAgain(_ key: Key) -> Bool {
    let element = (key.type as? any CollectionForm.Type).map {
      Key.looking(for: $0.elementType, named: key.name)
    }
    let declarations = bindings(of: key) + (element.map { contributions(to: $0) } ?? [])
    return declarations.contains { declaration in
      index(of: declaration.layer).map { !layers[$0].isLive } ?? false
    }
  }

  /// Does once more what was done in another configuration.
  mutating func apply(_ edits: [Key: Edit], in layer: Int) {
    for (key, edit) in edits {
      switch edit {
      case .unbound: unbind(key)
      case .rescoped(let scope):
        // A module that has been left out may have bound it.
        guard let present = self.effective[key] else { continue }
        rescope(
          key, to: scope, inherited: nil,
          place: present.place ?? CodeLocation(fileID: "", line: 0), in: layer)
      }
      note(edit, of: key, in: layer)
    }
  }

  /// Leaves edits with as few layers as possible: an injector that is changed again and again does
  /// not grow.
  mutating func gatherEdits() {
    guard let first = layers.first else { return }
    // Below the first layer there is nothing to edit.
    if first.isLive { layers[0].edits = [:] }
    for index in layers.indices.dropFirst().reversed()
    where layers[index].isLive && layers[index - 1].isLive && !layers[index].edits.isEmpty {
      layers[index - 1].edits.merge(layers[index].edits) { $1 }
      layers[index].edits = [:]
    }
    if first.isLive { layers[0].edits = [:] }
  }

  /// What another injector can be made from.
  var blueprint: Blueprint {
    Blueprint(
      layers.filter(\.isTopLevel).map { layer in
        let origin: Blueprint.Origin =
          switch layer.origin {
          case .module(let module, _): .module(module)
          case .closure(let closure): .closure(closure)
          case .live: .declarations(layer)
          }
        return Blueprint.Part(origin: origin, exclusions: layer.exclusions)
      })
  }

  /// What another injector can be made from, without some modules.
  func blueprint(without isRemoved: @escaping Layer.Exclusion) -> Blueprint {
    var copy = recording
    copy.uninstall(where: isRemoved, isForDerived: true)
    return copy.blueprint
  }
}

extension Injector {
  /// How many layers the configuration has, for tests that see it stay small.
  package var layerCount: Int { core.configuration.layers.count }
}
