/// Decides how to answer a request: with an existing instance, with an object under construction,
/// or with a new one.
extension Engine {
  /// - Returns: Nil when a frame has been pushed that makes the value first.
  func demand(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    let (site, kind) = binding.with { ($0.site, $0.scope.kind) }
    if binding.with({ $0.isolation != nil }) { try binding.object.isolation?.require() }
    if let site {
      if let kept = try unsafe site.copy(into: memory) {
        return unsafe handOut(kept, of: binding, memory, top)
      }
      return try unsafe acquire(site, binding, cell, memory, top)
    }
    switch kind {
    case .graph: return try unsafe demandInGraph(binding, cell, memory, top)
    case .custom(let scope): return try unsafe demand(in: scope, binding, cell, memory, top)
    case .unscoped, .singleton, .weak:
      let arguments = forwardedArguments(top)
      if arguments.isEmpty {
        if !binding.with({ $0.isReadyMade }), let position = frames.position(of: cell),
          frames[position].binding != nil
            || binding.object.handsOutNewObjects && !isKeptOnTheWay(to: top)
        {
          return try unsafe closeCycle(
            at: position, key: binding.object.key, into: memory, for: top)
        }
      } else {
        try refuseRing(ofLinksThrough: cell, top)
      }
      try unsafe push(
        binding, cell, site: nil, arguments: arguments, destination: memory)
      return nil
    }
  }

  /// Whether one of the links and collections from which a request comes keeps what it passes on: an
  /// existing object is none of what the injector keeps.
  @inline(never)
  func isKeptOnTheWay(to top: Int) -> Bool {
    var position = top
    while let binding = frames[position].binding, binding.with({ $0.recipe.passesOn }) {
      if binding.with({ $0.keepsWhatItPassesOn }) { return true }
      position -= 1
    }
    return false
  }

  /// The arguments that a frame forwards to its dependency.
  private func forwardedArguments(_ top: Int) -> Arguments {
    frames[top].flags.contains(.forwardsArguments) ? frames.argumentsOfTop : .none
  }

  /// Answers a request for a key with one instance per outermost call; the thread is on the actor of
  /// the binding.
  @inline(never)
  func demandInGraph(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    let site: Unretained<GraphSite>
    if let known = graphSite(of: binding) {
      if let kept = known.with({ unsafe $0.copy(into: memory) }) {
        if kept == .ready { try unsafe requireIsolation(ofInstanceOfCall: memory, from: binding) }
        return unsafe handOut(kept, of: binding, memory, top)
      }
      // A site whose first instance has failed is free.
      if known.with({ $0.isUnderConstruction }) {
        return try unsafe takeOwn(known.object, binding, memory, top)
      }
      site = known
    } else {
      site = addGraphSite(of: binding)
      if binding.with({ $0.shortcut == .makeOnce }), forwardedArguments(top).isEmpty {
        return try unsafe make(binding, cell, memory, top, at: site)
      }
    }
    try unsafe push(
      binding, cell, site: site.object, arguments: forwardedArguments(top), destination: memory)
    return nil
  }

  /// Answers a request for a key whose instance a store keeps.
  ///
  /// Only the making of an instance takes a site.
  private func demand(
    in scope: CustomScope, _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    let (key, storeKey) = binding.with { ($0.key, $0.declaration.storeKey) }
    let store = try InjectionError.wrapping(.store(key)) {
      try binding.with { active in
        try active.injector.with { try scope.store(for: active.declaration, $0) }
      }
    }
    let kept = try unsafe StoreSite.copy(
      storeKey, of: store, binding.with { $0.recipe }, into: memory)
    if kept == .ready { try unsafe requireIsolation(of: memory, from: binding) }
    if let kept { return unsafe handOut(kept, of: binding, memory, top) }
    let site = StoreSite.of(storeKey, in: store, binding.object.recipe)
    return try unsafe acquire(site, binding, cell, memory, top)
  }

  /// Acquires a site whose instance does not exist, to make it, or waits for the thread that makes it.
  private func acquire(
    _ site: Site, _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    let active = binding.object
    while true {
      switch ConstructionLedger.shared.acquire(site, active.key, through: active, for: self) {
      case .acquired:
        // Another thread may have published between the check and the acquisition.
        let published: Answer?
        do throws(InjectionError) {
          published = try unsafe copy(site, binding, memory)
          // An injector that has ended starts no construction, and has no instance to hand out.
          if published == nil { try active.core.requireOpen(active.key) }
        } catch {
          site.giveUp(by: self)
          throw error
        }
        if let published {
          site.giveUp(by: self)
          return unsafe handOut(published, of: binding, memory, top)
        }
        try unsafe push(
          binding, cell, site: site, arguments: forwardedArguments(top), destination: memory)
        return nil
      case .own: return try unsafe takeOwn(site, binding, memory, top)
      case .changed:
        if let kept = try unsafe copy(site, binding, memory) {
          return unsafe handOut(kept, of: binding, memory, top)
        }
      case .failed(let error): throw error
      case .deadlock(let waiters):
        if nesting == 1, updates == 0 {
          // No user code of the call is on the stack: the request is undone, and starts again when the other
          // thread is done.
          retrySite = site
        }
        throw InjectionError(.deadlock(active.key, waiters))
      }
    }
  }

  /// Copies what another thread may have published at a site.
  private func copy(
    _ site: Site, _ binding: Unretained<ActiveBinding>, _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) -> Answer? {
    let published = try unsafe site.copy(into: memory)
    if published == .ready, site is StoreSite {
      try unsafe requireIsolation(of: memory, from: binding)
    }
    return published
  }

  /// Throws where the caller may not have an instance that this outermost call has made; the instance is
  /// destroyed.
  ///
  /// A call within it may run on another actor, though on the same thread.
  @inline(__always)
  func requireIsolation(
    ofInstanceOfCall memory: UnsafeMutableRawPointer, from binding: Unretained<ActiveBinding>
  ) throws(InjectionError) {
    if nesting > 1 { try unsafe requireIsolation(of: memory, from: binding) }
  }

  /// Throws where the caller may not have an instance of which no keeper knows the actor; the instance
  /// is destroyed.
  ///
  /// In a store, another binding may have made it.
  private func requireIsolation(
    of memory: UnsafeMutableRawPointer, from binding: Unretained<ActiveBinding>
  ) throws(InjectionError) {
    let mayPass = binding.with { binding in
      unsafe binding.representation.object(in: memory).map { reference in
        reference.with { object in
          let cls: AnyClass = type(of: object)
          let known =
            binding.knownPlan(for: cls) ?? binding.snapshotReference.with { $0.knownPlan(for: cls) }
          return known?.with { $0.reach.includes(record) } ?? false
        }
      } ?? (binding.representation == .plain && binding.recipe.kind != .collection)
    }
    if mayPass, unsafe !ConformanceRecord.mayIsolate(memory, binding.with { $0.recipe.valueType }) {
      return
    }
    do throws(InjectionError) {
      let active = binding.object
      try unsafe active.isolation(ofValueIn: memory)?.require()
    } catch {
      unsafe memory.discard(binding.object.recipe.valueType)
      throw error
    }
  }
}
