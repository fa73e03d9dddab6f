/// Decides how to answer a request: with an existing instance, with an object under construction,
/// or with a new one.
extension Resolution {
  func demand(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer {
    let (site, kind) = binding.with { ($0.site, $0.scope.kind) }
    if binding.with({ $0.isIsolated }) { try binding.object.requireIsolation() }
    if let site {
      return try unsafe demand(site, binding, cell, place, top)
    }
    switch kind {
    case .graph:
      let site = graphSite(for: binding.object)
      return try unsafe demand(site, binding, cell, place, top)
    case .custom(let scope):
      let site = try storeSite(of: scope, binding.object)
      return try unsafe demand(site, binding, cell, place, top, keeping: .keepsSite)
    case .unscoped, .singleton, .weak:
      let arguments = forwardedArguments(top)
      if arguments.isEmpty {
        if let position = frames.position(of: cell) {
          return try unsafe closeCycle(
            at: position, key: binding.object.key, into: place, for: top)
        }
      } else {
        try refuseRing(ofLinksThrough: cell, top)
      }
      try unsafe push(
        binding, cell, site: nil, arguments: arguments, destination: place)
      return .started
    }
  }

  /// The arguments that a frame forwards to its dependency.
  private func forwardedArguments(_ top: Int) -> Arguments {
    frames[top].flags.contains(.forwardsArguments) ? frames.argumentsOfTop : .none
  }

  /// Answers a request for a key whose instance is kept.
  private func demand(
    _ site: Site, _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ place: UnsafeMutableRawPointer, _ top: Int, keeping kept: Frame.Flags = []
  ) throws(InjectionError) -> Answer {
    while true {
      if let box = try site.instance() { return unsafe deliver(box, of: binding, place, top) }
      switch ConstructionLedger.shared.acquire(site, binding.object.key, for: self) {
      case .acquired:
        // Another thread may have published between the check and the acquisition.
        let published: InstanceBox?
        do throws(InjectionError) {
          published = try site.instance()
          // An injector that has ended starts no construction, and has no instance to hand out.
          if published == nil { try unsafe binding.object.core.requireOpen(binding.object.key) }
        } catch {
          ConstructionLedger.shared.release(site, failure: error)
          throw error
        }
        if let published {
          ConstructionLedger.shared.release(site, failure: nil)
          return unsafe deliver(published, of: binding, place, top)
        }
        try unsafe push(
          binding, cell, site: site, arguments: forwardedArguments(top), destination: place,
          keeping: kept)
        return .started
      case .own: return try unsafe takeOwn(site, binding, place, top)
      case .changed: continue
      case .failed(let error): throw error
      case .deadlock(let waiters):
        if nesting == 1, updates == 0 {
          // No user code is on the stack: the request is undone, and starts again when the other
          // thread is done.
          retrySite = site
        }
        throw InjectionError(.deadlock(binding.object.key, waiters))
      }
    }
  }

  private func deliver(
    _ box: InstanceBox, of binding: Unretained<ActiveBinding>, _ place: UnsafeMutableRawPointer,
    _ top: Int
  ) -> Answer {
    guard !box.isNothing else {
      if binding.with({ unsafe $0.core.isObserved }) {
        observeReuse(of: binding.object, frames[top].depthAbove)
      }
      return .nothing
    }
    unsafe box.copy(into: place)
    unsafe reuse(binding, place, top)
    return .ready
  }

  /// Answers with the instance that this thread is building, or has finished but not published.
  private func takeOwn(
    _ site: Site, _ binding: Unretained<ActiveBinding>, _ place: UnsafeMutableRawPointer,
    _ top: Int
  ) throws(InjectionError) -> Answer {
    let key = binding.object.key
    switch site.progress {
    case .building(let position):
      return try unsafe closeCycle(at: position, key: key, into: place, for: top)
    case .waiting(let member):
      if unsafe members[member].isComplete {
        return unsafe deliver(members[member].instance.box, of: binding, place, top)
      }
      // The member waits for the frame above which it was finished, or for one below that.
      let position = lastPosition { $0.firstMember <= member } ?? 0
      try refuseCycleIfForbidden(closing: key, at: position)
      refer(from: top, to: position)
      guard unsafe !members[member].instance.box.isNothing else { return .nothing }
      unsafe members[member].instance.box.copy(into: place)
      return .ready
    case .idle:
      // The store of the scope requests the very key that it is asked for.
      throw InjectionError(.cyclicDependency(chain: keys(from: 0) + [key]))
    }
  }

  /// Refuses links that lead back to one another: a link forwards its arguments, and a request with
  /// arguments closes no cycle, so the links would go on for ever.
  private func refuseRing(
    ofLinksThrough cell: Unretained<Cell>, _ top: Int
  ) throws(InjectionError) {
    guard frames[top].flags.contains(.isLink), let position = frames.position(of: cell),
      position >= frames[top].firstLink
    else { return }
    throw InjectionError(.cyclicDependency(chain: keys(from: position) + [cell.object.key]))
  }

  // MARK: - Sites of the outermost call

  private func graphSite(for binding: ActiveBinding) -> GraphSite {
    let identity = GraphSite.Identity(binding)
    if let site = graphSites[identity] { return site }
    let site = GraphSite(binding.declaration)
    graphSites[identity] = site
    return site
  }

  private func storeSite(
    of scope: CustomScope, _ binding: ActiveBinding
  ) throws(InjectionError) -> StoreSite {
    let store: any InstanceStore
    do {
      store = try unsafe scope.store(for: binding.key, binding.core.injector)
    } catch {
      throw InjectionError(wrapping: error, of: .store(binding.key))
    }
    return StoreSites.shared.site(for: store, binding)
  }
}
