/// Looks at what stands on the stack.
extension FrameStack {
  /// The position of the topmost frame that meets a condition, as all frames below it do.
  func lastPosition(where isFulfilled: (Int) -> Bool) -> Int? {
    let end = (0..<count).partitionPoint(isFulfilled)
    return end > 0 ? end - 1 : nil
  }

  /// Whether an object is being injected: its setters may be running.
  var isInjecting: Bool { count > 0 && self[count - 1].phase == .injecting }

  // MARK: - What a frame says of itself

  /// The receiver of the value that a frame makes: links and collections only forward it.
  ///
  /// The lowest frame makes nothing.
  func injectionPoint(above position: Int) -> InjectionPoint {
    let receiver = receiver(above: position)
    let owner = owner(at: receiver)
    let dependency = owner == nil ? nil : self[receiver].openDependency
    return InjectionPoint(
      owner: owner, property: dependency?.requirement.propertyName,
      name: self[receiver + 1].binding?.object.key.name)
  }

  /// The same without the name of the property, which takes reflection to find.
  func ownerOfInjectionPoint(above position: Int) -> Any.Type? {
    owner(at: receiver(above: position))
  }

  private func receiver(above position: Int) -> Int {
    var receiver = position - 1
    while self[receiver].phase != .request, self[receiver].binding?.object.recipe.passesOn == true {
      receiver -= 1
    }
    return receiver
  }

  /// The class of the object that a frame injects, or the type whose initializer gathers its
  /// parameters; nil for a call.
  private func owner(at position: Int) -> Any.Type? {
    let frame = self[position]
    guard frame.phase != .request, frame.openDependency != nil else { return nil }
    return frame.object.map { type(of: $0.object) } ?? frame.binding?.object.key.type
  }

  /// The step of the path that a frame represents; nil for a request, which is the caller's.
  func step(of position: Int) -> InjectionError.Step? {
    let frame = self[position]
    guard frame.phase != .request else { return nil }
    let object = frame.object?.object
    let owner = frame.binding?.object
    var step: InjectionError.Step
    if let dependency = frame.openDependency {
      let target = dependency.supply.cell.flatMap { try? $0.binding() }
      step = InjectionError.Step(
        dependency.requirement, bound: target?.declaration, owner: owner?.declaration)
    } else {
      step = InjectionError.Step(owner?.declaration, class: object.map { type(of: $0) })
    }
    step.kept = owner?.kept
    return step
  }

  // MARK: - Unfinished values

  /// The position of the frame that holds the value of a frame, or is the existing object itself; nil
  /// while the value's closure or initializer still runs.
  ///
  /// Links are transparent, so it may be the frame above the last link, which makes the target.
  func position(holdingValueOf position: Int) -> Int? {
    if self[position].binding == nil { return position }
    var target = position
    while !self[target].flags.contains(.holdsValue) {
      guard self[target].flags.contains(.isLink), target + 1 < count,
        self[target + 1].phase != .request
      else { return nil }
      target += 1
    }
    return target
  }

  /// Copies the value that a frame holds, through the links below it, one after the other; false when
  /// a link has nothing to pass on.
  func copyUnfinished(
    from target: Int, downTo position: Int, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let binding = self[target].binding?.object else {
      guard let object = self[target].object?.object else { return false }
      unsafe memory.initializeMemory(as: AnyObject.self, to: object)
      return true
    }
    let mark = mark
    defer { reset(to: mark) }
    // The value itself stays in its frame; each link moves what it receives.
    func place(at level: Int, _ recipe: Recipe) -> UnsafeMutableRawPointer {
      unsafe level == position ? memory : allocate(recipe.layout())
    }
    var passed = unsafe place(at: target, binding.recipe)
    unsafe binding.recipe.copy(self[target].destination, into: passed)
    for level in (position..<target).reversed() {
      guard let link = self[level].binding?.object.recipe else { return false }
      let next = unsafe place(at: level, link)
      guard unsafe link.pass(from: passed, into: next) else { return false }
      unsafe passed = unsafe next
    }
    return true
  }
}
