/// Adding declarations and removing them.
extension Configuration {
  /// Whether the next declaration in the layer comes after all declarations made so far.
  func isLast(_ layer: Int) -> Bool {
    // Not `layers.last`, which copies the layer.
    !layers.isEmpty && layers[layers.count - 1].id == layer
  }

  /// Whether new bindings of a layer can go into the ``PlainBindings``.
  func bindsPlainly(in layer: Int) -> Bool {
    guard !records, !effective.hasChanged, let index = index(of: layer) else { return false }
    return !layers[index].isListed
  }

  /// Notes that a later binding of the same key hides a plain one.
  func hide(_ position: Int, behind key: Key) {
    if let declaration = effective.object(at: position) {
      hidden[key, default: []].append(declaration)
    }
  }

  func add(_ declaration: BindingDeclaration, to layer: Int) {
    // A module that has uninstalled itself cannot add anything more.
    guard let index = index(of: layer) else { return }
    let key = declaration.key
    declaration.layer = layer
    if declaration.isEager { hasEager = true }
    if declaration.isContribution {
      layers[index].contributions.append(declaration)
      contributed[key, default: []].append(declaration)
      contributionsInForce.insert(ObjectIdentifier(declaration))
      return
    }
    makeObject(of: key)
    if layers[index].isLive { forgetLive(key) }
    list(index)
    layers[index].declarations.append(declaration)
    if let previous = effective[key] { hidden[key, default: []].append(previous) }
    effective[key] = declaration
  }

  /// Removes the bindings that earlier updates made for a key, when an update binds it again.
  ///
  /// They can never come back, so an injector that binds a key again and again does not grow.
  private func forgetLive(_ key: Key) {
    var stack = bindings(of: key)
    let live = stack.filter { isLive($0) }
    guard !live.isEmpty else { return }
    for declaration in live { remove(declaration) }
    stack.removeAll { isLive($0) }
    effective[key] = stack.popLast()
    hidden[key] = stack.isEmpty ? nil : stack
  }

  func add(_ classExtension: ClassExtension, to layer: Int) {
    guard let index = index(of: layer) else { return }
    layers[index].extensions.append(classExtension)
    extended[ObjectIdentifier(classExtension.cls), default: []].append(classExtension)
  }

  /// Removes every binding of a key, hidden ones too, and the contributions to a collection.
  func unbind(_ key: Key) {
    makeObject(of: key)
    for declaration in bindings(of: key) { remove(declaration) }
    effective[key] = nil
    hidden[key] = nil
    if let element = key.ofElements {
      for declaration in contributed.removeValue(forKey: element) ?? [] {
        remove(declaration)
        contributionsInForce.remove(ObjectIdentifier(declaration))
      }
    }
  }

  /// Replaces the binding in force by one with another lifetime.
  ///
  /// A key that is bound only in a parent is bound here in the same way; a key that is not bound at
  /// all is bound to its own type.
  func rescope(
    _ key: Key, to scope: Scope, inherited: BindingDeclaration?, place: CodeLocation,
    in layer: Int
  ) {
    if rescope(key, to: scope) { return }
    let declaration = inherited?.rescoped(to: scope) ?? BindingDeclaration(key, place: place)
    declaration.scope = scope
    add(declaration, to: layer)
  }

  /// Does the same for a key that is bound here; false when it is not.
  func rescope(_ key: Key, to scope: Scope) -> Bool {
    makeObject(of: key)
    guard let present = effective[key] else { return false }
    let rescoped = present.rescoped(to: scope)
    if let index = index(of: present.layer) {
      list(index)
      layers[index].declarations.replace(present, with: rescoped)
    }
    effective[key] = rescoped
    effective.forget(present)
    return true
  }

  // MARK: - Layers

  /// All bindings of a key, the one in force last.
  func bindings(of key: Key) -> [BindingDeclaration] {
    shadowed(by: key) + [effective[key]].compactMap { $0 }
  }

  private func remove(_ declaration: BindingDeclaration) {
    guard let index = index(of: declaration.layer) else { return }
    if declaration.isContribution {
      layers[index].contributions.remove(declaration)
    } else {
      list(index)
      layers[index].declarations.remove(declaration)
      effective.forget(declaration)
    }
  }

  /// Lists the bindings of a layer, so that some can be removed or replaced.
  func list(_ index: Int) {
    guard !layers[index].isListed else { return }
    layers[index].isListed = true
    let plain = effective.plain
    for position in 0..<plain.count where plain[position].layer == layers[index].id {
      // While the injector is set up, builders may still change the bindings.
      let declaration =
        records ? effective.declaration(at: position) : effective.object(at: position)
      if let declaration { layers[index].declarations.append(declaration) }
    }
  }

  /// Makes the object of a binding that is about to change while the injector is set up, unless it
  /// has one.
  func makeObject(of key: Key) {
    guard !records, let position = effective.plain.find(key) else { return }
    _ = effective.object(at: position)
  }

  func isLive(_ declaration: BindingDeclaration) -> Bool {
    index(of: declaration.layer).map { layers[$0].isLive } ?? false
  }

  /// - Complexity: O(1) for the layer that was opened last, else O(log *n*).
  func index(of layer: Int) -> Int? {
    if isLast(layer) { return layers.count - 1 }
    let position = layers.indices.partitionPoint { layers[$0].id < layer }
    return position < layers.count && layers[position].id == layer ? position : nil
  }
}
