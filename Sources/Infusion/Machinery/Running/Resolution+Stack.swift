/// The stack of objects under construction.
extension Resolution {
  /// Frames below this height are searched one by one; the ones above by their identity.
  private static let shallow = 16

  func push(
    _ binding: ActiveBinding, _ cell: Cell, site: Site?, arguments: Arguments, isNested: Bool,
    destination: UnsafeMutableRawPointer
  ) {
    unsafe push(
      Frame(
        binding: binding, cell: cell, identity: ObjectIdentifier(cell), core: binding.core,
        injector: binding.core.injector,
        site: site, arguments: arguments, isNested: isNested, destination: destination,
        firstMember: members.count, firstCreated: created.count, mark: arena.mark,
        memory: destination, low: frames.count))
    site?.progress = .building(frame: frames.count - 1)
  }

  /// An object that exists: its properties are all that is left to do.
  func push(_ object: AnyObject, plan: InjectionPlan, core: InjectorCore) {
    let mark = arena.mark
    let memory = unsafe arena.allocate(plan.links)
    unsafe push(
      Frame(
        binding: nil, cell: nil, identity: ObjectIdentifier(type(of: object)), core: core,
        injector: core.injector, site: nil,
        arguments: .none, isNested: true, destination: memory, firstMember: members.count,
        firstCreated: created.count, mark: mark, phase: .gatheringProperties,
        object: object, plan: plan, links: plan.links, memory: memory, low: frames.count))
  }

  private func push(_ frame: consuming Frame) {
    frames.append(frame)
    let position = frames.count - 1
    if position >= Self.shallow {
      let identity = frames[position].identity
      frames[position].hidden = deepFrames.updateValue(position, forKey: identity)
    }
  }

  /// Removes the topmost frame and gives its memory back.
  func pop() {
    let frame = popKeepingMemory()
    arena.reset(to: frame.mark)
  }

  /// Removes the topmost frame; what it has gathered still lies in the arena.
  func popKeepingMemory() -> Frame {
    let top = frames.count - 1
    if top >= Self.shallow {
      deepFrames[frames[top].identity] = frames[top].hidden
    }
    return frames.removeLast()
  }

  /// The topmost frame that makes an unscoped value for the cell, or injects an existing object of
  /// its class.
  func positionUnderConstruction(of cell: Cell) -> Int? {
    let identity = ObjectIdentifier(cell)
    let classIdentity = cell.key.name == nil ? ObjectIdentifier(cell.key.type) : nil
    if frames.count > Self.shallow {
      if let position = deepFrames[identity] { return position }
      var candidate = classIdentity.flatMap { deepFrames[$0] }
      while let position = candidate {
        if unsafe frames[position].core === cell.core { return position }
        candidate = frames[position].hidden
      }
    }
    for position in (0..<min(frames.count, Self.shallow)).reversed() {
      let found = frames[position].identity
      if found == identity { return position }
      if let classIdentity, found == classIdentity, unsafe frames[position].core === cell.core {
        return position
      }
    }
    return nil
  }
}
