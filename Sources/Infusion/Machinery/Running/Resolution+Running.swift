/// Making one object: parameters, creation, properties, awake, publication.
extension Resolution {
  /// Does the next step of the topmost frame.
  ///
  /// - Returns: How the frame was answered, when this step has finished it.
  func advance() throws(InjectionError) -> Answer {
    let top = frames.count - 1
    switch frames[top].phase {
    case .starting:
      try start(top)
    case .gatheringParameters:
      if let link = frames.openLink(top) {
        try gather(link, top)
      } else {
        return try create(top)
      }
    case .gatheringProperties:
      let list = frames[top].links
      while frames[top].gathered < list.links.count {
        try gather(list.links[frames[top].gathered], top)
        // A frame above this one makes the value first.
        if frames.count > top + 1 { return .started }
      }
      try complete(top)
      return try finish()
    case .creating, .setting, .awaking:
      fatalError("user code has returned without finishing its step")
    }
    return .started
  }

  private func start(_ top: Int) throws(InjectionError) {
    guard let binding = frames[top].binding else { fatalError("an existing object has begun") }
    if frames[top].core.isObserved { observeBeginning(top) }
    let links = try binding.parameters()
    frames[top].phase = .gatheringParameters
    lay(links, top)
  }

  private func lay(_ links: LinkList, _ top: Int) {
    frames[top].links = links
    frames[top].gathered = 0
    if !links.links.isEmpty { unsafe frames[top].memory = unsafe arena.allocate(links) }
  }

  /// Asks for the value of the next link.
  private func gather(_ link: Link, _ top: Int) throws(InjectionError) {
    let arguments =
      frames[top].binding?.recipe.isLink == true && frames[top].phase == .gatheringParameters
      ? frames[top].arguments : .none
    if arguments.isEmpty, let cell = link.directCell, unsafe !cell.core.isObserved,
      try gatherDirectly(link, from: cell, top)
    {
      return
    }
    let memory = unsafe frames[top].memory + link.offset
    guard let cell = link.source.cell else {
      unsafe link.source.produce(into: memory)
      frames[top].gathered += 1
      return
    }
    let answer = try unsafe demand(cell, arguments: arguments, isNested: false, into: memory)
    try accept(answer, for: link, top)
  }

  /// Takes the answer to the link that is open in a frame.
  private func accept(_ answer: Answer, for link: Link, _ top: Int) throws(InjectionError) {
    let memory = unsafe frames[top].memory + link.offset
    switch answer {
    case .started:
      return
    case .ready:
      unsafe link.source.adopt(memory)
      noteParameter(link, top)
    case .nothing:
      if unsafe !link.source.adoptNothing(memory) {
        switch link.requirement.subject {
        case .contribution: skip(top)
        case .property, .parameter, .link: throw InjectionError(.nothingProvided(link.key))
        }
      }
    case .absent:
      guard link.isOptional else { throw frames[top].core.missing(link.key) }
      skip(top)
    }
    frames[top].gathered += 1
  }

  /// Notes what a frame has been given for a link: an initializer that returns what it was given
  /// returns nothing new.
  func noteParameter(_ link: Link, _ top: Int) {
    guard frames[top].phase == .gatheringParameters, let binding = frames[top].binding,
      binding.recipe.injectsResult
    else { return }
    unsafe handedOut.insert(link.objects(in: frames[top].memory))
  }

  /// Leaves an optional property as it is.
  private func skip(_ top: Int) {
    unsafe frames[top].memory.storeBytes(of: 0, toByteOffset: frames[top].gathered, as: UInt8.self)
  }

  /// Runs the recipe, and finds out what the result needs.
  private func create(_ top: Int) throws(InjectionError) -> Answer {
    guard let binding = frames[top].binding else { fatalError("an existing object is not made") }
    frames[top].phase = .creating
    let links = frames[top].links
    let ingredients = unsafe Recipe.Ingredients(
      injector: frames[top].injector, arguments: frames[top].arguments, key: binding.key,
      links: links, memory: frames[top].memory, point: { self.injectionPoint(above: top) })
    // The recipe moves the parameters out of the memory, also when it throws.
    frames[top].links = .empty
    frames[top].gathered = 0
    do {
      frames[top].holdsValue = try unsafe binding.recipe.make(
        ingredients, into: frames[top].destination)
    } catch {
      throw InjectionError(wrapping: error, of: .creation(binding.key))
    }
    arena.reset(to: frames[top].mark)
    return try examineResult(top)
  }

