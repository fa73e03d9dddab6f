/// Instances that are finished before they may be handed to others.
///
/// An instance waits for the root of its cycle. While an update builds its eager singletons, the update
/// is the root of every instance that depends on it; all others are published at once.
extension Resolution {
  /// A finished instance that refers to something unfinished, or waits for an update.
  struct Member {
    let site: Site
    let instance: CompletedInstance
    /// Whether it waits only for an update.
    var isComplete = false
    /// Keeps the injector until the instance is published.
    let injector: Injector
  }

  /// Publishes the instance of a frame and those that have waited for it, or lets it wait for the
  /// rest of its cycle.
  func publish(_ top: Int) throws(InjectionError) {
    let waits = holdsBack && frames[top].flags.contains(.dependsOnUpdate)
    if let site = frames[top].site, let binding = frames[top].binding {
      if !waits, finishesAlone(top),
        let site = site.with({ ($0 as? GraphSite).map { Unretained($0) } })
      {
        return unsafe keep(frames[top].destination, of: binding, at: site)
      }
      try wait(top, site.object, binding.object)
    }
    // The frame is the root of its cycle when nothing below it is referred to.
    guard frames[top].low == top else { return }
    let first = frames[top].firstMember
    if waits {
      for position in unsafe first..<members.count { unsafe members[position].isComplete = true }
      return
    }
    try publishInStores(from: first)
    // The store is user code: it may have asked for something that refers to what lies below.
    guard frames[top].low == top else { return }
    publishMembers(from: first)
  }

  /// Adds the instance of a frame to those that wait.
  ///
  /// - Throws: The error that a protocol type with the scope `weak` holds no object.
  private func wait(
    _ top: Int, _ site: Site, _ binding: ActiveBinding
  ) throws(InjectionError) {
    let holdsValue = frames[top].flags.contains(.holdsValue)
    let box = unsafe holdsValue ? binding.recipe.box(frames[top].destination) : InstanceBox()
    let isolation =
      unsafe holdsValue
      ? binding.isolation(ofInstance: frames[top].destination) : binding.isolation
    if binding.scope == .weak, holdsValue, box.object == nil {
      throw binding.declaration.weakValue
    }
    site.progress = unsafe .waiting(member: members.count)
    unsafe members.append(
      Member(
        site: site,
        instance: CompletedInstance(
          declaration: binding.declaration, box: box, isolation: isolation,
          isOwned: binding.ownsObjects),
        injector: binding.core.injector))
  }

  /// Whether the value of a frame exists, refers to nothing unfinished, and nothing waits for it.
  private func finishesAlone(_ top: Int) -> Bool {
    unsafe frames[top].low == top && frames[top].firstMember == members.count
      && frames[top].flags.contains(.holdsValue)
  }

  /// Notes that the value of a frame, and what is being made for it, depend on an update that is
  /// under way.
  func dependOnUpdate(_ position: Int) {
    guard position >= 0 else { return }
    frames[position].flags.insert(.dependsOnUpdate)
    if frames[position].maker != nil { frames[position].flags.insert(.makerDependsOnUpdate) }
  }

  /// Notes whether an update changes the binding of a frame, what it gathers, or its object.
  @inline(never)
  func noteChanges(_ top: Int) {
    let (snapshot, binding) = (frames[top].snapshot.object, frames[top].binding?.object)
    guard snapshot.isOfUpdate else { return }
    if binding.map({ snapshot.adds($0.declaration) }) == true
      || frames[top].dependencies?.object.dependencies.contains(where: { snapshot.changes($0) })
        == true
      || snapshot.changesExtensions(of: frames[top].plan?.object.cls)
    {
      dependOnUpdate(top)
    }
  }

  /// Whether the instance of a keeper is published, or waits only for an update.
  func hasFinished(_ keeper: Site) -> Bool {
    if let keeper = keeper as? SingletonSite, keeper.exists { return true }
    guard ConstructionLedger.shared.isOwned(keeper, by: self),
      case .waiting(let member) = keeper.progress
    else { return false }
    return unsafe members[member].isComplete
  }

  /// Publishes instances that no custom store keeps.
  func publishMembers(from first: Int) {
    let published = unsafe members[first...]
    unsafe members.removeSubrange(first...)
    for member in published {
      member.site.publishHere(member.instance)
      member.site.giveUp(by: self, failure: nil)
    }
  }

  /// Publishes the instances of custom stores, all or none; a store may fail.
  ///
  /// A store may ask for another instance of the cycle, which is published as well.
  func publishInStores(from first: Int) throws(InjectionError) {
    var published: [StoreSite] = []
    do throws(InjectionError) {
      var position = first
      while unsafe position < members.count {
        let member = unsafe members[position]
        position += 1
        guard let site = member.site as? StoreSite else { continue }
        try site.publish(member.instance)
        published.append(site)
      }
    } catch {
      for site in published.reversed() { site.withdraw() }
      throw error
    }
  }

  /// Takes some of the instances that wait out of the list; the others wait on.
  func takeMembers(
    from first: Int, where isTaken: (Member) -> Bool
  ) -> ContiguousArray<Member> {
    let waiting = unsafe members[first...]
    unsafe members.removeSubrange(first...)
    return ContiguousArray(
      waiting.filter { member in
        if isTaken(member) { return true }
        member.site.progress = unsafe .waiting(member: members.count)
        unsafe members.append(member)
        return false
      })
  }

  /// Drops waiting instances, since what they wait for will not happen.
  ///
  /// - Returns: Those that an injector would have kept.
  func dropMembers(from first: Int) -> ContiguousArray<CompletedInstance> {
    let dropped = takeMembers(from: first) { _ in true }
    for member in dropped {
      member.site.giveUp(by: self, failure: nil)
      member.site.withdrawHere()
    }
    return ContiguousArray(dropped.filter { $0.site is SingletonSite }.map(\.instance))
  }
}
