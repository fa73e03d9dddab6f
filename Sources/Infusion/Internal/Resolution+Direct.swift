/// The short way: values that take no frame.
///
/// Most dependencies are singletons that exist, or new objects that need nothing themselves. For
/// those, pushing and popping a frame costs several times what the value costs. So the value is
/// made on the spot, and the frame only if user code turns out to need it: when the closure asks an
/// injector for something, or throws, or its result has something to inject, the frame is made up
/// then (``materializeLeaf()``), and everything goes on as if it had been there from the beginning.
///
/// `Tests/Benchmarks` has the figures: rows inject4 and inject4-singletons.
extension Resolution {
  /// A value under construction that has no frame.
  @safe struct Leaf {
    let binding: ActiveBinding
    let cell: Cell
    let destination: UnsafeMutableRawPointer
  }

  /// Tries to gather the value of a link without a frame.
  ///
  /// - Returns: Nil when nothing was done. `.ready` when the memory holds the value; `.started`
  ///   when a frame has taken the work over, and has perhaps finished it.
  func gatherDirectly(_ cell: Cell, at offset: Int, _ top: Int) throws(InjectionError) -> Answer? {
    guard let binding = unsafe cell.content.present(at: moment)?.takeUnretainedValue() else {
      return nil
    }
    let destination = unsafe frames[top].memory + offset
    if unsafe binding.maker != nil {
      guard positionUnderConstruction(of: cell) == nil else { return nil }
      return unsafe try make(binding, cell, destination, top)
    }
    guard let site = binding.directSite, unsafe site.copyInstance(into: destination) else {
      return nil
    }
    return .ready
  }

  /// The instance of a singleton that exists; nil when the request has to be worked on.
  ///
  /// It takes no lock.
  @inline(__always)
  func existingInstance<Value>(_ cell: Cell, as type: Value.Type) -> Value? {
    guard let binding = unsafe cell.content.load(record), binding.since <= moment,
      let value = binding.directSite?.copyInstance(as: type)
    else { return nil }
    if nesting > 0 { noteHandedOut(value, by: binding) }
    return value
  }

  private func make(
    _ binding: ActiveBinding, _ cell: Cell, _ destination: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer {
    leaf = unsafe Leaf(binding: binding, cell: cell, destination: destination)
    do {
      try unsafe binding.maker?(frames[top].injector, destination)
    } catch {
      materializeLeaf()
      throw InjectionError(wrapping: error, of: .creation(binding.key))
    }
    if leaf != nil, unsafe isTrivial(binding, destination) {
      leaf = nil
      return .ready
    }
    materializeLeaf()
    frames[top + 1].holdsValue = true
    try examineResult(top + 1)
    return .started
  }

  /// Whether what was just made has nothing to inject.
  private func isTrivial(_ binding: ActiveBinding, _ memory: UnsafeMutableRawPointer) -> Bool {
    guard binding.makesObjects else { return true }
    let object = unsafe memory.load(as: Unmanaged<AnyObject>.self)
    return unsafe object._withUnsafeGuaranteedRef { binding.isKnownToBeTrivial(type(of: $0)) }
  }

  /// Makes up the frame of the value that is being made without one.
  func materializeLeaf() {
    guard let leaf else { return }
    self.leaf = nil
    unsafe push(
      leaf.binding, leaf.cell, site: nil, arguments: .none, isNested: false,
      destination: leaf.destination)
    frames[frames.count - 1].phase = .creating
  }
}
