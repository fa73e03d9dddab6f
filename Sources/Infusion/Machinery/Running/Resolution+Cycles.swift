/// Closes cycles: requests for a value that is under construction.
extension Resolution {
  /// Answers with the object that the frame at the position has made but not finished.
  func closeCycle(
    at position: Int, key: Key, into memory: UnsafeMutableRawPointer, for top: Int
  ) throws(InjectionError) -> Answer {
    // An object that does not exist yet cannot close a cycle, allowed or not.
    if holdsUnfinished(at: position) { try refuseCycleIfForbidden(closing: key, at: position) }
    guard unsafe copyUnfinished(at: position, into: memory) else {
      throw InjectionError(.cyclicDependency(chain: keys(from: position) + [key]))
    }
    refer(from: top, to: position)
    return .ready
  }

  func refuseCycleIfForbidden(
    closing key: Key, at position: Int
  ) throws(InjectionError) {
    guard frames[position].core.object.options.forbidsCycles else { return }
    throw InjectionError(.forbiddenCycle(chain: keys(from: position) + [key]))
  }

  /// Notes that a frame has gathered a reference to the unfinished frame at the position.
  func refer(from top: Int, to position: Int) {
    frames[top].low = min(frames[top].low, position)
  }

  /// The keys under construction from a position upwards, the lowest first.
  func keys(from position: Int) -> [Key] {
    raiseLinks()
    var keys = (position..<frames.count).compactMap { position in
      frames[position].binding?.object.key
        ?? frames[position].object.map { Key(type(of: $0.object)) }
    }
    if let maker = frames[frames.count - 1].maker { keys.append(maker.object.key) }
    return keys
  }

  /// Copies the unfinished value of a frame; false while its closure or initializer still runs.
  private func copyUnfinished(at position: Int, into memory: UnsafeMutableRawPointer) -> Bool {
    guard let binding = frames[position].binding?.object else {
      guard let object = frames[position].object?.object else { return false }
      unsafe memory.initializeMemory(as: AnyObject.self, to: object)
      return true
    }
    guard let target = frameHolding(valueOf: position) else { return false }
    if target == position {
      unsafe binding.recipe.copy(frames[position].destination, into: memory)
      return true
    }
    return unsafe convertUnfinished(from: target, downTo: position, into: memory)
  }

  /// Whether the object of a frame exists by now.
  private func holdsUnfinished(at position: Int) -> Bool {
    frames[position].binding == nil
      ? frames[position].object != nil : frameHolding(valueOf: position) != nil
  }

  /// The frame that has made the value of a frame: links are transparent, so it may be the frame
  /// above the last link, which makes the target.
  private func frameHolding(valueOf position: Int) -> Int? {
    var target = position
    while !frames[target].flags.contains(.holdsValue) {
      guard frames[target].flags.contains(.isLink), target + 1 < frames.count,
        frames[target + 1].phase != .request
      else { return nil }
      target += 1
    }
    return target
  }

  /// Converts the value of a frame through the links below it, one after the other.
  private func convertUnfinished(
    from target: Int, downTo position: Int, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    let mark = frames.mark
    defer { frames.reset(to: mark) }
    var linked = unsafe frames[target].destination
    for level in (position..<target).reversed() {
      guard let link = frames[level].binding?.object.recipe else { return false }
      let isLast = level == position
      let converted = unsafe isLast ? memory : frames.allocate(link.layout())
      let isValue = unsafe link.convert(linked, into: converted)
      // Intermediate values are no longer needed; the value itself belongs to its frame.
      if level + 1 < target { unsafe frames[level + 1].binding?.object.recipe.discard(linked) }
      guard isValue else { return false }
      unsafe linked = unsafe converted
    }
    return true
  }
}
