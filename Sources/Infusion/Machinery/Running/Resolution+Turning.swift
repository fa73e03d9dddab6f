/// Turning what the short way has under construction to frames.
extension Resolution {
  /// Turns every activation into a frame, the oldest first.
  func turnToFrames() {
    var stack: [UnsafeMutablePointer<Activation>] = unsafe []
    var next = unsafe direct.top
    while let activation = unsafe next {
      unsafe stack.append(activation)
      unsafe next = unsafe activation.pointee.below
    }
    unsafe direct.top = nil
    unsafe stack.reversed().forEach { unsafe pushFrame(of: $0) }
  }

  /// Turns every activation into a frame; returns the position of the given one's.
  func turn(_ activation: UnsafeMutablePointer<Activation>) -> Int {
    turnToFrames()
    guard let frame = unsafe activation.pointee.frame else {
      fatalError("an activation that is being worked on is on the stack")
    }
    return frame
  }

  private func pushFrame(of activation: UnsafeMutablePointer<Activation>) {
    let position = frames.count
    unsafe activation.pointee.frame = position
    let object = unsafe activation.pointee.object?.takeUnretainedValue()
    let plan = unsafe activation.pointee.plan?.takeUnretainedValue()
    let phase = unsafe activation.pointee.phase
    if let binding = unsafe activation.pointee.binding?.takeUnretainedValue(),
      let cell = unsafe activation.pointee.cell?.takeUnretainedValue(),
      let destination = unsafe activation.pointee.destination
    {
      unsafe push(
        binding, cell, site: nil, arguments: .none, isNested: activation.pointee.isNested,
        destination: destination)
      frames[position].holdsValue = phase != .creating
      frames[position].object = object
      frames[position].plan = plan
    } else if let object, let plan {
      unsafe push(
        object, plan: plan, core: activation.pointee.core.takeUnretainedValue())
      if phase != .gatheringProperties { created.append(object) }
    }
    frames[position].firstCreated = unsafe activation.pointee.firstCreated
    frames[position].phase = phase
    frames[position].links = .empty
    if phase == .gatheringProperties, let plan { unsafe hand(plan.links, of: activation, position) }
  }

  /// Hands what an activation has gathered to its frame.
  private func hand(
    _ links: LinkList, of activation: UnsafeMutablePointer<Activation>, _ position: Int
  ) {
    frames[position].links = links
    frames[position].gathered = unsafe activation.pointee.gathered
    if let memory = unsafe activation.pointee.memory {
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 1, count: links.links.count)
      unsafe frames[position].memory = unsafe memory
    } else if !links.links.isEmpty {
      unsafe frames[position].memory = unsafe arena.allocate(links)
    }
  }

  /// Lets the frame of an activation find out what the value needs that was just made, and finish it.
  func examineWithFrame(
    _ activation: UnsafeMutablePointer<Activation>
  ) throws(InjectionError) -> DirectOutcome {
    let frame = unsafe turn(activation)
    frames[frame].holdsValue = true
    _ = try attempt(frame) { () throws(InjectionError) in try examineResult(frame) }
    return try unsafe finishWithFrame(activation)
  }

  /// Lets the frame of an activation do what is left.
  func finishWithFrame(
    _ activation: UnsafeMutablePointer<Activation>
  ) throws(InjectionError) -> DirectOutcome {
    let frame = unsafe turn(activation)
    if frames.count > frame { _ = try run(to: frame) }
    return .finished
  }
}
