/// Publishes finished instances, or lets them wait.
///
/// An instance waits for the root of its cycle. While an update builds its eager singletons, the update
/// is the root of every instance that depends on it; all others are published at once.
extension Construction {
  /// Publishes the instance of a frame and those that have waited for it, or lets it wait for the
  /// rest of its cycle.
  func publish(_ top: Int) throws(InjectionError) {
    let waits = holdsBack && frames[top].received.isOfUpdate
    if let site = frames[top].site, let binding = frames[top].binding {
      let isAlone = frames[top].received.low >= top && frames[top].firstMember == members.count
      if !waits, isAlone, frames[top].flags.contains(.holdsValue),
        let site = site.with({ ($0 as? GraphSite).map { Unretained($0) } })
      {
        return unsafe keep(frames[top].destination, of: binding, at: site)
      }
      if binding.with({ $0.scope == .weak }), !frames[top].flags.contains(.holdsValue) {
        // Nothing is kept weakly: the next request asks again.
        site.object.giveUp(by: self)
      } else {
        try addMember(top, site.object, binding.object)
      }
    }
    // The frame is the root of its cycle when nothing below it is referred to.
    guard frames[top].received.low >= top else { return }
    let first = frames[top].firstMember
    if waits { return members.holdForUpdate(from: first) }
    // A store is user code: it may ask for something that refers to what lies below.
    let isPublished = try members.publishInStores(from: first) { frames[top].received.low < top }
    if isPublished { members.publish(from: first, of: self) }
  }

  /// Adds the instance of a frame to those that wait.
  ///
  /// - Throws: The error that a protocol type with the scope `weak` holds no object.
  private func addMember(
    _ top: Int, _ site: Site, _ binding: ActiveBinding
  ) throws(InjectionError) {
    let holdsValue = frames[top].flags.contains(.holdsValue)
    let memory = unsafe frames[top].destination
    let box = unsafe holdsValue ? binding.recipe.box(memory) : InstanceBox()
    let isolation =
      unsafe holdsValue ? binding.isolation(ofValueIn: memory) : binding.isolation
    if binding.scope == .weak, holdsValue, box.object == nil {
      throw binding.declaration.weakValue()
    }
    var keptElsewhere: [AnyObject] = []
    if holdsValue, binding.scope.isKeptElsewhere(isAbove: false) {
      keptElsewhere = unsafe binding.recipe.objects(in: memory).filter {
        ClassShape.isReleased(type(of: $0)) && !isUnderInjection($0, below: top)
      }
    }
    // Only singletons are released.
    let object = binding.scope == .singleton ? box.object : nil
    let released = object.flatMap { ClassShape.isReleased(type(of: $0)) ? $0 : nil }
    let isFinished = released.map { !isUnderInjection($0, below: top) } ?? true
    let core = binding.core
    let instance = CompletedInstance(
      of: binding.declaration, box, isolation: isolation,
      completion: binding.scope == .singleton ? binding.keeperOfLinked?.completion : nil,
      released.map {
        Custody(
          of: $0, in: core.serial, below: core.serialsAbove,
          mayOwn: binding.ownsObjects && !binding.snapshot.binds($0), isFinished: isFinished)
      })
    members.append(
      Member(
        instance, at: site, of: core.injector, passesOnUnfinished: !isFinished,
        keptElsewhere: keptElsewhere))
  }

  private func isUnderInjection(_ object: AnyObject, below top: Int) -> Bool {
    if case .underInjection(let position) = knowledge(of: object) { position < top } else { false }
  }

  /// Notes what the value of a frame, if there is one, refers to.
  func receive(_ received: Received, _ position: Int) {
    if position >= 0 { frames[position].receive(received) }
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
      receive(.ofUpdate, top)
    }
  }

  // MARK: - Instances of the scope graph

  func graphSite(of binding: Unretained<ActiveBinding>) -> Unretained<GraphSite>? {
    binding.with { unsafe graphSites.find($0.declaration, $0.graphIdentity) }
  }

  func addGraphSite(of binding: Unretained<ActiveBinding>) -> Unretained<GraphSite> {
    binding.with { unsafe graphSites.add($0.declaration, $0.graphIdentity) }
  }

  /// Keeps a finished instance of this call.
  @inline(__always)
  func keep(
    _ value: UnsafeMutableRawPointer, of binding: Unretained<ActiveBinding>,
    at site: Unretained<GraphSite>
  ) {
    binding.with { binding in
      let form = unsafe ReferenceForm(of: value, binding.recipe.valueType)
      site.with { unsafe $0.keep(value, as: form, by: binding.recipe) }
    }
  }
}
