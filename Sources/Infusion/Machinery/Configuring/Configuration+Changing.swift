/// Saying and taking back.
extension Configuration {
  /// Opens a layer; nil when the module has been configured already.
  mutating func openLayer(for origin: Layer.Origin, isTopLevel: Bool) -> Int? {
    switch origin {
    case .module(_, let identity):
      guard note(installed: identity) else { return nil }
    case .live:
      if let last = layers.last, last.isLive { return last.id }
    case .closure: break
    }
    lastID += 1
    // What an update binds are objects.
    layers.append(Layer(id: lastID, origin: origin, isTopLevel: isTopLevel, isListed: records))
    return lastID
  }

  /// Whether what is declared next in the layer stands behind everything declared so far.
  func isLast(_ layer: Int) -> Bool {
    // Not `layers.last`, which copies the layer.
    !layers.isEmpty && layers[layers.count - 1].id == layer
  }

  /// Whether the bindings of a layer that are made now can be some of the ``PlainBindings``.
  func bindsPlainly(in layer: Int) -> Bool {
    guard !records, !effective.hasChanged, let index = index(of: layer) else { return false }
    return !layers[index].isListed
  }

  /// Notes that a plain binding is hidden by a later one of the same key.
  mutating func hide(_ position: Int, behind key: Key) {
    if let declaration = effective.object(at: position) {
      hidden[key, default: []].append(declaration)
    }
  }

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
    makeObject(of: key)
    if layers[index].isLive { forgetLive(key) }
    list(index)
    layers[index].declarations.append(declaration)
    if let previous = effective.update(declaration) {
      hidden[key, default: []].append(previous)
    }
  }

  /// Removes what earlier updates have bound for a key that is bound by one again.
  ///
  /// It can never come back: an injector that binds a key again and again does not grow.
  private mutating func forgetLive(_ key: Key) {
    var stack = bindings(of: key)
    let live = stack.filter { isLive($0) }
    guard !live.isEmpty else { return }
    for declaration in live { remove(declaration) }
    stack.removeAll { isLive($0) }
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
    makeObject(of: key)
    for declaration in bindings(of: key) { remove(declaration) }
    effective[key] = nil
    hidden[key] = nil
    changes.keys.insert(key)
    if let collection = key.type as? any CollectionForm.Type {
      let element = Key.looking(for: collection.elementType, named: key.name)
      for declaration in contributions(to: element) { remove(declaration) }
      contributed[element] = nil
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
    makeObject(of: key)
    guard let present = effective[key] else {
      let declaration =
        inherited?.rescoped(to: scope) ?? BindingDeclaration(key, place: place)
      declaration.scope = scope
      add(declaration, to: layer)
      return
    }
    let rescoped = present.rescoped(to: scope)
    if let index = index(of: present.layer) {
      list(index)
      layers[index].declarations.replace(present, with: rescoped)
    }
    effective[key] = rescoped
    effective.forget(present)
    changes.keys.insert(key)
  }

  /// Removes modules with all that they have said; what they hid is in force again.
  mutating func uninstall(where isRemoved: (any Module, ModuleIdentity) -> Bool) {
    let ids = Set(
      layers.filter { layer in
        if case .module(let module, let identity) = layer.origin {
          isRemoved(module, identity)
        } else {
          false
        }
      }.map(\.id))
    guard !ids.isEmpty else { return }
    for index in layers.indices where ids.contains(layers[index].id) { list(index) }
    let removed = layers.filter { ids.contains($0.id) }
    layers.removeAll { ids.contains($0.id) }
    for layer in removed {
      if layer.id <= changes.lastOldLayer {
        changes.uninstalled += [layer.module].compactMap { $0 }
      }
      if let identity = layer.identity { forget(installed: identity) }
      for key in Set(layer.declarations.all.map(\.key)) {
        makeObject(of: key)
        let inForce = effective[key]
        var remaining = bindings(of: key)
        remaining.removeAll { ids.contains($0.layer) }
        effective[key] = remaining.popLast()
        hidden[key] = remaining.isEmpty ? nil : remaining
        if effective[key] !== inForce { changes.keys.insert(key) }
      }
      for declaration in layer.declarations.all { effective.forget(declaration) }
      for declaration in layer.contributions.all {
        contributed[declaration.key]?.removeAll { $0 === declaration }
        changes.contributions.insert(declaration.key)
      }
      for classExtension in layer.extensions {
        let cls = ObjectIdentifier(classExtension.cls)
        extended[cls]?.removeAll { $0 === classExtension }
        if extended[cls]?.isEmpty == true { extended[cls] = nil }
        changes.extensions = true
      }
    }
  }

  // MARK: - Layers

  /// All bindings of a key, the one in force last.
  private func bindings(of key: Key) -> [BindingDeclaration] {
    shadowed(by: key) + [effective[key]].compactMap { $0 }
  }

  private mutating func remove(_ declaration: BindingDeclaration) {
    guard let index = index(of: declaration.layer) else { return }
    if declaration.isContribution {
      layers[index].contributions.remove(declaration)
    } else {
      list(index)
      layers[index].declarations.remove(declaration)
      effective.forget(declaration)
    }
  }

  /// Lists the bindings of a layer, so that some can be taken out or replaced.
  private mutating func list(_ index: Int) {
    guard !layers[index].isListed else { return }
    layers[index].isListed = true
    let plain = effective.plain
    for position in 0..<plain.count where plain[position].layer == layers[index].id {
      // While the injector is set up, builders may still have something to say about them.
      let declaration =
        records ? effective.declaration(at: position) : effective.object(at: position)
      if let declaration { layers[index].declarations.append(declaration) }
    }
  }

  /// Makes the object of a binding that is about to be changed while the injector is set up, if it
  /// has none.
  private mutating func makeObject(of key: Key) {
    guard !records, let position = effective.plain.find(key) else { return }
    _ = effective.object(at: position)
  }

  private func isLive(_ declaration: BindingDeclaration) -> Bool {
    index(of: declaration.layer).map { layers[$0].isLive } ?? false
  }

  /// - Complexity: O(1) for the layer that was opened last, else O(log *n*).
  private func index(of layer: Int) -> Int? {
    if isLast(layer) { return layers.count - 1 }
    var (low, high) = (0, layers.count)
    while low < high {
      let middle = (low + high) / 2
      if layers[middle].id < layer { low = middle + 1 } else { high = middle }
    }
    return low < layers.count && layers[low].id == layer ? low : nil
  }
}
