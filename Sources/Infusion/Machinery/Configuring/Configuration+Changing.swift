/// Adding declarations and removing them.
extension Configuration {
  /// Whether the next declaration in the layer comes after all declarations made so far.
  func isLast(_ layer: Int) -> Bool {
    // Not `layers.last`, which copies the layer.
    !layers.isEmpty && layers[layers.count - 1].id == layer
  }

  /// Adds a declaration to its layer.
  mutating func add(_ declaration: BindingDeclaration) {
    // A module that has uninstalled itself cannot add anything more.
    guard let index = index(of: declaration.layer) else { return }
    let key = declaration.key
    if declaration.isEager { hasEager = true }
    layers[index].declarations.append(declaration)
    if declaration.isContribution {
      contributed[key, default: []].append(declaration)
      contributionIDs.insert(ObjectIdentifier(declaration))
      return
    }
    guard let previous = effective.set(key, to: declaration) else { return }
    // The bindings that earlier updates made for the key can never come back. The layer drops them, so
    // that an injector that binds a key again and again does not grow.
    let isLive = layers[index].isLive
    if isLive, self.isLive(previous) { return remove(previous) }
    hidden[key, default: []].append(previous)
    if isLive, let position = hidden[key]?.lastIndex(where: { self.isLive($0) }),
      let forgotten = hidden[key]?.remove(at: position)
    {
      remove(forgotten)
    }
  }

  mutating func add(_ classExtension: ClassExtension, to layer: Int) {
    guard let index = index(of: layer) else { return }
    layers[index].extensions.append(classExtension)
    extended[ObjectIdentifier(classExtension.cls), default: []].append(classExtension)
  }

  /// Removes every binding of a key, hidden ones too, and the contributions to a collection.
  mutating func unbind(_ key: Key) {
    let bindings = bindings(of: key)
    effective.set(key, to: nil)
    hidden[key] = nil
    for declaration in bindings { remove(declaration) }
    if let element = key.ofElements {
      for declaration in contributed.removeValue(forKey: element) ?? [] {
        remove(declaration)
        contributionIDs.remove(ObjectIdentifier(declaration))
      }
    }
  }

  /// Replaces the binding in force by one with another lifetime; nil if the key is not bound here.
  mutating func rescope(_ key: Key, to scope: Scope) -> BindingDeclaration? {
    guard let present = effective[key] else { return nil }
    let rescoped = present.rescoped(to: scope, in: present.layer)
    effective.set(key, to: rescoped)
    if let index = index(of: present.layer) {
      layers[index].declarations.replace(present, with: rescoped)
    }
    return rescoped
  }

  // MARK: - Layers

  /// All bindings of a key, the one in force last.
  func bindings(of key: Key) -> [BindingDeclaration] {
    (hidden[key] ?? []) + [effective[key]].compactMap { $0 }
  }

  private mutating func remove(_ declaration: BindingDeclaration) {
    if let index = index(of: declaration.layer) { layers[index].declarations.remove(declaration) }
  }

  func isLive(_ declaration: BindingDeclaration) -> Bool {
    index(of: declaration.layer).map { layers[$0].isLive } ?? false
  }

  /// - Complexity: O(1) for the layer that was opened last, else O(log *n*).
  @inline(__always)
  func index(of layer: Int) -> Int? {
    if isLast(layer) { return layers.count - 1 }
    let position = layers.indices.partitionPoint { layers[$0].id < layer }
    return position < layers.count && layers[position].id == layer ? position : nil
  }
}
