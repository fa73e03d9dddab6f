/// A finished instance that refers to something unfinished, or waits for an update.
struct Member {
  let site: Site
  private(set) var instance: CompletedInstance
  /// Whether the instance is the object of an unfinished frame.
  private var passesOnUnfinished: Bool
  /// The position from which on all members up to this one wait only for an update; nil if this one does
  /// not.
  fileprivate(set) var heldFrom: Int?
  /// Keeps the injector until the instance is published.
  let injector: Injector
  /// The objects noted as kept elsewhere because of this instance.
  private let keptElsewhere: [AnyObject]

  init(
    _ instance: CompletedInstance, at site: Site, of injector: Injector, passesOnUnfinished: Bool,
    keptElsewhere: [AnyObject]
  ) {
    (self.instance, self.site, self.injector) = (instance, site, injector)
    self.passesOnUnfinished = passesOnUnfinished
    self.keptElsewhere = keptElsewhere
    for object in keptElsewhere { ObjectsKeptElsewhere.note(object) }
  }

  /// Gives the site up; the instance will not be published.
  func drop(of owner: SiteOwner) {
    for object in keptElsewhere { ObjectsKeptElsewhere.forget(object) }
    site.giveUp(by: owner)
  }

  var waitsOnlyForUpdate: Bool { heldFrom != nil }

  /// Notes that the cycle of the instance is complete, or has failed.
  mutating func endCycle() {
    guard passesOnUnfinished else { return }
    instance = instance.completedNow
    passesOnUnfinished = false
  }
}

/// The members of a thread, in the order in which they were finished.
///
/// A frame remembers how many there were when it began: those since then wait for it, or for a frame
/// below. Only its own thread uses it. Publishing and dropping run user code, which comes back here.
final class MemberList {
  @exclusivity(unchecked) private var members: ContiguousArray<Member> = []

  @inline(__always)
  var count: Int { unsafe members.count }

  subscript(position: Int) -> Member { unsafe members[position] }

  var keys: [Key] { unsafe members.map(\.instance.declaration.key) }

  func waiting(from first: Int) -> ContiguousArray<Member>.SubSequence { unsafe members[first...] }

  func contains(_ object: AnyObject) -> Bool {
    unsafe members.contains { $0.instance.box.object === object }
  }

  func append(_ member: Member) {
    var member = member
    let position = unsafe members.count
    member.site.progress = .waiting(member: position)
    // It may have been elsewhere before.
    if member.waitsOnlyForUpdate { member.heldFrom = position }
    unsafe members.append(member)
  }

  /// Notes that members wait only for an update from now on.
  ///
  /// - Complexity: O(1) for those that one call has noted already.
  func holdForUpdate(from first: Int) {
    var (position, start) = unsafe (members.count - 1, first)
    while position >= first {
      if let held = unsafe members[position].heldFrom {
        start = min(start, held)
        position = held - 1
      } else {
        unsafe members[position].endCycle()
        unsafe members[position].heldFrom = first
        position -= 1
      }
    }
    if let last = unsafe members.indices.last, last >= first {
      unsafe members[last].heldFrom = start
    }
  }

  /// Whether the instance of a keeper waits only for an update.
  func hasFinished(_ keeper: Keeper, of owner: SiteOwner) -> Bool {
    guard ConstructionLedger.shared.isOwned(keeper, by: owner),
      case .waiting(let member) = keeper.progress
    else { return false }
    return unsafe members[member].waitsOnlyForUpdate
  }

  /// Publishes instances, except those that custom stores have already, and gives up the sites of all.
  ///
  /// - Parameters:
  ///   - first: The position of the first instance.
  ///   - isOfUpdate: Whether an update publishes what has waited for it; the others wait on.
  ///   - owner: The owner of the sites.
  func publish(from first: Int, isOfUpdate: Bool = false, of owner: SiteOwner) {
    let members =
      isOfUpdate ? take(from: first, where: \.waitsOnlyForUpdate) : takeAll(from: first)
    for var member in members {
      member.endCycle()
      member.site.publishHere(member.instance)
      member.site.giveUp(by: owner)
    }
  }

  /// Publishes the instances of custom stores, all or none; a store may fail.
  ///
  /// A store may ask for another instance, which then joins the members, and is published, too.
  ///
  /// - Parameters:
  ///   - first: The position of the first instance.
  ///   - isOfUpdate: Whether an update publishes what has waited for it; the others wait on.
  ///   - waits: Whether they have to wait after all, for what a store has asked for.
  /// - Returns: Whether they are published.
  /// - Throws: The error of a store.
  @discardableResult
  func publishInStores(
    from first: Int, isOfUpdate: Bool = false, unless waits: () -> Bool = { false }
  ) throws(InjectionError) -> Bool {
    var published: [StoreSite] = []
    var failure: InjectionError?
    do throws(InjectionError) {
      var position = first
      while unsafe position < members.count {
        let member = unsafe members[position]
        position += 1
        guard let site = member.site as? StoreSite, !isOfUpdate || member.waitsOnlyForUpdate
        else { continue }
        try site.publish(member.instance)
        published.append(site)
      }
      if !waits() { return true }
    } catch {
      failure = error
    }
    for site in published.reversed() { site.withdraw() }
    if let failure { throw failure }
    return false
  }

  /// Takes out the members that wait for something unfinished; the others wait on.
  func takeUnfinished(from first: Int) -> ContiguousArray<Member> {
    take(from: first) { !$0.waitsOnlyForUpdate }
  }

  private func take(
    from first: Int, where isTaken: (Member) -> Bool
  ) -> ContiguousArray<Member> {
    var taken: ContiguousArray<Member> = []
    for member in takeAll(from: first) {
      if isTaken(member) { taken.append(member) } else { append(member) }
    }
    return taken
  }

  /// Drops members, since what they wait for will not happen.
  ///
  /// - Parameters:
  ///   - first: The position of the first one.
  ///   - owner: The owner of the sites.
  ///   - retire: Retires the singletons among them. A shutdown that finds their sites free has to find
  ///     them departing.
  func drop(
    from first: Int, of owner: SiteOwner,
    _ retire: ([(instance: CompletedInstance, Injector)]) -> Void
  ) {
    var dropped = takeAll(from: first)
    for position in dropped.indices { dropped[position].endCycle() }
    retire(dropped.filter { $0.site is SingletonSite }.map { ($0.instance, $0.injector) })
    for member in dropped { member.drop(of: owner) }
  }

  private func takeAll(from first: Int) -> ContiguousArray<Member> {
    let taken = unsafe ContiguousArray(members[first...])
    unsafe members.removeSubrange(first...)
    return taken
  }
}
