/// Finding out how a request is answered: by an instance that exists, by an object under
/// construction, or by making one.
extension Resolution {
  func demand(
    _ cell: Cell, arguments: Arguments, isNested: Bool, into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    guard let binding = try cell.binding(at: moment) else {
      // Nothing provides the class of an existing object, but the object itself is there.
      if arguments.isEmpty, let position = positionUnderConstruction(of: cell) {
        return try unsafe closeCycle(at: position, key: cell.key, into: memory)
      }
      return .absent
    }
    if binding.declaration.requiresMainActor, !MainActorIsolation.isCurrent {
      throw InjectionError(.mainActorRequired(binding.key.type))
    }
    if let site = binding.site {
      return try unsafe demand(
        site, binding, cell, arguments: arguments, isNested: isNested, into: memory)
    }
    switch binding.scope.kind {
    case .graph:
      return try unsafe demand(
        graphSite(for: cell, binding), binding, cell, arguments: arguments, isNested: isNested,
        into: memory)
    case .custom(let scope):
      return try unsafe demand(
        storeSite(of: scope, for: cell, binding), binding, cell, arguments: arguments,
        isNested: isNested, into: memory)
    case .unscoped, .singleton, .weak:
      if arguments.isEmpty {
        if let position = positionUnderConstruction(of: cell) {
          return try unsafe closeCycle(at: position, key: binding.key, into: memory)
        }
      } else {
        try refuseRing(ofLinksThrough: cell)
      }
      unsafe push(
        binding, cell, site: nil, arguments: arguments, isNested: isNested, destination: memory)
      return .started
    }
  }

  /// A request for a key that keeps its instance.
  private func demand(
    _ site: Site, _ binding: ActiveBinding, _ cell: Cell, arguments: Arguments, isNested: Bool,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    while true {
      if let box = try site.instance() {
        if unsafe binding.core.isObserved { observeReuse(of: binding) }
        return unsafe deliver(box, into: memory)
      }
      switch ConstructionLedger.shared.acquire(site, binding.key, for: self) {
      case .acquired:
        // Another thread may have published between the look and the acquisition.
        let published: InstanceBox?
        do throws(InjectionError) {
          published = try site.instance()
        } catch {
          ConstructionLedger.shared.release(site, failure: error)
          throw error
        }
        if let published {
          ConstructionLedger.shared.release(site, failure: nil)
          if unsafe binding.core.isObserved { observeReuse(of: binding) }
          return unsafe deliver(published, into: memory)
        }
        unsafe push(
          binding, cell, site: site, arguments: arguments, isNested: isNested,
          destination: memory)
        return .started
      case .own:
        switch site.progress {
        case .building(let position):
          return try unsafe closeCycle(at: position, key: binding.key, into: memory)
        case .waiting(let member):
          try refuseCycleIfForbidden(closing: binding.key, at: positionHolding(member: member))
          refer(toFrame: positionHolding(member: member))
          return unsafe deliver(members[member].box, into: memory)
        case .idle:
          // The store of the scope asks for the key that it is asked for.
          throw InjectionError(.cyclicDependency(chain: keys(from: 0) + [binding.key]))
        }
      case .changed:
        continue
      case .failed(let error):
        throw error
      case .deadlock(let waiters):
        if nesting == 1, updates == 0 {
          // No user code stands on the stack: everything is undone, and begins again when the other
          // is done.
          retrySite = site
        }
        throw InjectionError(.deadlock(binding.key, waiters))
      }
    }
  }

  /// A link forwards its arguments, and a request with arguments closes no cycle: links that lead
  /// back to one another would go on for ever.
  private func refuseRing(ofLinksThrough cell: Cell) throws(InjectionError) {
    for position in (0..<frames.count).reversed() {
      guard frames[position].binding?.recipe.isLink == true else { return }
      if frames[position].cell === cell {
        throw InjectionError(.cyclicDependency(chain: keys(from: position) + [cell.key]))
      }
    }
  }

  private func deliver(_ box: InstanceBox, into memory: UnsafeMutableRawPointer) -> Answer {
    guard !box.isNothing else { return .nothing }
    unsafe box.copy(into: memory)
    return .ready
  }

