// The installed modules, and their installers.

extension Configuration {
  /// Opens a layer; nil when the module has been configured already, or its installer is gone.
  ///
  /// The installer is the layer of the module that installs it; nil for the program.
  mutating func openLayer(for origin: Layer.Origin, installedBy installer: Int?) -> Int? {
    // A module that has uninstalled itself cannot add anything more.
    if let installer, index(of: installer) == nil { return nil }
    let id = lastID + 1
    switch origin {
    case .module(_, let identity):
      if let present = layersOfModules[identity] {
        noteInstalled(present, by: installer)
        return nil
      }
      layersOfModules[identity] = id
    case .live:
      if let last = layers.last, last.isLive { return last.id }
    case .closure: break
    }
    lastID = id
    layers.append(Layer(id: id, origin: origin))
    noteInstalled(id, by: installer)
    return id
  }

  /// Notes modules that a layer may not install, for injectors derived from this one.
  mutating func exclude(_ modules: Layer.Exclusion, from layer: Int) {
    if let index = index(of: layer) { layers[index].exclusions.append(modules) }
  }

  private mutating func noteInstalled(_ layer: Int, by installer: Int?) {
    guard let index = index(of: installer ?? layer) else { return }
    if installer == nil {
      layers[index].isTopLevel = true
    } else {
      layers[index].installed.append(layer)
    }
  }

  /// Removes modules, the modules that only they have installed, and the declarations of all these;
  /// the bindings that they hid are in force again.
  ///
  /// - Parameters:
  ///   - modules: The modules, whatever has installed them.
  ///   - isForDerived: Whether the modules that have installed one are to leave it out when another
  ///     injector is derived.
  /// - Returns: The bindings that are in force again.
  mutating func uninstall(
    _ modules: Layer.Exclusion, isForDerived: Bool
  ) -> [BindingDeclaration] {
    let meant = Set(
      layers.indices.filter { layers[$0].isMeant(by: modules) }.map { layers[$0].id })
    guard !meant.isEmpty else { return [] }
    for index in layers.indices where layers[index].installed.contains(where: meant.contains) {
      layers[index].installed.removeAll(where: meant.contains)
      if isForDerived { layers[index].exclusions.append(modules) }
    }
    // Each layer under configuration was installed by the program, or by another such layer.
    let roots = layers.filter { $0.isTopLevel && !meant.contains($0.id) }.map(\.id)
    let remaining = Set(reached(from: roots))
    return remove(Set(layers.map(\.id).filter { !remaining.contains($0) }))
  }

  /// - Returns: The bindings that the removed ones have hidden.
  private mutating func remove(_ ids: Set<Int>) -> [BindingDeclaration] {
    var uncovered: [BindingDeclaration] = []
    let removed = layers.filter { ids.contains($0.id) }
    layers.removeAll { ids.contains($0.id) }
    layersOfModules = layersOfModules.filter { !ids.contains($0.value) }
    dropEdits(of: ids)
    let declarations = removed.flatMap(\.declarations.all)
    for key in Set(declarations.map(\.key)) {
      var remaining = bindings(of: key)
      remaining.removeAll { ids.contains($0.layer) }
      let element = contributed.isEmpty ? nil : key.ofElements
      let shown = element.map { contributions(to: $0).count }
      let next = remaining.popLast()
      let previous = effective.set(key, to: next)
      if let next, next !== previous { uncovered.append(next) }
      hidden[key] = remaining.isEmpty ? nil : remaining
      if let element, shown == 0 { uncovered += contributions(to: element) }
      let others = (contributed[key] ?? []).filter { !ids.contains($0.layer) }
      contributed[key] = others.isEmpty ? nil : others
    }
    for declaration in declarations { contributionIDs.remove(ObjectIdentifier(declaration)) }
    let extensions = removed.flatMap(\.extensions)
    let gone = Set(extensions.map { ObjectIdentifier($0) })
    for cls in Set(extensions.map { ObjectIdentifier($0.cls) }) {
      extended[cls]?.removeAll { gone.contains(ObjectIdentifier($0)) }
      if extended[cls]?.isEmpty == true { extended[cls] = nil }
    }
    return uncovered
  }

  // MARK: - Reading

  /// The layers reachable from some layers, themselves included, each after those it has installed.
  func reached(from roots: [Int]) -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    var waiting: [(layer: Int, isDone: Bool)] = roots.reversed().map { ($0, false) }
    while let (layer, isDone) = waiting.popLast() {
      if isDone {
        order.append(layer)
      } else if seen.insert(layer).inserted, let index = index(of: layer) {
        waiting.append((layer, true))
        waiting += layers[index].installed.reversed().map { ($0, false) }
      }
    }
    return order
  }

  /// The modules that a later configuration, derived from this one, no longer has, inner ones before
  /// their installers; all modules if nothing follows.
  func modulesInnerFirst(missingIn changed: Configuration = Configuration()) -> [any Module] {
    // What comes is behind what stays.
    let last = layers.count - 1
    if changed.layers.count > last, last < 0 || changed.layers[last].id == layers[last].id {
      return []
    }
    let remaining = Set(changed.layers.map(\.id))
    return reached(from: layers.filter(\.isTopLevel).map(\.id)).compactMap { layer in
      remaining.contains(layer) ? nil : index(of: layer).flatMap { layers[$0].module }
    }
  }

  /// The modules as the program knows them, in the order in which they were installed.
  var namedModules: [any Module] {
    layers.compactMap(\.module).filter { type(of: $0).isNamed }
  }
}
