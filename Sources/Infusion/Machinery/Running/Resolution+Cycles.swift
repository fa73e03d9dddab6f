/// Closes cycles: requests for a value that is under construction.
extension Resolution {
  /// Answers with the object that the frame at the position has made but not finished.
  func closeCycle(
    at position: Int, key: Key, into memory: UnsafeMutableRawPointer, for top: Int
  ) throws(InjectionError) -> Answer {
    // An object that does not exist yet cannot close a cycle, allowed or not.
    if let holder = frameHolding(valueOf: position) {
      try refuseCycleIfForbidden(closing: key, at: position)
      if unsafe copyUnfinished(from: holder, downTo: position, into: memory) {
        refer(from: top, to: position)
        return .ready
      }
    }
    throw InjectionError(.cyclicDependency(cycle(from: position, closedBy: key)))
  }

  func refuseCycleIfForbidden(
    closing key: Key, at position: Int
  ) throws(InjectionError) {
    guard frames[position].core.object.options.forbidsCycles else { return }
    throw InjectionError(.forbiddenCycle(cycle(from: position, closedBy: key)))
  }

  /// Notes that a frame has gathered a reference to the unfinished frame at the position.
  func refer(from top: Int, to position: Int) {
    frames[top].low = min(frames[top].low, position)
  }

  /// The cycle of what is under construction from a position upwards, which a request closes.
  func cycle(from position: Int, closedBy key: Key) -> InjectionError.Cycle {
    raiseLinks()
    var cycle = InjectionError.Cycle()
    for frame in (position..<frames.count).lazy.map({ self.frames[$0] }) {
      if let key = frame.key { cycle.append(key, of: frame.binding?.object.recipe) }
    }
    if let maker = frames[frames.count - 1].maker { cycle.append(maker.object.key) }
    cycle.append(key)
    return cycle
  }

  /// The frame that holds the value of a frame, or is the existing object itself; nil while the
  /// value's closure or initializer still runs.
  ///
  /// Links are transparent, so it may be the frame above the last link, which makes the target.
  private func frameHolding(valueOf position: Int) -> Int? {
    if frames[position].binding == nil { return position }
    var target = position
    while !frames[target].flags.contains(.holdsValue) {
      guard frames[target].flags.contains(.isLink), target + 1 < frames.count,
        frames[target + 1].phase != .request
      else { return nil }
      target += 1
    }
    return target
  }

  /// Copies the value that a frame holds, through the links below it, one after the other; false when
  /// a link has nothing to pass on.
  private func copyUnfinished(
    from target: Int, downTo position: Int, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let binding = frames[target].binding?.object else {
      guard let object = frames[target].object?.object else { return false }
      unsafe memory.initializeMemory(as: AnyObject.self, to: object)
      return true
    }
    var linked = unsafe frames[target].destination
    if target == position {
      unsafe binding.recipe.copy(linked, into: memory)
      return true
    }
    let mark = frames.mark
    defer { frames.reset(to: mark) }
    for level in (position..<target).reversed() {
      guard let link = frames[level].binding?.object.recipe else { return false }
      let isLast = level == position
      let converted = unsafe isLast ? memory : frames.allocate(link.layout())
      let isValue = unsafe link.convert(linked, into: converted)
      // Intermediate values are no longer needed; the value itself belongs to its frame.
      if level + 1 < target, let recipe = frames[level + 1].binding?.object.recipe {
        unsafe linked.discard(recipe.valueType)
      }
      guard isValue else { return false }
      unsafe linked = unsafe converted
    }
    return true
  }
}