  /// Finds out what the value that was made needs itself; if nothing, it is finished.
  @discardableResult
  func examineResult(_ top: Int) throws(InjectionError) -> Answer {
    guard let binding = frames[top].binding else { fatalError("an existing object is not made") }
    let memory = unsafe frames[top].destination
    let isNew = unsafe frames[top].holdsValue && isNew(memory, binding)
    if frames[top].holdsValue, binding.injectsResult,
      let object = unsafe binding.recipe.object(in: memory), isNew || !isComplete(object)
    {
      let plan = try binding.plan(for: object, at: moment)
      if !plan.isTrivial {
        frames[top].object = object
        frames[top].plan = plan
        frames[top].phase = .gatheringProperties
        lay(plan.links, top)
        return .started
      }
    }
    return try finish()
  }

  /// Whether nobody but the memory refers to the object, so that it must have been made just now.
  private func isNew(_ memory: UnsafeMutableRawPointer, _ binding: ActiveBinding) -> Bool {
    unsafe binding.result.object(in: memory) != nil
      && isKnownUniquelyReferenced(&memory.assumingMemoryBound(to: AnyObject.self).pointee)
  }

  /// Sets the gathered values and awakes the object.
  private func complete(_ top: Int) throws(InjectionError) {
    guard let object = frames[top].object, let plan = frames[top].plan else {
      fatalError("only objects have properties")
    }
    let memory = unsafe frames[top].memory
    created.append(object)
    frames[top].phase = .setting
    // From here on the values belong to the setters.
    frames[top].links = .empty
    frames[top].gathered = 0
    for (index, link) in plan.links.links.enumerated() {
      if unsafe memory.load(fromByteOffset: index, as: UInt8.self) == 1 {
        unsafe link.assign(from: memory, to: object)
      } else {
        link.leave(object)
      }
    }
    frames[top].phase = .awaking
    do {
      for complete in plan.completions { try complete(object) }
      try plan.awake?(object)
    } catch {
      throw InjectionError(wrapping: error, of: .awake(type(of: object)))
    }
  }

  /// Publishes the instance, or lets it wait for the rest of its cycle, and hands the value to the
  /// frame below.
  func finish() throws(InjectionError) -> Answer {
    let top = frames.count - 1
    try publish(top)
    if frames[top].core.isObserved { observeEnd(top) }
    let answer: Answer =
      frames[top].binding == nil || frames[top].holdsValue ? .ready : .nothing
    let isNested = frames[top].isNested
    if top > 0 {
      // What the finished object refers to, the one below refers to as well.
      frames[top - 1].low = min(frames[top - 1].low, frames[top].low)
    }
    pop()
    if !isNested, let link = frames.openLink(top - 1) {
      try accept(answer, for: link, top - 1)
    }
    return answer
  }

  private func publish(_ top: Int) throws(InjectionError) {
    if let site = frames[top].site, let binding = frames[top].binding {
      let box =
        unsafe frames[top].holdsValue
        ? binding.recipe.box(frames[top].destination) : InstanceBox()
      site.progress = .waiting(member: members.count)
      members.append(
        Member(
          site: site, box: box, binding: binding, core: frames[top].core,
          injector: frames[top].injector))
    }
    // The frame is the root of its cycle when nothing below it is referred to.
    guard frames[top].low == top else { return }
    let first = frames[top].firstMember
    guard first < members.count else { return }
    try publishInStores(members[first...])
    // The store is user code: it may have asked for something that refers to what lies below.
    guard frames[top].low == top else { return }
    let published = members[first...]
    members.removeSubrange(first...)
    for member in published {
      if !member.site.publishingMayFail { try member.site.publish(member.box) }
      member.core.note(completed: member.binding, member.box)
      ConstructionLedger.shared.release(member.site, failure: nil)
    }
  }

  /// Publishes what belongs to custom stores, which may fail: all of it or nothing.
  private func publishInStores(_ cycle: some Sequence<Member>) throws(InjectionError) {
    var published: [Site] = []
    do throws(InjectionError) {
      for member in cycle where member.site.publishingMayFail {
        try member.site.publish(member.box)
        published.append(member.site)
      }
    } catch {
      for site in published.reversed() { site.withdraw() }
      throw error
    }
  }

  private func injectionPoint(above top: Int) -> InjectionPoint {
    guard top > 0, !frames[top].isNested, let link = frames.openLink(top - 1) else {
      return InjectionPoint(owner: nil, property: nil, name: frames[top].cell?.key.name)
    }
    if frames[top - 1].binding?.recipe.isLink == true { return injectionPoint(above: top - 1) }
    return InjectionPoint(
      owner: frames[top - 1].object.map { type(of: $0) } ?? frames[top - 1].binding?.key.type,
      property: PropertyName(of: link.requirement, in: frames[top - 1].object).text,
      name: frames[top].cell?.key.name)
  }
}
