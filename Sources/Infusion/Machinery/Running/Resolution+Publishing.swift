/// Instances that are finished before they may be handed to others.
extension Resolution {
  /// A finished instance that refers to something unfinished.
  struct Member {
    let site: Site
    let box: InstanceBox
    let binding: ActiveBinding
    /// Keep the injector until the instance is published.
    let core: InjectorCore
    let injector: Injector
  }

  /// Publishes the instance of a frame, and what has waited for it; or lets it wait for the rest of
  /// its cycle.
  func publish(_ top: Int) throws(InjectionError) {
    if let site = frames[top].site, let binding = frames[top].binding?.object {
      let box =
        unsafe frames[top].flags.contains(.holdsValue)
        ? binding.recipe.box(frames[top].destination) : InstanceBox()
      site.object.progress = unsafe .waiting(member: members.count)
      let core = unsafe binding.core
      unsafe members.append(
        Member(
          site: site.object, box: box, binding: binding, core: core, injector: core.injector))
    }
    // The frame is the root of its cycle when nothing below it is referred to.
    guard frames[top].low == top else { return }
    let first = frames[top].firstMember
    try publishInStores(from: first)
    // The store is user code: it may have asked for something that refers to what lies below.
    guard frames[top].low == top else { return }
    let published = unsafe members[first...]
    unsafe members.removeSubrange(first...)
    for member in published {
      if !member.site.publishingMayFail { try member.site.publish(member.box) }
      member.core.note(completed: member.binding, member.box)
      ConstructionLedger.shared.release(member.site, failure: nil)
    }
  }

  /// Publishes what belongs to custom stores, which may fail: all of it or nothing.
  ///
  /// A store may ask for something that belongs to the cycle: that is published with it.
  private func publishInStores(from first: Int) throws(InjectionError) {
    var published: [Site] = []
    do throws(InjectionError) {
      var position = first
      while unsafe position < members.count {
        let member = unsafe members[position]
        position += 1
        guard member.site.publishingMayFail else { continue }
        try member.site.publish(member.box)
        published.append(member.site)
      }
    } catch {
      for site in published.reversed() { site.withdraw() }
      throw error
    }
  }
}