  // MARK: - Sites of the outermost call

  private func graphSite(for cell: Cell, _ binding: ActiveBinding) -> GraphSite {
    let identity = GraphSite.Identity(binding)
    if let site = graphSites[identity] { return site }
    let site = GraphSite(keeping: binding)
    graphSites[identity] = site
    return site
  }

  private func storeSite(
    of scope: CustomScope, for cell: Cell, _ binding: ActiveBinding
  ) throws(InjectionError) -> StoreSite {
    let store: any InstanceStore
    do {
      store = try unsafe scope.store(binding.core.injector)
    } catch {
      throw InjectionError(wrapping: error, of: .store(binding.key))
    }
    return StoreSites.shared.site(for: store, binding)
  }

  // MARK: - Cycles

  /// Answers with the object that the frame at the position has made and not finished.
  private func closeCycle(
    at position: Int, key: Key, into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer {
    // What is not there yet cannot close a cycle, allowed or not.
    if holdsUnfinished(at: position) { try refuseCycleIfForbidden(closing: key, at: position) }
    guard unsafe copyUnfinished(at: position, into: memory) else {
      throw InjectionError(.cyclicDependency(chain: keys(from: position) + [key]))
    }
    refer(toFrame: position)
    return .ready
  }

  /// Copies the unfinished value of a frame; false while its closure or initializer still runs.
  private func copyUnfinished(at position: Int, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let binding = frames[position].binding else {
      guard let object = frames[position].object else { return false }
      unsafe memory.initializeMemory(as: AnyObject.self, to: object)
      return true
    }
    guard let target = frameHolding(valueOf: position) else { return false }
    if target == position {
      unsafe binding.recipe.copy(frames[position].destination, into: memory)
      return true
    }
    return unsafe convertUnfinished(from: target, downTo: position, into: memory)
  }

  /// Whether the object of a frame exists by now.
  private func holdsUnfinished(at position: Int) -> Bool {
    frames[position].binding == nil
      ? frames[position].object != nil : frameHolding(valueOf: position) != nil
  }

  /// The frame that has made the value of a frame: links are transparent, so it may be the frame
  /// above the last of them, which makes the target.
  private func frameHolding(valueOf position: Int) -> Int? {
    var target = position
    while !frames[target].holdsValue {
      guard frames[target].binding?.recipe.isLink == true, target + 1 < frames.count,
        !frames[target + 1].isNested
      else { return nil }
      target += 1
    }
    return target
  }

  /// Converts the value of a frame through the links below it, one after the other.
  private func convertUnfinished(
    from target: Int, downTo position: Int, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    let mark = arena.mark
    defer { arena.reset(to: mark) }
    var linked = unsafe frames[target].destination
    for level in (position..<target).reversed() {
      guard let link = frames[level].binding?.recipe else { return false }
      let isLast = level == position
      let converted = unsafe isLast ? memory : arena.allocate(link.layout())
      let isValue = unsafe link.convert(linked, into: converted)
      // What was converted on the way is not needed any more; the value itself belongs to its
      // frame.
      if level + 1 < target { unsafe frames[level + 1].binding?.recipe.discard(linked) }
      guard isValue else { return false }
      unsafe linked = unsafe converted
    }
    return true
  }

  private func refuseCycleIfForbidden(
    closing key: Key, at position: Int
  ) throws(InjectionError) {
    guard frames[position].core.options.forbidsCycles else { return }
    throw InjectionError(.forbiddenCycle(chain: keys(from: position) + [key]))
  }

  /// Notes that the topmost frame refers to an unfinished one.
  private func refer(toFrame position: Int) {
    let top = frames.count - 1
    frames[top].low = min(frames[top].low, position)
  }

  /// The frame below which a waiting instance was finished: the topmost one that is at most as
  /// young.
  ///
  /// The instance waits because that frame, or one below it, is not finished.
  private func positionHolding(member: Int) -> Int {
    var low = 0
    var high = frames.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if frames[middle].firstMember <= member { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func keys(from position: Int) -> [Key] {
    (position..<frames.count).compactMap { position in
      frames[position].binding?.key ?? frames[position].object.map { Key(type(of: $0)) }
    }
  }
}
