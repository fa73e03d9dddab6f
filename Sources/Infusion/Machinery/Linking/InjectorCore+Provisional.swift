/// Building what a change needs before any request can see the change.
extension InjectorCore {
  /// What an update has built before it takes effect.
  struct ProvisionalInstances {
    /// All of them, in the order of their completion.
    var made: ContiguousArray<Completed> = []
    /// Instances of bindings that come with the update, in the order of their completion.
    var added: ContiguousArray<Completed> = []
    /// Instances of bindings that were in force before and had none, with the binding that takes
    /// each over.
    var unchanged: ContiguousArray<(instance: Completed, keeper: ActiveBinding)> = []
  }

  /// Builds the eager singletons that a change brings, before any request can see it.
  ///
  /// They are built by a provisional core, in which the change is in force already; this thread's
  /// requests to the injector go to it. Instances that exist are used; everything that
  /// has to be built is built by the provisional core, and kept when the change takes effect.
  func createEagerInstances(
    of changed: Configuration, at place: CodeLocation
  ) throws(InjectionError) -> ProvisionalInstances {
    let before = present
    let added = changed.eagerDeclarations.filter { !before.isInForce($0) }
    guard !added.isEmpty else { return ProvisionalInstances() }
    let provisional = InjectorCore(provisional: changed, of: self)
    do throws(InjectionError) {
      try Resolution.current.substituting(provisional, for: self) { () throws(InjectionError) in
        try injector.createEagerSingletons(added, in: provisional, at: place)
        for declaration in added {
          let site = try provisional.cell(for: declaration).binding(at: History.always)?.site
          guard try site?.instance() != nil else {
            // It refers to something that this thread is building further down, and waits for that.
            throw InjectionError(.cyclicDependency(chain: [declaration.key, declaration.key]))
          }
        }
      }
    } catch {
      throw InjectionError(collecting: [error] + provisional.releaseCompleted(for: self))
    }
    var instances = ProvisionalInstances()
    instances.made = provisional.withState { $0.completed.takeAll() }
    for instance in instances.made {
      let declaration = instance.binding.declaration
      if declaration.isExplicit, !before.isInForce(declaration) {
        instances.added.append(instance)
      } else if let keeper = try cell(for: declaration).binding(at: History.always) {
        instances.unchanged.append((instance, keeper))
      }
    }
    return instances
  }

  /// Makes sure that no other thread builds what an update has built of unchanged bindings, until
  /// it has taken effect.
  ///
  /// When another thread has been faster, the update builds once more: its instance is there now.
  func holdingSites(
    of build: () throws(InjectionError) -> ProvisionalInstances,
    _ body: (ProvisionalInstances) throws(InjectionError) -> Void
  ) throws(InjectionError) {
    while true {
      let instances = try build()
      let hasEnded: Bool
      var made = instances.made
      do throws(InjectionError) {
        hasEnded = try holdingSites(of: instances, body)
      } catch {
        throw InjectionError(collecting: [error] + release(&made))
      }
      if hasEnded { return }
      let errors = release(&made)
      withState { $0.ending.errors += errors }
    }
  }

  /// Runs the body, unless another thread has built one of the instances, or is about to.
  private func holdingSites(
    of instances: ProvisionalInstances,
    _ body: (ProvisionalInstances) throws(InjectionError) -> Void
  ) throws(InjectionError) -> Bool {
    var held: [Site] = []
    defer {
      for site in held { ConstructionLedger.shared.release(site, failure: nil) }
    }
    guard try hold(instances, &held) else { return false }
    try body(instances)
    return true
  }

  private func hold(
    _ instances: ProvisionalInstances, _ held: inout [Site]
  ) throws(InjectionError) -> Bool {
    for (_, keeper) in instances.unchanged {
      guard let site = keeper.site else { continue }
      switch ConstructionLedger.shared.acquire(site, keeper.key, for: .current) {
      case .acquired:
        held.append(site)
        if try site.instance() != nil { return false }
      case .own, .changed, .failed: return false
      case .deadlock(let waiters): throw InjectionError(.deadlock(keeper.key, waiters))
      }
    }
    return true
  }

  /// Keeps an instance that the provisional core has built, as one of this core's own.
  func keep(_ instance: Completed, in state: inout State, since number: Int) {
    let declaration = instance.binding.declaration
    let binding = ActiveBinding(
      declaration, recipe: instance.binding.recipe, origin: .explicit, since: number, in: self)
    binding.adopt(instance.box)
    if declaration.isContribution {
      let cell = Cell(declaration.key, in: self, declaration: declaration)
      cell.replace(with: binding)
      state.contributionCells[ObjectIdentifier(declaration)] = cell
    } else {
      let cell =
        cells.find(declaration.key) ?? cells.insertUnderLock(Cell(declaration.key, in: self))
      cell.replace(with: binding)
    }
    state.completed.append(Completed(binding: binding, box: instance.box))
  }
}
